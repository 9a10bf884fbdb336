// The environment. Every variable is declared once, in VARIABLES: its member of the configuration, its default, its parser,
// the text of its error, its documentation.

import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  isJson,
  type OidcSettings,
  parseOidcProviders,
  SettingError,
} from './auth/sign-in/oidc-settings.ts'
import type { MailSettings } from './core/mail.ts'
import { parseHosts } from './db/hosts.ts'

/** A bucket of any server that speaks S3. */
export type Bucket = {
  name: string
  /** Prepended to every key; empty, or with a trailing slash. */
  prefix: string
  region: string
  /** Null: Amazon S3. */
  endpoint: string | null
  /** Null: the AWS SDK finds them, as in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** Where a store is: a bucket, or a directory. */
export type FilesLocation = { bucket: Bucket } | { directory: string }

export class ConfigError extends Error {}

export type Variable<T> = {
  /** Its name in the configuration. Without one, `combine` uses it. */
  member?: string
  /** The value that applies when the variable is not set; null and an empty list: none. */
  default: unknown
  /** The default as documented, where it is no literal value. */
  documentedDefault?: string
  /** One sentence for the documentation. */
  meaning: string
  /** Completes `NAME is "…"; it should be …`, and documents the allowed values. */
  allowed: string
  /** Undefined for a value that is not allowed. A SettingError says what is wrong with a long one. */
  parse(value: string, env: NodeJS.ProcessEnv): T | undefined
  /** How an error message shows the value; without its password by default. */
  redact?(value: string): string
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const FILES_URL_FORMS =
  's3://KEY:SECRET@host:9000/bucket/prefix?region=us-east-1&tls=false with the key and secret percent-encoded, ' +
  's3://bucket/prefix?region=us-east-1 for Amazon S3, or file:///directory'

export const VARIABLES = {
  PORT: {
    member: 'port',
    default: 8080,
    meaning: 'The port of the service. `0` chooses a free port.',
    ...portNumber(),
  },
  HOST: {
    member: 'host',
    default: '127.0.0.1',
    meaning: 'The address that the service and the metrics listen on. `0.0.0.0` is every address.',
    allowed: 'an address or a host name, such as 127.0.0.1 or 0.0.0.0',
    parse: (value) => (/^[\w.:-]+$/.test(value) ? value : undefined),
  },
  EARSHOT_URL: {
    member: 'publicUrl',
    default: null,
    documentedDefault: 'the local address',
    meaning: 'The public address. Every URL in a record starts with it.',
    allowed:
      'the public http or https address without a path, such as https://feedback.example.com',
    parse: (value) =>
      isHttpUrl(value) && new URL(value).pathname === '/' ? trimSlashes(value) : undefined,
  },
  EARSHOT_DATA: {
    member: 'dataDir',
    default: resolve(import.meta.dirname, '..', 'data'),
    documentedDefault: '`data/` in the checkout',
    meaning:
      'The directory of the embedded database, of uploaded files unless `FILES_URL` is set, and of the first token.',
    allowed: 'a directory',
    parse: (value) => resolve(value),
  },
  DATABASE_URL: {
    member: 'databaseUrl',
    default: null,
    documentedDefault: 'the embedded server',
    meaning:
      'Your PostgreSQL, version 15 or newer. Of several hosts, the one that accepts writes is used.',
    allowed:
      'an address such as postgres://user:password@host:5432/earshot, or one with several hosts, ' +
      'postgres://user:password@one:5432,two:5432/earshot?target_session_attrs=read-write',
    parse: (value) => (parseHosts(value).length > 0 ? value : undefined),
  },
  DATABASE_REPLICA_URL: {
    member: 'replicaUrl',
    default: null,
    meaning: 'A streaming replica to read from. Each client still reads its own writes.',
    allowed: 'the address of a replica of the database that DATABASE_URL names',
    parse: (value, env) =>
      hasValue(env.DATABASE_URL) && parseHosts(value).length > 0 ? value : undefined,
  },
  LOG_LEVEL: {
    member: 'logLevel',
    default: 'info',
    meaning: 'The least severe log lines that are written.',
    allowed: `one of ${LOG_LEVELS.join(', ')}`,
    parse: (value) => (LOG_LEVELS.includes(value) ? value : undefined),
  },
  NO_COLOR: {
    member: 'hasColor',
    default: true,
    documentedDefault: 'none',
    meaning: 'Any value turns colors on a terminal off.',
    allowed: 'any value',
    parse: () => false,
  },
  FILES_URL: {
    default: null,
    documentedDefault: '`files/` in `EARSHOT_DATA`',
    meaning:
      'The store of uploaded files: a bucket of any server that speaks S3, or a directory. ' +
      '`earshot files move` copies the files to another store.',
    allowed: FILES_URL_FORMS,
    parse: parseFilesUrl,
    redact: redactAuthority,
  },
  FILES_DOWNLOADS: {
    member: 'downloads',
    default: 'proxied',
    meaning: '`presigned` redirects downloads to a signed bucket URL.',
    allowed: 'proxied, or presigned where FILES_URL names a bucket',
    parse: (value, env) => {
      if (value === 'proxied') return value
      return value === 'presigned' && /^\s*s3:/.test(env.FILES_URL ?? '') ? value : undefined
    },
  },
  FILES_QUOTA: {
    member: 'quotaBytes',
    default: null,
    meaning: 'The limit for all uploaded files together.',
    allowed: 'a size such as 100GB or 500MB',
    parse: parseBytes,
  },
  UPLOADS_AT_ONCE: {
    default: 32,
    meaning: 'How many uploads a process accepts at the same time; more get 503.',
    ...count(1, 9999),
  },
  UPLOADS_AT_ONCE_PER_CLIENT: {
    default: 8,
    meaning: 'The same limit for one API client.',
    ...count(1, 9999),
  },
  STREAMS_AT_ONCE: {
    member: 'streamCount',
    default: 1000,
    meaning:
      'How many streams of events a process has at the same time; more get 503. A person has at most 10.',
    ...count(1, 9999),
  },
  CONNECTIONS_PER_ADDRESS: {
    member: 'connectionsPerAddress',
    default: 512,
    meaning:
      'How many connections of one address, or of one IPv6 /64, a process has at the same time; more are closed. Not used with `TRUST_PROXY`.',
    ...count(1, 9999),
  },
  EARSHOT_NODES: {
    member: 'nodeCount',
    default: 1,
    meaning: 'How many processes serve this database. With more than one they share rate limits.',
    ...count(1, 9999),
  },
  DRAIN_SECONDS: {
    member: 'drainSeconds',
    default: 0,
    meaning:
      'How long the process still serves after SIGTERM while `/readyz` answers 503, so that load balancers notice.',
    ...count(0, 300),
  },
  TRUST_PROXY: {
    member: 'trustedProxies',
    default: 0,
    meaning:
      'How many proxies are in front. The client address is then taken from `X-Forwarded-For`. ' +
      'Set it only if clients cannot bypass the proxies.',
    allowed: 'the number of proxies in front, from 0 to 9',
    parse: (value) => (/^\d$/.test(value) ? Number(value) : undefined),
  },
  METRICS_PORT: {
    member: 'metricsPort',
    default: null,
    meaning: 'A port for `/metrics`, `/readyz` and `/healthz` only, on `HOST`.',
    ...portNumber(),
  },
  METRICS_TOKEN: {
    member: 'metricsToken',
    default: null,
    meaning:
      'The bearer token required to read `/metrics`. With a token, the main port serves `/metrics` too.',
    allowed: 'at least 16 letters, digits or signs without spaces',
    parse: (value) => (/^[!-~]{16,}$/.test(value) ? value : undefined),
    redact: () => '…',
  },
  OIDC_PROVIDERS: {
    member: 'oidcProviders',
    default: [] as OidcSettings[],
    meaning:
      'The OpenID providers for single sign-on ([sign-in.md](sign-in.md#single-sign-on)). A file keeps the secrets out of the environment.',
    allowed: 'the path of a JSON file with a list of providers, or the list itself',
    parse: parseOidcProviders,
    redact: (value) => (isJson(value) ? '…' : value),
  },
  SMTP_URL: {
    default: null,
    meaning:
      'The mail server. Links to sign in and invitations are mailed when it is set ([sign-in.md](sign-in.md#mailed-links)).',
    allowed:
      'smtp://USER:PASSWORD@host:587 for STARTTLS, smtps://USER:PASSWORD@host:465 for TLS, or smtp://host:25?tls=false, ' +
      'with the user and the password percent-encoded',
    parse: (value, env) => {
      const server = parseSmtpUrl(value)
      if (server && !hasValue(env.MAIL_FROM))
        throw new SettingError(
          'MAIL_FROM is not set. Set it to the sender, such as earshot@example.com.',
        )
      return server
    },
    redact: redactAuthority,
  },
  MAIL_FROM: {
    default: null,
    meaning: 'The sender of mails; required with `SMTP_URL`.',
    allowed: 'an e-mail address, or a name and an address such as Earshot <earshot@example.com>',
    parse: (value) =>
      /^([^<>"@,;:\r\n]{1,100} <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/.test(value)
        ? value
        : undefined,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: null,
    meaning: 'The collector that receives traces by OTLP over HTTP.',
    allowed: 'the http or https address of a collector, such as http://127.0.0.1:4318',
    parse: (value) => (isHttpUrl(value) ? trimSlashes(value) : undefined),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: 1,
    meaning: 'The ratio of traces started here that are sampled.',
    allowed: 'a ratio from 0 to 1',
    parse: (value) => (/^(0|1|0?\.\d{1,9}|1\.0+)$/.test(value) ? Number(value) : undefined),
  },
} as const satisfies Record<string, Variable<unknown>>

/** Read by Node.js or by a library, not by this file; documented with the others. */
export const LIBRARY_VARIABLES: Record<string, string> = {
  AWS_ACCESS_KEY_ID: 'The key of a bucket whose `FILES_URL` names no key; read by the AWS SDK.',
  AWS_SECRET_ACCESS_KEY: 'The secret of that key; read by the AWS SDK, as are its other variables.',
  NODE_COMPILE_CACHE:
    'The directory where Node.js caches compiled sources, which makes starts faster.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers sent to the trace collector; read by OpenTelemetry.',
}

/** Read by single commands. */
export const COMMAND_VARIABLES: Record<string, string> = {
  EARSHOT_DEBUG: '`1` prints the stack trace of an error, as `--debug` does.',
  EARSHOT_TOKEN: 'The token of `earshot api`; default: the token in the data directory.',
}

export type VariableName = keyof typeof VARIABLES
type Values = {
  [Name in VariableName]:
    | Exclude<ReturnType<(typeof VARIABLES)[Name]['parse']>, undefined>
    | (typeof VARIABLES)[Name]['default']
}
type Members = {
  [Name in VariableName as (typeof VARIABLES)[Name] extends { member: infer Member extends string }
    ? Member
    : never]: Values[Name]
}

export type Config = Members & ReturnType<typeof combine>

/** What is made of several variables. */
function combine(values: Values) {
  const defaultFiles: FilesLocation = { directory: join(values.EARSHOT_DATA, 'files') }
  const files = values.FILES_URL ?? defaultFiles
  const smtp = values.SMTP_URL
  const tracesUrl = values.OTEL_EXPORTER_OTLP_ENDPOINT
  const mail: MailSettings | null = smtp && { ...smtp, from: values.MAIL_FROM ?? '' }
  return {
    /** The directory of uploaded files, unless `bucket` is set. */
    filesDir: 'directory' in files ? files.directory : defaultFiles.directory,
    bucket: 'bucket' in files ? files.bucket : null,
    uploadConcurrency: {
      total: values.UPLOADS_AT_ONCE,
      perClient: values.UPLOADS_AT_ONCE_PER_CLIENT,
    },
    tracing:
      tracesUrl === null ? null : { url: tracesUrl, sampleRatio: values.OTEL_TRACES_SAMPLER_ARG },
    /** Null: no mail is sent. */
    mail,
  }
}

/** Throws one ConfigError that names every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  const members: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries<Variable<unknown>>(VARIABLES)) {
    const { value, problem } = readVariable(name, variable, env)
    if (problem !== undefined) problems.push(problem)
    values[name] = value
    if (variable.member !== undefined) members[variable.member] = value
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return { ...(members as Members), ...combine(values as Values) }
}

function readVariable(
  name: string,
  variable: Variable<unknown>,
  env: NodeJS.ProcessEnv,
): { value?: unknown; problem?: string } {
  const text = env[name]?.trim()
  if (!hasValue(text)) return { value: variable.default }
  try {
    const value = variable.parse(text, env)
    return value === undefined ? { problem: describeProblem(name, variable, text) } : { value }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return { problem: `${name}: ${error.message}` }
  }
}

const hasValue = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== ''

function describeProblem(name: string, variable: Variable<unknown>, text: string): string {
  const shown = (variable.redact ?? redactPassword)(text)
  return `${name} is ${JSON.stringify(shown)}; it should be ${variable.allowed}.`
}

// Up to the last @: people forget to encode a slash in a password.
function redactPassword(value: string): string {
  return value.replace(/\/\/.*@/, '//…@')
}

// A secret can be anywhere in an address that was mistyped.
function redactAuthority(value: string): string {
  return value.replace(/^(\w{0,10}:\/\/)?.*/s, '$1…')
}

function portNumber(): Pick<Variable<number>, 'allowed' | 'parse'> {
  return {
    allowed: 'a port number from 0 to 65535',
    parse: (value) =>
      /^\d{1,5}$/.test(value) && Number(value) < 65536 ? Number(value) : undefined,
  }
}

function count(min: number, max: number): Pick<Variable<number>, 'allowed' | 'parse'> {
  return {
    allowed: `a whole number from ${min} to ${max}`,
    parse: (value) => {
      const number = /^\d{1,4}$/.test(value) ? Number(value) : Number.NaN
      return number >= min && number <= max ? number : undefined
    },
  }
}

/** `s3://…` or `file:///…`; undefined for anything else. */
export function parseFilesUrl(address: string): FilesLocation | undefined {
  const url = URL.parse(address)
  if (url === null || url.hash !== '') return undefined
  if (url.protocol === 'file:') return parseDirectory(url)
  const bucket = url.protocol === 's3:' ? parseBucket(url) : undefined
  return bucket && { bucket }
}

function parseDirectory({ host, pathname, search }: URL): FilesLocation | undefined {
  if (host !== '' || search !== '' || pathname === '/') return undefined
  const path = decode(pathname)
  return path === undefined ? undefined : { directory: resolve(path) }
}

function parseBucket(url: URL): Bucket | undefined {
  const path = url.pathname.split('/').filter((part) => part !== '')
  const { region = 'us-east-1', tls = 'true', ...unknown } = Object.fromEntries(url.searchParams)
  const isOwnServer = url.username !== ''
  const name = isOwnServer ? path.shift() : url.host
  const isValid =
    /^[\w.-]{3,63}$/.test(name ?? '') &&
    path.every((part) => /^[\w.-]+$/.test(part)) &&
    /^[\w-]+$/.test(region) &&
    /^(true|false)$/.test(tls) &&
    Object.keys(unknown).length === 0 &&
    (isOwnServer ? url.password !== '' && url.host !== '' : url.password === '')
  const credentials = isOwnServer ? decodeCredentials(url) : null
  if (!isValid || credentials === undefined) return undefined
  return {
    name: name as string,
    prefix: path.map((part) => `${part}/`).join(''),
    region,
    endpoint: isOwnServer ? `${tls === 'true' ? 'https' : 'http'}://${url.host}` : null,
    credentials,
  }
}

const SMTP_PORTS = { always: 465, starttls: 587, none: 25 }

function parseSmtpUrl(address: string): Omit<MailSettings, 'from'> | undefined {
  const url = URL.parse(address)
  if (url === null || url.hostname === '' || url.hash !== '' || !/^\/?$/.test(url.pathname))
    return undefined
  const { tls: flag = 'true', ...unknown } = Object.fromEntries(url.searchParams)
  if (!/^(true|false)$/.test(flag) || Object.keys(unknown).length > 0) return undefined
  const isPlain = flag === 'false'
  if (url.protocol !== 'smtp:' && (url.protocol !== 'smtps:' || isPlain)) return undefined
  const tls = url.protocol === 'smtps:' ? 'always' : isPlain ? 'none' : 'starttls'
  const [user, pass] = [decode(url.username), decode(url.password)]
  if (user === undefined || pass === undefined || (user === '') !== (pass === '')) return undefined
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? SMTP_PORTS[tls] : Number(url.port),
    tls,
    auth: user === '' ? null : { user, pass },
  }
}

function decodeCredentials({ username, password }: URL): Bucket['credentials'] | undefined {
  const [accessKeyId, secretAccessKey] = [decode(username), decode(password)]
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return { accessKeyId, secretAccessKey }
}

/** Undefined where the percent-encoding is invalid. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

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

const trimSlashes = (value: string) => value.replace(/\/+$/, '')

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Decimal units: `100GB` is 100,000,000,000 bytes. */
function parseBytes(text: string): number | undefined {
  const [, number, unit = 'B'] = /^(\d{1,15}(?:\.\d{1,3})?) ?([kmgt]?b)?$/i.exec(text) ?? []
  if (number === undefined) return undefined
  const bytes = Math.floor(Number(number) * 1000 ** UNITS.indexOf(unit.toUpperCase()))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** The value of FILES_URL for this location, without the secret. */
export function formatFilesUrl(location: FilesLocation): string {
  if ('directory' in location) return pathToFileURL(location.directory).href
  const { name, prefix, region, endpoint, credentials } = location.bucket
  const server = endpoint === null ? null : new URL(endpoint)
  const query = new URLSearchParams({
    ...(region !== 'us-east-1' && { region }),
    ...(server?.protocol === 'http:' && { tls: 'false' }),
  })
  const key = credentials && `${encodeURIComponent(credentials.accessKeyId)}:…@`
  const path = [server === null ? [] : [`${key}${server.host}`], name, prefix.split('/')].flat(2)
  return `s3://${path.filter((part) => part !== '').join('/')}${query.size === 0 ? '' : `?${query}`}`
}
