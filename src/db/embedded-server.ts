// The server as a child process that never outlives its parent, and what it writes about itself.

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

/** What a server notes about itself in `postmaster.pid`. */
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
  /** What the server has logged since it was started. */
  readLog(): Promise<string>
}

const PORT = 5432
const SOCKET_DIR_PREFIX = '/tmp/earshot-'
const LONGEST_SOCKET_PATH = 103
const LARGEST_LOG = 10_000_000
const MB = 1024 * 1024

// The end of standard input is the one sign of a parent's death that no kind of death withholds.
// A shell gives background jobs an empty standard input, hence descriptor 3; signals meant for
// the whole group must not take away the one who ends the server, hence the trap. The interrupt
// is repeated because a server that has only just started is deaf to the first one.
const KEEPER = `
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
  const [pid, noted, , port, socketDir, , , status = ''] = text.split('\n')
  if (!pid || !noted || !port || !socketDir) return
  return { pid: +pid, cluster: noted, port: +port, socketDir, status: status.trim() }
}

/** Whether the server that wrote the note lives, though its process may be out of sight, as in another container. */
export async function isAlive(cluster: string, note: ServerRecord): Promise<boolean> {
  return (await isServerOf(cluster, note.pid)) || (await isListening(cluster, note))
}

/** Whether the process is a server on this cluster, rather than another with a reused number. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === cluster
  }
  const ps = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return (await ps.catch(() => ({ stdout: '' }))).stdout.includes(`postgres -D ${cluster} `)
}

// The system accepts for a server that hangs; for one that is gone nobody does. In a copy of a data directory the note
// still names the original, so a socket within the cluster is looked for in this one.
async function isListening(cluster: string, note: ServerRecord): Promise<boolean> {
  const isInside = note.socketDir === note.cluster
  if (!isInside && note.cluster !== cluster) return false
  const path = join(isInside ? cluster : note.socketDir, `.s.PGSQL.${note.port}`)
  const socket = createConnection({ path })
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    // More wait for a server that hangs than the system lets wait.
    return (error as NodeJS.ErrnoException).code === 'EAGAIN'
  } finally {
    socket.destroy()
  }
}

/** `stale` is the note of a server that is known to be gone. */
export async function spawnServer(
  { path, account }: Cluster,
  { postgres }: Binaries,
  stale: ServerRecord | undefined,
): Promise<ServerProcess> {
  const log = join(path, 'server.log')
  const logStart = await boundLog(log)
  const socketDir = await chooseSocketDir(path, account, stale)
  const command = [postgres, '-D', path, ...settings(socketDir)]
  const removable = socketDir === path ? '' : socketDir
  const child = spawn('/bin/sh', ['-c', KEEPER, 'sh', log, removable, ...command], {
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

async function boundLog(log: string): Promise<number> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size <= LARGEST_LOG) return size
  await rm(log)
  return 0
}

// A directory of a server that was killed is used again, so that none pile up.
async function chooseSocketDir(
  cluster: string,
  { uid, gid }: Account,
  stale: ServerRecord | undefined,
): Promise<string> {
  const socket = join(cluster, `.s.PGSQL.${PORT}`)
  if (Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH) return cluster
  if (stale && (await isReusable(stale.socketDir, uid))) return stale.socketDir
  const socketDir = await mkdtemp(SOCKET_DIR_PREFIX)
  await chown(socketDir, uid, gid)
  return socketDir
}

async function isReusable(directory: string, uid: number): Promise<boolean> {
  if (!directory.startsWith(SOCKET_DIR_PREFIX)) return false
  const found = await stat(directory).catch(() => undefined)
  return found?.uid === uid && (found.mode & 0o777) === 0o700
}

function settings(socketDir: string): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MB
  const values = {
    listen_addresses: '',
    port: PORT,
    // A list, whose members are quoted for the sake of commas and spaces.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Six processes, each with some thirty, and commands beside them.
    max_connections: 200,
    // A write touches some sixty indexes; with fewer places for their locks near at hand, writers queue for the common ones.
    max_locks_per_transaction: 256,
    shared_buffers: `${Math.round(Math.min(Math.max(memory / 8, 32), 1024))}MB`,
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
    // What people wrote belongs into the tables, not into the log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

// PostgreSQL holds a cluster taken while the noted process lives, unless it is its own forebear.
// So it is told, rather than the note removed: two starting at once must not remove a new one.
function serverEnvironment(stale: ServerRecord | undefined): NodeJS.ProcessEnv {
  const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }
  return stale ? { ...environment, PG_GRANDPARENT_PID: String(stale.pid) } : environment
}

async function readFrom(path: string, start: number): Promise<string> {
  const text = await readFile(path).catch(() => Buffer.alloc(0))
  return text.subarray(start).toString().trim()
}
