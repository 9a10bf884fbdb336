// The database of a command: the one that DATABASE_URL names, or the embedded one, which is started if needed.
import { stat } from 'node:fs/promises'
import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { rethrowLostServer } from '../core/disk-full.ts'
import { VERSION } from '../core/version.ts'
import { type Database, type Db, openDatabase } from '../db/db.ts'
import { type EmbeddedServer, startEmbedded } from '../db/embedded.ts'
import { findCluster } from '../db/embedded-cluster.ts'
import { acceptsWrites, openFirstMatching, parseHosts } from '../db/hosts.ts'
import { type MigrationStep, migrate, pendingMigrations } from '../db/migrate.ts'
import { allMigrations } from '../db/migrations.ts'
import { withOwnPool } from '../db/own-pool.ts'
import { checkPooler, findSessionProblem } from '../db/pooler.ts'
import { type AuditEntry, COMMAND, recordAudit } from '../write/core/audit.ts'
import { CommandError } from './command.ts'

export type Connected = {
  connection: pg.ClientConfig
  /** As the owner of the schema: the same role, unless there are two. */
  owner: pg.ClientConfig
  /** All hosts of DATABASE_URL; the connection is to the one that accepts writes. */
  hosts: pg.ClientConfig[]
  embedded: EmbeddedServer | null
}

// An arbitrary advisory lock, the same for every command.
const IN_USE_LOCK = 7325_1002
const CONNECT_TIMEOUT_MS = 10_000
// Differs from the name of a service: `restore` looks for running services.
const APPLICATION_NAME = 'earshot command'

/**
 * For an absent database or an older schema. Most commands refuse: an empty database would hide wrong settings. `inspect` also leaves
 * the files and roles of an embedded server alone.
 */
export type MissingDatabasePolicy = 'refuse' | 'make' | 'inspect'

export async function connectDatabase(
  config: Config,
  log: (message: string) => void,
  ifAbsent: MissingDatabasePolicy,
): Promise<Connected> {
  await rejectFile(config)
  if (config.databaseUrl === null) {
    if (ifAbsent !== 'make') await rejectAbsent(config)
    const embedded = await startEmbedded(config.dataDir, log, { mayChange: ifAbsent !== 'inspect' })
    const { connection, owner } = embedded
    return { connection, owner, hosts: [connection], embedded }
  }
  const hosts = parseHosts(config.databaseUrl)
  const connection = await findWritable(hosts, 'DATABASE_URL')
  const owner =
    config.databaseOwnerUrl === null
      ? connection
      : await findWritable(parseHosts(config.databaseOwnerUrl), 'DATABASE_OWNER_URL')
  return { connection, owner, hosts, embedded: null }
}

async function rejectFile({ dataDir }: Config): Promise<void> {
  const info = await stat(dataDir).catch(() => undefined)
  if (info && !info.isDirectory())
    throw new ConfigError(`EARSHOT_DATA is ${dataDir}, which is a file, not a directory.`)
}

async function rejectAbsent({ dataDir }: Config): Promise<void> {
  if (await findCluster(dataDir)) return
  throw new CommandError(
    `There is no database in ${dataDir}. Set EARSHOT_DATA or DATABASE_URL as for the service. ` +
      '`earshot serve` or `earshot migrate` creates a new one.',
  )
}

async function findWritable(hosts: pg.ClientConfig[], variable: string): Promise<pg.ClientConfig> {
  const named = hosts.map((host) => ({ ...host, application_name: APPLICATION_NAME }))
  try {
    const probe = await openFirstMatching(named, {
      timeoutMs: CONNECT_TIMEOUT_MS,
      matches: acceptsWrites,
    })
    probe.close()
    const { application_name: _, ...connection } = probe.connection
    if (probe.isPooled) await rejectPooler(connection, variable)
    return connection
  } catch (cause) {
    if (cause instanceof CommandError) throw cause
    const names = hosts.map(describeConnection).join(' or ')
    const reason = (cause as Error).message
    throw new Error(`The database ${names} of ${variable} does not answer: ${reason}`, {
      cause,
    })
  }
}

/** Listening, locks and migrations need a session of their own. */
async function rejectPooler(connection: pg.ClientConfig, variable: string): Promise<void> {
  const problem = await findSessionProblem(connection)
  if (problem === null) return
  throw new CommandError(
    `${variable} ${problem}. Set it to the address of PostgreSQL itself, and DATABASE_POOL_URL to that of the pooler.`,
  )
}

/** The pooler for requests. Throws where they would fail. */
export async function connectPooler(
  { poolUrl }: Config,
  connection: pg.ClientConfig,
  warn: (message: string) => void,
): Promise<pg.ClientConfig | undefined> {
  if (poolUrl === null) return undefined
  const pooler = parseHosts(poolUrl)[0] as pg.ClientConfig
  const { problem, warning } = await checkPooler(pooler, connection)
  if (problem !== null)
    throw new CommandError(
      `The pooler ${describeConnection(pooler)} of DATABASE_POOL_URL ${problem}.`,
    )
  if (warning !== null) warn(`DATABASE_POOL_URL: ${warning}`)
  return pooler
}

/** Such as `db.example.com:5432/earshot`, without secrets. */
export function describeConnection(connection: pg.ClientConfig): string {
  const { host, port, database } = new pg.Client(connection)
  return `${host}:${port}/${database}`
}

/** Calls `use` with a connection. Stops an embedded server that it started once no other command uses it. */
export async function withConnection<T>(
  config: Config,
  use: (connected: Connected) => Promise<T>,
  ifAbsent: MissingDatabasePolicy = 'refuse',
): Promise<T> {
  for (;;) {
    const connected = await connectDatabase(config, () => {}, ifAbsent)
    const { connection, embedded } = connected
    const user = new pg.Client(connection)
    user.on('error', () => {})
    try {
      await user.connect()
      await user.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK])
    } catch (error) {
      await user.end().catch(() => {})
      // The command that started the server was about to stop it.
      if (embedded?.owned === false) continue
      await embedded?.stop()
      throw error
    }
    try {
      return await use(connected)
    } catch (error) {
      if (embedded) await rethrowLostServer(error, config.dataDir)
      throw error
    } finally {
      if (embedded?.owned) await waitUntilUnused(user).catch(() => {})
      await embedded?.stop()
      await user.end().catch(() => {})
    }
  }
}

/** Adds an entry to the audit log, which a database of an older version does not have. */
export async function recordCommand(connection: pg.ClientConfig, entry: AuditEntry): Promise<void> {
  const database = openDatabase(connection, () => {})
  try {
    await recordAudit(database.db, COMMAND, entry)
  } catch (error) {
    const UNDEFINED_TABLE = '42P01'
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error
  } finally {
    await database.close()
  }
}

/** Calls `use` with a separate client. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: APPLICATION_NAME })
  // The query in progress reports the error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Calls `use` with connections outside of those of the service, whose statements have no time limit. */
export const withOwnConnections = <T>(
  { connection }: Pick<Database, 'connection'>,
  use: (db: Db) => Promise<T>,
): Promise<T> => withOwnPool({ ...connection, application_name: APPLICATION_NAME }, use)

export const newerSchemaMessage = (unknown: string[]) =>
  `The schema belongs to a newer Earshot: unknown migrations ${unknown.join(', ')}. This is Earshot ${VERSION}, which can run on it during a ` +
  'rolling upgrade. To stay with this version, restore the backup that was made before the upgrade.'

/**
 * Brings the schema to that of this build, and after it the roles and passwords of an embedded server. Until then the build before can
 * still use the database.
 */
export async function upgradeDatabase(
  connected: Connected,
  report?: (step: MigrationStep) => void,
): Promise<Connected & { applied: string[] }> {
  const { connection, owner, embedded } = connected
  const applied = await migrate(owner, { servedBy: connection, ...(report && { report }) })
  // A server of another process can serve the build before.
  if (!embedded?.isOfEarlierBuild || !embedded.owned) return { ...connected, applied }
  const roles = await embedded.completeUpgrade()
  await migrate(roles.owner, { servedBy: roles.connection })
  return { ...connected, ...roles, hosts: [roles.connection], applied }
}

/** The permissions to create tables and extensions. */
export const REQUIRED_GRANTS =
  'the user must own the database and its contents (alter database … owner to …), ' +
  'or have the privilege create on the database and on its schema public; ' +
  'DATABASE_OWNER_URL names the owner where another role serves'

async function rejectPending(connection: pg.ClientConfig): Promise<void> {
  const pending = await withClient(connection, pendingMigrations)
  if (pending.length === 0) return
  const name = describeConnection(connection)
  throw new CommandError(
    pending.length > allMigrations.length
      ? `The database ${name} is empty. \`earshot migrate\` creates the schema.`
      : `The database ${name} lacks ${pending.join(', ')}. \`earshot migrate\` applies them.`,
  )
}

// The lock is held until the end: a command that starts now waits for it, loses its connection, and starts the server.
async function waitUntilUnused(user: pg.Client): Promise<void> {
  await user.query(`set lock_timeout = '10s'`)
  await user.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK])
  await user.query('select pg_advisory_lock($1)', [IN_USE_LOCK]).catch(() => {})
}

/** Calls `use` with an open database that has the newest schema. */
export const withDatabase = <T>(
  config: Config,
  use: (database: Database, owner: pg.ClientConfig) => Promise<T>,
  ifAbsent: MissingDatabasePolicy = 'refuse',
): Promise<T> =>
  withConnection(
    config,
    async (connected) => {
      const { connection, owner } =
        ifAbsent === 'make' ? await upgradeDatabase(connected) : connected
      if (ifAbsent !== 'make') await rejectPending(connection)
      const database = openDatabase(connection, () => {})
      try {
        return await use(database, owner)
      } finally {
        await database.close()
      }
    },
    ifAbsent,
  )
