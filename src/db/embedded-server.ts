// The server as a child process that never outlives its parent, and its record in postmaster.pid.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, readlink, rm, stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './embedded-account.ts'
import type { Binaries } from './embedded-binaries.ts'
import type { Cluster } from './embedded-cluster.ts'

/** From `postmaster.pid`. */
export type ServerRecord = {
  pid: number
  cluster: string
  port: number
  socketDir: string
  status: string
}

export type ServerProcess = {
  pid: number
  hasExited(): boolean
  exited: Promise<void>
  stop(): Promise<void>
  /** The log since the server was started. */
  readLog(): Promise<string>
}

const PORT = 5432
const SOCKET_DIR_PREFIX = '/tmp/earshot-'
const MAX_SOCKET_PATH_BYTES = 103
const MAX_LOG_BYTES = 10_000_000
const MB = 1024 * 1024

// However the parent dies, standard input ends; this script then stops the server. A shell gives background jobs an empty
// standard input, hence descriptor 3. The trap keeps this script alive when a signal goes to the whole process group. The
// interrupt is repeated because a server that is just starting ignores the first one.
const SUPERVISOR_SCRIPT = `
trap '' HUP INT TERM
log=$1 sockets=$2
shift 2
exec 3<&0 </dev/null
"$@" >>"$log" 2>&1 3<&- &
server=$!
(
  read -r _ <&3
  for second in 1 2 3 4 5 6 7 8 9 10; do kill -INT $server; sleep 1; done
  kill -QUIT $server
) >/dev/null 2>&1 &
keeper=$!
echo $server
wait $server
kill -KILL $keeper
rmdir "$sockets"
`

export async function readServerRecord(cluster: string): Promise<ServerRecord | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, recordedCluster, , port, socketDir, , , status = ''] = text.split('\n')
  if (!pid || !recordedCluster || !port || !socketDir) return
  return { pid: +pid, cluster: recordedCluster, port: +port, socketDir, status: status.trim() }
}

/** Whether the server of this record runs; its process can be invisible here, as in another container. */
export async function isAlive(cluster: string, record: ServerRecord): Promise<boolean> {
  return (await isServerProcess(cluster, record.pid)) || (await isListening(cluster, record))
}

/** Whether the process is a server on this cluster, not another process with a reused id. */
async function isServerProcess(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === cluster
  }
  const ps = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return (await ps.catch(() => ({ stdout: '' }))).stdout.includes(`postgres -D ${cluster} `)
}

// The kernel accepts connections for a server that hangs, but not for one that has exited. In a copy of a data directory
// the record names the original, so a socket inside the cluster is looked up in this one.
async function isListening(cluster: string, record: ServerRecord): Promise<boolean> {
  const isInside = record.socketDir === record.cluster
  if (!isInside && record.cluster !== cluster) return false
  const path = join(isInside ? cluster : record.socketDir, `.s.PGSQL.${record.port}`)
  const socket = createConnection({ path })
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    // The queue of a server that hangs is full.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN'
  } finally {
    socket.destroy()
  }
}

/** Values by name, over those of this file. */
export type ServerSettings = Record<string, string | number>

/** `stale` is the record of a server that has exited. */
export async function spawnServer(
  { path, account }: Cluster,
  { postgres }: Binaries,
  stale: ServerRecord | undefined,
  settings: ServerSettings = {},
): Promise<ServerProcess> {
  const log = join(path, 'server.log')
  const logStart = await truncateLog(log)
  const socketDir = await chooseSocketDir(path, account, stale)
  const command = [postgres, '-D', path, ...serverSettings(socketDir, settings)]
  const removable = socketDir === path ? '' : socketDir
  const child = spawn('/bin/sh', ['-c', SUPERVISOR_SCRIPT, 'sh', log, removable, ...command], {
    ...account,
    cwd: '/',
    detached: true,
    env: serverEnvironment(stale),
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'exit').then(() => {})
  const [pid] = await Promise.race([once(child.stdout, 'data'), exited.then(() => [''])])
  child.stdout.destroy()
  child.unref()
  return {
    pid: Number(pid),
    exited,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    readLog: () => readFrom(log, logStart),
    async stop() {
      child.ref()
      child.stdin.end()
      await exited
    },
  }
}

async function truncateLog(log: string): Promise<number> {
  const size = await stat(log).then(
    (info) => info.size,
    () => 0,
  )
  if (size <= MAX_LOG_BYTES) return size
  await rm(log)
  return 0
}

// Reuses the directory of a server that was killed, so that they do not accumulate.
async function chooseSocketDir(
  cluster: string,
  { uid, gid }: Account,
  stale: ServerRecord | undefined,
): Promise<string> {
  const socket = join(cluster, `.s.PGSQL.${PORT}`)
  if (Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES) return cluster
  if (stale && (await isReusable(stale.socketDir, uid))) return stale.socketDir
  const socketDir = await mkdtemp(SOCKET_DIR_PREFIX)
  await chown(socketDir, uid, gid)
  return socketDir
}

async function isReusable(directory: string, uid: number): Promise<boolean> {
  if (!directory.startsWith(SOCKET_DIR_PREFIX)) return false
  const info = await stat(directory).catch(() => undefined)
  return info?.uid === uid && (info.mode & 0o777) === 0o700
}

function serverSettings(socketDir: string, settings: ServerSettings): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MB
  const values = {
    listen_addresses: '',
    port: PORT,
    // A list; the quotes allow commas and spaces in a path.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Six processes with about thirty connections each, and some commands.
    max_connections: 200,
    // A write locks about sixty indexes; with fewer fast-path slots writers queue for the shared lock table.
    max_locks_per_transaction: 256,
    // More saved next to nothing: the kernel has the other pages in its cache (docs/benchmarks.md, Memory of PostgreSQL).
    shared_buffers: `${Math.round(Math.min(Math.max(memory / 8, 32), 512))}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '256MB',
    random_page_cost: 1.1,
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    wal_compression: 'off',
    checkpoint_timeout: '15min',
    max_wal_size: '4GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Keeps personal data out of the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...settings,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// PostgreSQL considers a cluster in use while the recorded process runs, unless that is its own ancestor. The variable
// declares it one. Removing the record instead could remove the new one of another start.
export function serverEnvironment(stale: ServerRecord | undefined): NodeJS.ProcessEnv {
  const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }
  return stale ? { ...environment, PG_GRANDPARENT_PID: String(stale.pid) } : environment
}

async function readFrom(path: string, start: number): Promise<string> {
  const text = await readFile(path).catch(() => Buffer.alloc(0))
  return text.subarray(start).toString().trim()
}
