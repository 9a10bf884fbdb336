// The environment, read once and checked: every wrong value is named, with what would be right.
import { resolve } from 'node:path'

export type Config = {
  port: number
  host: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  dataDir: string
  /** The public address, without a trailing slash. Null until the port is known. */
  publicUrl: string | null
  logLevel: string
}

export class ConfigError extends Error {}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const check = (name: string, right: string, isRight: (value: string) => boolean) => {
    const value = env[name]?.trim() || undefined
    if (value !== undefined && !isRight(value)) {
      problems.push(`${name} is ${JSON.stringify(withoutPassword(value))}; it should be ${right}.`)
    }
    return value
  }
  const port = check(
    'PORT',
    'a port number from 0 to 65535',
    (value) => /^\d{1,5}$/.test(value) && Number(value) < 65536,
  )
  const host = check('HOST', 'an address or a host name, such as 127.0.0.1 or 0.0.0.0', (value) =>
    /^[\w.:-]+$/.test(value),
  )
  const databaseUrl = check(
    'DATABASE_URL',
    'an address such as postgres://user:password@host:5432/earshot',
    (value) => /^postgres(ql)?:\/\/.+/.test(value) && URL.canParse(value),
  )
  const publicUrl = check(
    'EARSHOT_URL',
    'the public http or https address, such as https://feedback.example.com',
    isHttpUrl,
  )
  const logLevel = check('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, (value) =>
    LOG_LEVELS.includes(value),
  )
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    port: Number(port ?? 8080),
    host: host ?? '127.0.0.1',
    databaseUrl: databaseUrl ?? null,
    dataDir: resolve(env.EARSHOT_DATA?.trim() || resolve(import.meta.dirname, '..', 'data')),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    logLevel: logLevel ?? 'info',
  }
}

const withoutPassword = (value: string) => value.replace(/\/\/[^/]*@/, '//…@')

function isHttpUrl(value: string): boolean {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  )
}
