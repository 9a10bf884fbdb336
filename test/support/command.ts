// Runs commands as real processes on the database of a test.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'
import { BASE_URL } from './service.ts'

/** The environment of every process that a test starts. The cache makes each start twice as fast. */
export function baseEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE }
}

export type Result = { code: number; stdout: string; stderr: string }

const MAIN = join(import.meta.dirname, '../..', 'src', 'cli', 'main.ts')

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
): ChildProcess {
  const DATABASE_URL = databaseUrl(connection)
  const env = { ...baseEnvironment(), DATABASE_URL, EARSHOT_URL: BASE_URL }
  const node = ['--disable-warning=ExperimentalWarning', MAIN, ...args]
  return spawn(process.execPath, node, { env, stdio })
}

export function commandOn(connection: pg.ClientConfig, more: Record<string, string> = {}) {
  const DATABASE_URL = databaseUrl(connection)
  return (...args: string[]): Promise<Result> => {
    const env = { ...baseEnvironment(), DATABASE_URL, EARSHOT_URL: BASE_URL, ...more }
    return new Promise((resolve) => {
      const options = { env, timeout: 120_000, maxBuffer: 50 * 1024 ** 2 }
      const node = ['--disable-warning=ExperimentalWarning', MAIN, ...args]
      execFile(process.execPath, node, options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      )
    })
  }
}
