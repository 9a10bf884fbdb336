// The database that a command works on: the one that DATABASE_URL names, or the embedded one, running or not.
import { stat } from 'node:fs/promises'
import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts'
import { findCluster } from '../db/embedded-cluster.ts'
import { acceptsWrites, openFirstMatching, parseHosts } from '../db/hosts.ts'
import { allMigrations, migrate, pendingMigrations } from '../db/migrate.ts'
import { rethrowLostServer } from '../files/disk-full.ts'
import { CommandError } from './command.ts'

export type Connected = {
  connection: pg.ClientConfig
  /** All that DATABASE_URL names; the connection is to the one that takes writes. */
  hosts: pg.ClientConfig[]
  embedded: EmbeddedServer | null
}

// Any number, the same for every command.
const IN_USE = 7325_1002
const CONNECT_MS = 10_000
// Not the name of a service, which it would be taken for.
const COMMAND = 'earshot command'

/** What a command does where there is no database or an older schema; most must not take an empty one for the operator's. */
export type WhenMissing = 'refuse' | 'make'

export async function connectDatabase(
  config: Config,
  log: (message: string) => void,
  ifAbsent: WhenMissing,
): Promise<Connected> {
  await refuseFile(config)
  if (config.databaseUrl === null) {
    if (ifAbsent === 'refuse') await refuseAbsent(config)
    const embedded = await startEmbedded(config.dataDir, log)
    return { connection: embedded.connection, hosts: [embedded.connection], embedded }
  }
  const hosts = parseHosts(config.databaseUrl)
  return { connection: await writableOf(hosts), hosts, embedded: null }
}

async function refuseFile({ dataDir }: Config): Promise<void> {
  const found = await stat(dataDir).catch(() => undefined)
  if (found && !found.isDirectory())
    throw new ConfigError(`EARSHOT_DATA names ${dataDir}, which is a file and not a directory.`)
}

async function refuseAbsent({ dataDir }: Config): Promise<void> {
  if (await findCluster(dataDir)) return
  throw new CommandError(
    `There is no database in ${dataDir}. Set EARSHOT_DATA or DATABASE_URL as the service has them; ` +
      '`earshot serve` or `earshot migrate` makes a new one.',
  )
}

async function writableOf(hosts: pg.ClientConfig[]): Promise<pg.ClientConfig> {
  const named = hosts.map((host) => ({ ...host, application_name: COMMAND }))
  try {
    const probe = await openFirstMatching(named, {
      patienceMs: CONNECT_MS,
      isWanted: acceptsWrites,
    })
    probe.close()
    const { application_name: _, ...connection } = probe.connection
    return connection
  } catch (cause) {
    const names = hosts.map(describeConnection).join(' or ')
    const reason = (cause as Error).message
    throw new Error(`The database ${names}, which DATABASE_URL names, does not answer: ${reason}`, {
      cause,
    })
  }
}

/** As in `db.example.com:5432/earshot`: nothing secret. */
export function describeConnection(connection: pg.ClientConfig): string {
  const { host, port, database } = new pg.Client(connection)
  return `${host}:${port}/${database}`
}

/** Lends a connection; an embedded server that was started for this is stopped when no other command uses it. */
export async function withConnection<T>(
  config: Config,
  use: (connection: pg.ClientConfig) => Promise<T>,
  ifAbsent: WhenMissing = 'refuse',
): Promise<T> {
  for (;;) {
    const { connection, embedded } = await connectDatabase(config, () => {}, ifAbsent)
    const user = new pg.Client(connection)
    user.on('error', () => {})
    try {
      await user.connect()
      await user.query('select pg_advisory_lock_shared($1)', [IN_USE])
    } catch (error) {
      await user.end().catch(() => {})
      // The one that had started the server was just about to stop it.
      if (embedded?.owned === false) continue
      await embedded?.stop()
      throw error
    }
    try {
      return await use(connection)
    } catch (error) {
      if (embedded) await rethrowLostServer(error, config.dataDir)
      throw error
    } finally {
      if (embedded?.owned) await untilUnused(user).catch(() => {})
      await embedded?.stop()
      await user.end().catch(() => {})
    }
  }
}

/** Lends a connection of its own. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: COMMAND })
  // Told by the query that it breaks.
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** What is to be said where the database has migrations that this Earshot does not know. */
export const newerSchemaMessage = (unknown: string[]) =>
  `The schema is of a newer Earshot, which has ${unknown.join(', ')}.`

/** What lets a user make tables and extensions. */
export const REQUIRED_GRANTS =
  'the user must own the database and what is in it (alter database … owner to …), ' +
  'or be granted create on the database and on its schema public'

async function refuseBehind(connection: pg.ClientConfig): Promise<void> {
  const pending = await withClient(connection, pendingMigrations)
  if (pending.length === 0) return
  const name = describeConnection(connection)
  throw new CommandError(
    pending.length > allMigrations.length
      ? `Nothing was ever set up in the database ${name}; \`earshot migrate\` does so.`
      : `The database ${name} lacks ${pending.join(', ')}; \`earshot migrate\` applies what is pending.`,
  )
}

// Kept to the end: a command that comes now waits here, loses its connection, and starts the server itself.
async function untilUnused(user: pg.Client): Promise<void> {
  await user.query(`set lock_timeout = '10s'`)
  await user.query('select pg_advisory_unlock_shared($1)', [IN_USE])
  await user.query('select pg_advisory_lock($1)', [IN_USE]).catch(() => {})
}

/** Lends an open database of the newest schema. */
export const withDatabase = <T>(
  config: Config,
  use: (database: Database) => Promise<T>,
  ifAbsent: WhenMissing = 'refuse',
): Promise<T> =>
  withConnection(
    config,
    async (connection) => {
      if (ifAbsent === 'make') await migrate(connection)
      else await refuseBehind(connection)
      const database = openDatabase(connection, () => {})
      try {
        return await use(database)
      } finally {
        await database.close()
      }
    },
    ifAbsent,
  )
