// The environment of the benchmarks: an embedded PostgreSQL, databases filled by `earshot demo`, and the servers to compare.
// EARSHOT_BENCH_DATA keeps the data in a directory for the next run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../src/db/embedded.ts'

// The baselines get the same semi-space size as the service.
const AS_BIN_EARSHOT = '--max-semi-space-size=16'
export const EARSHOT = join(import.meta.dirname, '..', 'bin', 'earshot')

// No rate limit: the benchmarks measure the cost of a request.
const MAX_REQUESTS_PER_MINUTE = '999999999'

export type Running = { url: string; process: ChildProcess; token: string }

export class Environment {
  #server: EmbeddedServer | undefined
  #dataDir: string | undefined
  #running: ChildProcess[] = []

  /** A database with this many sample suggestions; a database that is written to is a copy. */
  async database(suggestions: number, purpose = 'read'): Promise<string> {
    if (purpose !== 'read') await this.database(suggestions)
    const name = `bench_${purpose}_${suggestions}`
    const url = await this.#url(name)
    const client = new pg.Client(await this.#url('postgres'))
    // On failure stop the server first, then report the original error.
    client.on('error', () => {})
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0 && purpose !== 'read')
      await client.query(`create database ${name} template bench_read_${suggestions}`)
    else if (rowCount === 0) {
      console.error(`filling a database with ${suggestions} suggestions …`)
      await client.query(`create database ${name}`)
      const people = String(Math.max(1000, suggestions / 10))
      const accounts = String(Math.max(100, suggestions / 100))
      const size = ['--suggestions', String(suggestions), '--users', people, '--accounts', accounts]
      await this.earshot(['demo', ...size], { DATABASE_URL: url })
    }
    // Kept data can be of an earlier build.
    else await this.earshot(['migrate'], { DATABASE_URL: url })
    await client.end()
    return url
  }

  /** A database without records, and without tables if not `isMigrated`. One of this name is replaced. */
  async emptyDatabase(purpose: string, isMigrated = true): Promise<string> {
    const name = `bench_${purpose}`
    const url = await this.#url(name)
    const client = new pg.Client(await this.#url('postgres'))
    await client.connect()
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
    await client.end()
    if (isMigrated) await this.earshot(['migrate'], { DATABASE_URL: url })
    return url
  }

  /** The service as an operator starts it, with its default log level. */
  async service(
    databaseUrl: string,
    more: Record<string, string> = {},
    options: string[] = [],
  ): Promise<Running> {
    const made = await this.earshot(
      ['clients', 'create', '--name', 'bench', '--limit', MAX_REQUESTS_PER_MINUTE, '--json'],
      {
        DATABASE_URL: databaseUrl,
      },
    )
    const port = await freePort()
    const env = { DATABASE_URL: databaseUrl, PORT: String(port), ...more }
    const child = this.#spawn(EARSHOT, ['serve', '--quiet', ...options], env)
    const url = `http://127.0.0.1:${port}`
    await untilReady(`${url}/readyz`)
    return { url, process: child, token: JSON.parse(made).token }
  }

  /** The baseline: node:http and one hand-written statement. */
  bareServer = (databaseUrl: string, baseUrl: string): Promise<Running> =>
    this.#script('bare-server.ts', '/?per_page=1', {
      DATABASE_URL: databaseUrl,
      EARSHOT_URL: baseUrl,
    })

  /** The baseline of a page: node:http, one hand-written statement, and the bytes of the page at this address. */
  barePageServer = (databaseUrl: string, page: string, forum: number): Promise<Running> =>
    this.#script('bare-page-server.ts', '/', {
      DATABASE_URL: databaseUrl,
      BENCH_PAGE: page,
      BENCH_FORUM: String(forum),
    })

  /** The baseline of uploads and downloads: node:http and files in this directory. */
  bareFileServer = (directory: string): Promise<Running> =>
    this.#script('bare-file-server.ts', '/', { BENCH_FILES: directory })

  /** The baseline of the guards: the list without them. */
  unguardedServer = (databaseUrl: string, baseUrl: string): Promise<Running> =>
    this.#script('unguarded-server.ts', '/api/v2/admin/suggestions?per_page=1', {
      DATABASE_URL: databaseUrl,
      EARSHOT_URL: baseUrl,
    })

  async #script(name: string, readyAt: string, env: Record<string, string>): Promise<Running> {
    const port = await freePort()
    const script = join(import.meta.dirname, name)
    const child = this.#spawn(process.execPath, [AS_BIN_EARSHOT, script], {
      PORT: String(port),
      ...env,
    })
    const url = `http://127.0.0.1:${port}`
    await untilReady(`${url}${readyAt}`)
    return { url, process: child, token: '' }
  }

  async stop(running: Running): Promise<void> {
    running.process.kill('SIGTERM')
    await once(running.process, 'exit')
  }

  async earshot(args: string[], env: Record<string, string>, input = ''): Promise<string> {
    const child = spawn(EARSHOT, args, {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end(input)
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`earshot ${args.join(' ')} ended with ${code}.`)
    return said
  }

  async close(): Promise<void> {
    for (const child of this.#running) if (child.exitCode === null) child.kill('SIGKILL')
    await this.#server?.stop()
    if (this.#dataDir && !process.env.EARSHOT_BENCH_DATA)
      await rm(this.#dataDir, { recursive: true, force: true })
  }

  async #url(database: string): Promise<string> {
    this.#dataDir ??=
      process.env.EARSHOT_BENCH_DATA ?? (await mkdtemp(join(tmpdir(), 'earshot-bench-')))
    await mkdir(this.#dataDir, { recursive: true })
    // Accessible for the account that PostgreSQL uses when this runs as root.
    await chmod(this.#dataDir, 0o755)
    this.#server ??= await startEmbedded(this.#dataDir, () => {})
    // Creates databases and checkpoints.
    const { host, port, user, password = '' } = this.#server.superuser
    const query = new URLSearchParams({ host, port: String(port), user, password })
    return `postgres:///${database}?${query}`
  }

  #spawn(command: string, args: string[], env: Record<string, string>): ChildProcess {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#running.push(child)
    return child
  }
}

export async function residentMegabytes({
  process: { pid },
}: Pick<Running, 'process'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

export async function untilReady(url: string): Promise<void> {
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(5)
  }
  throw new Error(`${url} does not answer.`)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
