// A PostgreSQL server as a child of this process, used without DATABASE_URL. Joins the server that already runs on the
// data directory, or starts one, which recovers after a crash.

import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { diskFullMessage, isDiskFull } from '../core/disk-full.ts'
import { binariesVersion, findBinaries } from './embedded-binaries.ts'
import { type Cluster, findCluster, openCluster, tidyDataDirectory } from './embedded-cluster.ts'
import {
  type Access,
  type Connection,
  completeUpgrade,
  findAccess,
  hasAccessRules,
  hasOpenAccess,
  INCOMPLETE,
  requirePasswords,
  runAs,
} from './embedded-roles.ts'
import {
  isAlive,
  readServerRecord,
  type ServerProcess,
  type ServerRecord,
  type ServerSettings,
  serverEnvironment,
  spawnServer,
} from './embedded-server.ts'

export type EmbeddedServer = {
  /** For `pg`; the host is the directory of the socket. The role reads and writes rows. */
  connection: Connection
  /** The role that owns the database and its schema. */
  owner: Connection
  /** For administration in tests and benchmarks. */
  superuser: Connection
  /** Whether this process started the server and therefore stops it. */
  owned: boolean
  /** Roles and passwords are those of an earlier build, which can still connect: the schema is upgraded before `completeUpgrade`. */
  isOfEarlierBuild: boolean
  /** Creates the roles and passwords of this build. Only for a server that this process started. */
  completeUpgrade(): Promise<Pick<EmbeddedServer, 'connection' | 'owner'>>
  /** Resolves when a server that this process started has exited for any reason. */
  exited: Promise<void>
  /** Stops the server if this process started it; resolves when it has exited. */
  stop(): Promise<void>
}

type Log = (message: string) => void

export type StartOptions = {
  settings?: ServerSettings
  /** False: sets up no roles and passwords, and creates no database. */
  mayChange?: boolean
}

const POLL_MS = 5
const START_TIMEOUT_MS = 30_000
/** What a server logs when another one uses the cluster; the lock file of one that is just starting is empty. */
const CLUSTER_IN_USE =
  /lock file "[^"]*" (already exists|is empty)|shared memory block .* is still in use/

/** Joins the server already running on this data directory, or starts one. */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  options: StartOptions = {},
): Promise<EmbeddedServer> {
  const { mayChange = true } = options
  const cluster = await openCluster(resolve(dataDir), log)
  const tidy = () => tidyDataDirectory(resolve(dataDir), cluster)
  if (mayChange && !(await hasOpenAccess(cluster))) await tidy()
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const record = await readServerRecord(cluster.path)
    const result = isJoinable(record, cluster)
      ? await connect(cluster, record, mayChange).catch(asError)
      : undefined
    if (result && !(result instanceof Error)) return describeJoined(result, log)
    const isInUse = record && (await isAlive(cluster.path, record))
    const server = isInUse ? undefined : await startServer(cluster, record, options, log)
    if (server) return describeStarted(server, cluster, tidy)
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

function describeJoined(access: Access, log: Log): EmbeddedServer {
  log(`Joined the PostgreSQL server that already runs in ${access.connections.service.host}`)
  return {
    ...describeAccess(access),
    owned: false,
    exited: new Promise(() => {}),
    stop: async () => {},
    completeUpgrade: async () => {
      throw new Error('The server belongs to another process.')
    },
  }
}

function describeStarted(
  { access, process: { exited, stop } }: StartedServer,
  cluster: Cluster,
  tidy: () => Promise<void>,
): EmbeddedServer {
  return {
    ...describeAccess(access),
    owned: true,
    exited,
    stop,
    completeUpgrade: async () => {
      const { service: connection, owner } = await completeUpgrade(cluster, access)
      await tidy()
      return { connection, owner }
    },
  }
}

const describeAccess = ({ connections, isOfEarlierBuild }: Access) => ({
  connection: connections.service,
  owner: connections.owner,
  superuser: connections.superuser,
  isOfEarlierBuild,
})

type StartedServer = { process: ServerProcess; access: Access }

/** Undefined where another server uses the cluster: one that just started, or one that is still stopping. */
async function startServer(
  cluster: Cluster,
  stale: ServerRecord | undefined,
  { settings = {}, mayChange = true }: StartOptions,
  log: Log,
): Promise<StartedServer | undefined> {
  const binaries = await findBinaries(cluster.account, log)
  if (!mayChange && !(await hasAccessRules(cluster))) throw new Error(INCOMPLETE)
  try {
    await requirePasswords(cluster, binaries, serverEnvironment(stale))
  } catch (error) {
    return rejectUnlessInUse(cluster, (error as { stderr?: string }).stderr || String(error))
  }
  const server = await spawnServer(cluster, binaries, stale, settings)
  const access = await waitUntilReady(cluster, server, mayChange)
  return access ? { process: server, access } : rejectUnlessInUse(cluster, await server.readLog())
}

/** `log` is that of a server that did not start. */
function rejectUnlessInUse(cluster: Cluster, log: string): undefined {
  if (CLUSTER_IN_USE.test(log)) return
  const cause = new Error(log.trim().split('\n').slice(-10).join('\n'))
  if (isDiskFull(cause)) throw new Error(diskFullMessage(cluster.path), { cause })
  throw new Error(
    `PostgreSQL did not start in ${cluster.path}. The last lines of its server.log:\n${cause.message}`,
  )
}

async function waitUntilReady(
  cluster: Cluster,
  server: ServerProcess,
  mayChange: boolean,
): Promise<Access | undefined> {
  while (!server.hasExited()) {
    const record = await readServerRecord(cluster.path)
    if (record?.pid === server.pid && record.status === 'ready') {
      try {
        return await connect(cluster, record, mayChange)
      } catch (error) {
        await server.stop()
        throw error
      }
    }
    await sleep(POLL_MS)
  }
}

async function connect(
  cluster: Cluster,
  record: ServerRecord,
  mayChange: boolean,
): Promise<Access> {
  const access = await findAccess(cluster, record, mayChange)
  await runAs(access.connections.service, (client) => client.query('select'))
  return access
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
