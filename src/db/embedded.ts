// A real PostgreSQL as a child of this process, for those who bring no database of their own:
// joined where one runs on the data directory already, started otherwise, recovered after a crash.

import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
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
  /** What `pg` needs; the host is the directory of the socket. */
  connection: Connection
  /** Whether this process started the server, and so stops it. */
  owned: boolean
  /** Resolves when a server that this process started has exited, whoever ended it. */
  exited: Promise<void>
  /** Stops only what this process started; resolves when it is down. */
  stop(): Promise<void>
}

type Log = (message: string) => void

const STEP_MS = 5
const PATIENCE_MS = 30_000
/** What a server says that finds another on its cluster; one that has only just begun has noted nothing yet. */
const TAKEN = /lock file "[^"]*" (already exists|is empty)|shared memory block .* is still in use/
const NO_SUCH_DATABASE = '3D000'
const CREATED_MEANWHILE = ['42P04', '23505']

/** Joins the server already running on this data directory, or starts one. */
export async function startEmbedded(dataDir: string, log: Log): Promise<EmbeddedServer> {
  const cluster = await openCluster(resolve(dataDir), log)
  const patientUntil = Date.now() + PATIENCE_MS
  for (;;) {
    const note = await readServerRecord(cluster.path)
    const answer = isJoinable(note, cluster) ? await connect(note).catch(asError) : undefined
    if (answer && !(answer instanceof Error)) return joined(answer, log)
    const isTaken = note && (await isAlive(cluster.path, note))
    const server = isTaken ? undefined : await start(cluster, note, log)
    if (server) return server
    // Recovery after a crash takes as long as it takes; anything else is soon over.
    if (note?.status !== 'starting' && Date.now() > patientUntil) throw unable(cluster, answer)
    await sleep(STEP_MS)
  }
}

/** Where the cluster lies and whether a server runs on it. */
export async function describeEmbedded(
  dataDir: string,
): Promise<{ cluster: string; running: boolean; pid?: number; version: string }> {
  const version = await binariesVersion()
  const cluster = (await findCluster(resolve(dataDir)))?.path
  if (!cluster) return { cluster: resolve(dataDir, 'postgres'), running: false, version }
  const note = await readServerRecord(cluster)
  if (!note || !(await isAlive(cluster, note))) return { cluster, running: false, version }
  return { cluster, running: true, pid: note.pid, version }
}

// The note in a copy of a data directory tells of the server on the original.
function isJoinable(note: ServerRecord | undefined, cluster: Cluster): note is ServerRecord {
  return note?.status === 'ready' && note.cluster === cluster.path
}

function joined(connection: Connection, log: Log): EmbeddedServer {
  log(`Joined the PostgreSQL server that already runs in ${connection.host}`)
  return {
    connection,
    owned: false,
    exited: new Promise(() => {}),
    stop: async () => {},
  }
}

/** Undefined where another server holds the cluster: one just started, or one not yet gone. */
async function start(
  cluster: Cluster,
  stale: ServerRecord | undefined,
  log: Log,
): Promise<EmbeddedServer | undefined> {
  const server = await spawnServer(cluster, await findBinaries(cluster.account, log), stale)
  const connection = await untilReady(cluster, server)
  if (connection) {
    return { connection, owned: true, exited: server.exited, stop: server.stop }
  }
  const said = await server.readLog()
  if (TAKEN.test(said)) return
  throw new Error(
    `PostgreSQL did not start in ${cluster.path}. The end of its server.log:\n` +
      said.split('\n').slice(-10).join('\n'),
  )
}

async function untilReady(
  cluster: Cluster,
  server: ServerProcess,
): Promise<Connection | undefined> {
  while (!server.hasExited()) {
    const note = await readServerRecord(cluster.path)
    if (note?.pid === server.pid && note.status === 'ready') {
      return connect(note).catch(async (error) => {
        await server.stop()
        throw error
      })
    }
    await sleep(STEP_MS)
  }
}

/** Creates our database where it is missing. */
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
    if (!CREATED_MEANWHILE.includes((error as DatabaseError).code ?? '')) throw error
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

function unable(cluster: Cluster, cause: Error | undefined): Error {
  return new Error(
    `Another PostgreSQL server holds ${cluster.path} but does not answer: stop it (its process ` +
      'id is the first line of postmaster.pid there; it may run in another container), then start Earshot again',
    { cause },
  )
}
