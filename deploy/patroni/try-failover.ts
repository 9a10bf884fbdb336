// Starts PostgreSQL with a synchronous standby under Patroni and etcd on this machine, and Earshot on it. Kills the primary with its
// Patroni while clients write, waits for the fail-over, and compares what was acknowledged with what is stored. Then the killed server
// returns as the standby, and the other one is killed.
//
//   apt install etcd-server patroni postgresql postgresql-contrib
//   node deploy/patroni/try-failover.ts [ROUNDS]
//
// Everything is in a temporary directory and ends with the script. The exit code is 0 when nothing was lost, 1 otherwise, and 77 when
// a program is missing. Started by root, the servers run as the user `postgres`.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const ROOT = join(import.meta.dirname, '../..')
const ROUNDS = Number(process.argv[2] ?? 2)
const WRITERS = 4
const PASSWORD = 'of-a-cluster-that-lives-for-minutes'
const WAIT_MS = 180_000

const PROGRAMS = {
  etcd: ['/usr/bin/etcd', '/usr/local/bin/etcd'],
  patroni: ['/usr/bin/patroni', '/usr/local/bin/patroni'],
  // The newest version that is installed.
  postgres: globSync('/usr/lib/postgresql/*/bin/postgres')
    .sort((a, b) => versionOf(b) - versionOf(a))
    .concat('/usr/local/bin/postgres', '/usr/local/pgsql/bin/postgres'),
}

function versionOf(path: string): number {
  return Number(/postgresql\/(\d+)\//.exec(path)?.[1])
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findProgram(name: keyof typeof PROGRAMS): string {
  const path = PROGRAMS[name].find(isProgram)
  if (path !== undefined) return path
  console.log(`skipped: ${name} is not installed`)
  process.exit(77)
}

const programs = {
  etcd: findProgram('etcd'),
  patroni: findProgram('patroni'),
  postgres: findProgram('postgres'),
}

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

function idOf(flag: string): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}

const home = mkdtempSync(join(tmpdir(), 'earshot-patroni-'))
chmodSync(home, 0o755)
const children = new Set<ChildProcess>()
const nodes: Node[] = []

/** Ends with the script, with every process that it started itself. */
function start(command: string, args: string[], { env = {}, asServer = false } = {}) {
  const child = spawn(command, args, {
    cwd: home,
    env: { ...process.env, ...env },
    ...(asServer && account),
  })
  children.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output = (output + data).slice(-100_000)
    })
  child.once('exit', () => children.delete(child))
  return { child, output: () => output }
}

/** As when the machine loses its power: Patroni, the server, which is no child of it, and the sessions of the server. */
function killNode({ dataDir, running }: Node): void {
  killProcess(running?.child.pid)
  const [first] = readPidFile(join(dataDir, 'postmaster.pid'))
  killProcess(first)
}

function readPidFile(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').split('\n', 1).map(Number)
  } catch {
    return []
  }
}

function killProcess(pid: number | undefined): void {
  if (!pid) return
  const children = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
  for (const id of [pid, ...children.map(([child]) => child as number)])
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // It ended already.
    }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

async function until<T>(what: string, find: () => Promise<T | undefined | false>): Promise<T> {
  const giveUpAt = Date.now() + WAIT_MS
  while (Date.now() < giveUpAt) {
    const found = await find().catch(() => undefined)
    if (found) return found
    await sleep(200)
  }
  throw new Error(`${what} did not happen within ${WAIT_MS / 1000} seconds`)
}

type Node = {
  name: string
  port: number
  api: number
  config: string
  dataDir: string
  running: ReturnType<typeof start> | null
}

async function describeNode(name: string, etcdPort: number): Promise<Node> {
  const [port, api] = [await freePort(), await freePort()]
  const dataDir = join(home, name)
  const config = join(home, `${name}.yml`)
  const user = (name: string) => ({ username: name, password: PASSWORD })
  // YAML contains JSON.
  const settings = {
    scope: 'earshot',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        // A commit waits for the standby, and only a standby that has every acknowledged commit is promoted.
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: join(programs.postgres, '..'),
      pgpass: join(home, `${name}.pgpass`),
      authentication: {
        superuser: user('postgres'),
        replication: user('replicator'),
        rewind: user('rewind'),
      },
      parameters: { unix_socket_directories: '', password_encryption: 'scram-sha-256' },
    },
  }
  writeFileSync(config, JSON.stringify(settings), { mode: 0o600 })
  if (account.uid !== undefined) chownSync(config, account.uid, account.gid as number)
  return { name, port, api, config, dataDir, running: null }
}

function startNode(node: Node): void {
  node.running = start(programs.patroni, [node.config], { asServer: true })
}

async function query(port: number, text: string, database = 'postgres') {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: PASSWORD,
    database,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** As Patroni itself reports it: `leader`, `sync_standby` or `replica`. */
async function roleOf({ api }: Node, role: 'primary' | 'synchronous'): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${api}/${role}`, {
    signal: AbortSignal.timeout(2000),
  })
  await answer.text()
  return answer.ok
}

const findNode = (nodes: Node[], role: 'primary' | 'synchronous') => async () => {
  for (const node of nodes) if (await roleOf(node, role).catch(() => false)) return node
  return undefined
}

type Write = { name: string; status: number; at: number }

async function run(): Promise<number> {
  mkdirSync(join(home, 'data'))
  if (account.uid !== undefined) chownSync(home, account.uid, account.gid as number)
  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const url = (port: number) => `http://127.0.0.1:${port}`
  start(
    programs.etcd,
    [
      ['--data-dir', join(home, 'etcd')],
      ['--listen-client-urls', url(etcdPort)],
      ['--advertise-client-urls', url(etcdPort)],
      ['--listen-peer-urls', url(peerPort)],
      ['--initial-advertise-peer-urls', url(peerPort)],
      ['--initial-cluster', `default=${url(peerPort)}`],
    ].flat(),
    { asServer: true },
  )
  nodes.push(await describeNode('one', etcdPort), await describeNode('two', etcdPort))
  for (const node of nodes) startNode(node)
  const first = await until('a primary', findNode(nodes, 'primary'))
  await until('a synchronous standby', findNode(nodes, 'synchronous'))
  const [{ version }] = await query(
    first.port,
    `select current_setting('server_version') as version`,
  )
  console.log(
    `PostgreSQL ${version}: ${first.name} is the primary, the other is its synchronous standby`,
  )
  await query(first.port, `create role earshot login password '${PASSWORD}'`)
  await query(first.port, 'create database earshot owner earshot')

  const env = {
    DATABASE_URL: `postgres://earshot:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/earshot?target_session_attrs=read-write`,
    EARSHOT_DATA: join(home, 'data'),
    PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
  }
  const main = ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/cli/main.ts')]
  const service = start(process.execPath, [...main, 'serve'], { env })
  await until('the start of Earshot', async () => /Ctrl-C stops it/.test(service.output()))
  execFileSync(process.execPath, [...main, 'plan', 'set', 'unlimited'], {
    env: { ...process.env, ...env },
  })
  const [, tokenFile = ''] = /^ {2}Token +in the file (.+)$/m.exec(service.output()) ?? []
  const token = readFileSync(tokenFile, 'utf8').trim()

  const written: Write[] = []
  let isOver = false
  const keepWriting = async (writer: number) => {
    for (let i = 0; !isOver; i++) {
      const name = `writer ${writer}, label ${i}`
      const status = await fetch(`http://127.0.0.1:${env.PORT}/api/v2/admin/labels`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }).then(
        async (answer) => {
          await answer.text()
          return answer.status
        },
        () => 0,
      )
      written.push({ name, status, at: performance.now() })
      if (status !== 201) await sleep(100)
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, i) => keepWriting(i))
  const acknowledged = () => written.filter(({ status }) => status === 201)
  for (let round = 1; round <= ROUNDS; round++) {
    const before = acknowledged().length
    await until('a hundred writes', async () => acknowledged().length >= before + 100)
    const primary = await until('a primary', findNode(nodes, 'primary'))
    await until('a synchronous standby', findNode(nodes, 'synchronous'))
    const killedAt = performance.now()
    killNode(primary)
    const others = nodes.filter((node) => node !== primary)
    const next = await until('a fail-over', findNode(others, 'primary'))
    const isWriting = async () => acknowledged().some(({ at }) => at > killedAt + 200)
    await until('a write after the fail-over', isWriting)
    const back = acknowledged().find(({ at }) => at > killedAt + 200) as Write
    const seconds = ((back.at - killedAt) / 1000).toFixed(1)
    console.log(
      `round ${round}: killed ${primary.name}; ${next.name} took over; first write after ${seconds} s`,
    )
    startNode(primary)
    await until('the return of the killed server', findNode([primary], 'synchronous'))
    console.log(`round ${round}: ${primary.name} is back as the synchronous standby`)
  }
  isOver = true
  await Promise.all(writers)

  const primary = await until('a primary', findNode(nodes, 'primary'))
  const rows = await query(
    primary.port,
    'select name, count(*)::int as count from labels group by name',
    'earshot',
  )
  const counts = new Map<string, number>(rows.map(({ name, count }) => [name, count]))
  const lost = acknowledged().filter(({ name }) => !counts.has(name))
  const duplicated = [...counts.values()].filter((count) => count > 1)
  const refused = written.filter(({ status }) => status === 503)
  const others = written.length - acknowledged().length - refused.length
  console.log(
    `${acknowledged().length} writes acknowledged, ${lost.length} lost, ${duplicated.length} duplicated; ` +
      `${refused.length} answered with 503, ${others} otherwise`,
  )
  if (others > 0)
    console.log(`other statuses: ${[...new Set(written.map(({ status }) => status))].join(', ')}`)
  return lost.length + duplicated.length === 0 ? 0 : 1
}

function end(code: number): never {
  for (const { pid } of children) killProcess(pid)
  for (const node of nodes) killNode(node)
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(130))
run().then(end, (error) => {
  console.error(error)
  for (const name of ['one', 'two'])
    try {
      console.error(
        execFileSync('sh', ['-c', `tail -n 5 '${home}/${name}'/log/* 2>/dev/null || true`], {
          encoding: 'utf8',
        }),
      )
    } catch {
      // Nothing more is known.
    }
  end(1)
})
