// A PostgreSQL server as a child of this process, used without DATABASE_URL. Joins the server that already runs on the
// data directory, or starts one, which recovers after a crash.

import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { diskFullMessage, isDiskFull } from '../disk-full.ts'
import { binariesVersion, findBinaries } from './embedded-binaries.ts'
import { type Cluster, findCluster, openCluster } from './embedded-cluster.ts'
import {
  isAlive,
  readServerRecord,
  type ServerProcess,
  type ServerRecord,
  spawnServer,
} from './embedded-server.ts'

export type Connection = { host: string; port: number; user: string; database: string }

export type EmbeddedServer = {
  /** For `pg`; the host is the directory of the socket. */
  connection: Connection
  /** Whether this process started the server and therefore stops it. */
  owned: boolean
  /** Resolves when a server that this process started has exited for any reason. */
  exited: Promise<void>
  /** Stops the server if this process started it; resolves when it has exited. */
  stop(): Promise<void>
}

type Log = (message: string) => void

const POLL_MS = 5
const START_TIMEOUT_MS = 30_000
/** What a server logs when another one uses the cluster; the lock file of one that is just starting is empty. */
const CLUSTER_IN_USE =
  /lock file "[^"]*" (already exists|is empty)|shared memory block .* is still in use/
const NO_SUCH_DATABASE = '3D000'
const DUPLICATE_DATABASE_CODES = ['42P04', '23505']

/** Joins the server already running on this data directory, or starts one. */
export async function startEmbedded(dataDir: string, log: Log): Promise<EmbeddedServer> {
  const cluster = await openCluster(resolve(dataDir), log)
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const record = await readServerRecord(cluster.path)
    const result = isJoinable(record, cluster) ? await connect(record).catch(asError) : undefined
    if (result && !(result instanceof Error)) return describeJoined(result, log)
    const isInUse = record && (await isAlive(cluster.path, record))
    const server = isInUse ? undefined : await startServer(cluster, record, log)
    if (server) return server
    // Recovery after a crash has no time limit.
    if (record?.status !== 'starting' && Date.now() > deadline)
      throw clusterInUseError(cluster, result)
    await sleep(POLL_MS)
  }
}

/** Where the cluster is and whether a server runs on it. */
export async function describeEmbedded(
  dataDir: string,
): Promise<{ cluster: string; running: boolean; pid?: number; version: string }> {
  const version = await binariesVersion()
  const cluster = (await findCluster(resolve(dataDir)))?.path
  if (!cluster) return { cluster: resolve(dataDir, 'postgres'), running: false, version }
  const record = await readServerRecord(cluster)
  if (!record || !(await isAlive(cluster, record))) return { cluster, running: false, version }
  return { cluster, running: true, pid: record.pid, version }
}

// In a copy of a data directory the record describes the server of the original.
function isJoinable(record: ServerRecord | undefined, cluster: Cluster): record is ServerRecord {
  return record?.status === 'ready' && record.cluster === cluster.path
}

function describeJoined(connection: Connection, log: Log): EmbeddedServer {
  log(`Joined the PostgreSQL server that already runs in ${connection.host}`)
  return {
    connection,
    owned: false,
    exited: new Promise(() => {}),
    stop: async () => {},
  }
}

/** Undefined where another server uses the cluster: one that just started, or one that is still stopping. */
async function startServer(
  cluster: Cluster,
  stale: ServerRecord | undefined,
  log: Log,
): Promise<EmbeddedServer | undefined> {
  const server = await spawnServer(cluster, await findBinaries(cluster.account, log), stale)
  const connection = await waitUntilReady(cluster, server)
  if (connection) {
    return { connection, owned: true, exited: server.exited, stop: server.stop }
  }
  const text = await server.readLog()
  if (CLUSTER_IN_USE.test(text)) return
  const cause = new Error(text.split('\n').slice(-10).join('\n'))
  if (isDiskFull(cause)) throw new Error(diskFullMessage(cluster.path), { cause })
  throw new Error(
    `PostgreSQL did not start in ${cluster.path}. The last lines of its server.log:\n${cause.message}`,
  )
}

async function waitUntilReady(
  cluster: Cluster,
  server: ServerProcess,
): Promise<Connection | undefined> {
  while (!server.hasExited()) {
    const record = await readServerRecord(cluster.path)
    if (record?.pid === server.pid && record.status === 'ready') {
      return connect(record).catch(async (error) => {
        await server.stop()
        throw error
      })
    }
    await sleep(POLL_MS)
  }
}

/** Creates the database where it is missing. */
async function connect({ socketDir, port }: ServerRecord): Promise<Connection> {
  const connection = { host: socketDir, port, user: 'earshot', database: 'earshot' }
  await query(connection, 'select 1').catch(async (error: DatabaseError) => {
    if (error.code !== NO_SUCH_DATABASE) throw error
    await createDatabase({ ...connection, database: 'postgres' })
  })
  return connection
}

async function createDatabase(connection: Connection): Promise<void> {
  try {
    await query(connection, 'create database earshot template template0')
  } catch (error) {
    if (!DUPLICATE_DATABASE_CODES.includes((error as DatabaseError).code ?? '')) throw error
  }
}

async function query(connection: Connection, text: string): Promise<void> {
  const client = new Client({ ...connection, ssl: false, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(text)
  } finally {
    await client.end()
  }
}

function asError(error: Error): Error {
  return error
}

function clusterInUseError(cluster: Cluster, cause: Error | undefined): Error {
  return new Error(
    `Another PostgreSQL server uses ${cluster.path} but does not answer. Stop it (its process id is the first ` +
      'line of postmaster.pid there; it can run in another container), then start Earshot again.',
    { cause },
  )
}
