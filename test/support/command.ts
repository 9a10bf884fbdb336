// Runs commands as real processes on the database of a test.
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type pg from 'pg'
import { compileCache, findProgram } from './bundle.ts'
import type { Result, Task } from './command-runner.ts'
import { BASE_URL, TEST_KEY } from './service.ts'

/** The environment of every process that a test starts. The cache makes each start twice as fast. */
export function baseEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: compileCache() }
}

/** As the service of the test has them. */
const own = { EARSHOT_URL: BASE_URL, EARSHOT_SECRET_KEY: TEST_KEY }

const ROOT = join(import.meta.dirname, '../..')
const SOURCE = 'src/cli/main.ts'

/** For processes of their own. The process of other commands loads the sources, once. */
export const MAIN = findProgram(SOURCE)

/** Before the program, as bin/earshot has them. */
export const NODE_OPTIONS = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning']

export const databaseUrl = ({
  connectionString,
  host,
  port,
  user,
  password,
  database,
}: pg.ClientConfig) =>
  connectionString ??
  `postgres:///${database}?${new URLSearchParams({
    host: String(host),
    ...(port && { port: String(port) }),
    ...(user && { user }),
    ...(typeof password === 'string' && { password }),
  })}`

/** Starts a command whose process the test ends or feeds; its output is ignored unless it is piped. */
export function startCommand(
  connection: pg.ClientConfig,
  args: string[],
  stdio: ('pipe' | 'ignore')[] = ['ignore', 'ignore', 'ignore'],
  more: Record<string, string> = {},
): ChildProcess {
  const DATABASE_URL = databaseUrl(connection)
  const env = { ...baseEnvironment(), ...own, DATABASE_URL, ...more }
  const node = [...NODE_OPTIONS, MAIN, ...args]
  return spawn(process.execPath, node, { env, stdio })
}

export function commandOn(connection: pg.ClientConfig, more: Record<string, string> = {}) {
  const DATABASE_URL = databaseUrl(connection)
  return (...args: string[]): Promise<Result> => {
    const env = { ...baseEnvironment(), ...own, DATABASE_URL, ...more }
    return runCommand({ args, env })
  }
}

/** In a process that has loaded the commands before, or in one of its own while that one is busy. */
export const runCommand = (task: Task): Promise<Result> =>
  isRunning ? runProcess(task) : runWarm(task)

const runProcess = ({ args, env }: Task): Promise<Result> =>
  new Promise((resolve) => {
    const options = { env, timeout: 120_000, maxBuffer: 50 * 1024 ** 2 }
    const node = [...NODE_OPTIONS, MAIN, ...args]
    execFile(process.execPath, node, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    )
  })

let runner: ChildProcess | undefined
let isRunning = false

async function runWarm(task: Task): Promise<Result> {
  isRunning = true
  const over = new AbortController()
  const { signal } = over
  try {
    runner ??= startRunner()
    const ended = once(runner, 'exit', { signal }).then(([code, signal]) => {
      throw new Error(`earshot ${task.args.join(' ')} ended its process: ${code ?? signal}`)
    })
    ended.catch(() => {})
    runner.send(task)
    const [result] = await Promise.race([once(runner, 'message', { signal }), ended])
    return result
  } finally {
    over.abort()
    isRunning = false
  }
}

/** It ends with this process, which it does not keep alive. */
function startRunner(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'command-runner.ts'), [join(ROOT, SOURCE)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...baseEnvironment(), NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.once('exit', () => {
    if (runner === child) runner = undefined
  })
  child.unref()
  child.channel?.unref()
  return child
}
