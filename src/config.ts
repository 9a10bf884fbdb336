// The environment. Every variable is declared once, in VARIABLES: its member of the configuration, its default, its parser,
// the text of its error, its documentation.

import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SettingError } from './auth/sign-in/oidc-settings.ts'
import { parseNetwork } from './core/networks.ts'
import { parseSecretKeys, SECRET_KEY_FORM } from './core/secret-keys.ts'
import { isPackaged } from './core/source-files.ts'
import { parseHosts } from './db/hosts.ts'
import { parseCron } from './settings/cron.ts'
import { type FixedSettings, SETTING_VARIABLES } from './settings/declarations.ts'
import {
  count,
  decodePercent,
  hasValue,
  redactAuthority,
  type Variable,
} from './settings/variable.ts'

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

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const FILES_URL_FORMS =
  's3://KEY:SECRET@host:9000/bucket/prefix?region=us-east-1&tls=false with the key and secret percent-encoded, ' +
  's3://bucket/prefix?region=us-east-1 for Amazon S3, or file:///directory'

const MAX_DNS_SERVERS = 5

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
    // npm replaces the directory of a package with all that is in it.
    default: isPackaged ? resolve('data') : resolve(import.meta.dirname, '..', 'data'),
    documentedDefault: '`data/` in the checkout; of the npm package, in the current directory',
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
  DATABASE_OWNER_URL: {
    member: 'databaseOwnerUrl',
    default: null,
    documentedDefault: 'the role of `DATABASE_URL`',
    meaning:
      'The same database as the role that owns its schema, for migrations. The role of `DATABASE_URL` then only reads and writes rows ([operating.md](operating.md#roles-of-the-database)).',
    allowed: 'the address of the database that DATABASE_URL names, with another user',
    parse: (value, env) =>
      hasValue(env.DATABASE_URL) && parseHosts(value).length > 0 ? value : undefined,
  },
  DATABASE_POOL_URL: {
    member: 'poolUrl',
    default: null,
    meaning:
      'A connection pooler in front of that database, such as PgBouncer in transaction mode, for requests ([resilience.md](resilience.md#connection-poolers)). `DATABASE_URL` leads to the server itself.',
    allowed: 'the address of a pooler of the database that DATABASE_URL names, with the same user',
    parse: (value, env) =>
      hasValue(env.DATABASE_URL) && parseHosts(value).length === 1 ? value : undefined,
  },
  DATABASE_REPLICA_URL: {
    member: 'replicaUrl',
    default: null,
    meaning: 'A streaming replica to read from. Each client still reads its own writes.',
    allowed: 'the address of a replica of the database that DATABASE_URL names',
    parse: (value, env) =>
      hasValue(env.DATABASE_URL) && parseHosts(value).length > 0 ? value : undefined,
  },
  EARSHOT_SECRET_KEY: {
    member: 'secretKeys',
    default: null,
    documentedDefault: '`secret-key` in `EARSHOT_DATA`',
    meaning:
      'The key that encrypts secrets in the database ([operating.md](operating.md#the-secret-key)), the same for all processes. ' +
      'Of several keys the first one encrypts, and the others only decrypt.',
    allowed: `keys that \`earshot secret-key create\` prints, separated by commas: ${SECRET_KEY_FORM}`,
    parse: parseSecretKeys,
    redact: () => '…',
  },
  EARSHOT_SECRET_KEY_FILE: {
    member: 'secretKeyFile',
    default: null,
    documentedDefault: '`secret-key` in `EARSHOT_DATA`',
    meaning: 'A file with these keys, one per line, instead of `EARSHOT_SECRET_KEY`.',
    allowed: 'the path of a file, without EARSHOT_SECRET_KEY',
    parse: (value, env) => (hasValue(env.EARSHOT_SECRET_KEY) ? undefined : resolve(value)),
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
  EARSHOT_NODES: {
    member: 'nodeCount',
    default: 1,
    documentedDefault: 'counted',
    meaning:
      'The least number of processes that serve this database. With more than one they share rate limits. ' +
      'Not needed: processes count themselves ([scaling.md](scaling.md#several-processes)).',
    ...count({ minimum: 1, maximum: 9999 }),
  },
  DRAIN_SECONDS: {
    member: 'drainSeconds',
    default: 0,
    meaning:
      'How long the process still serves after SIGTERM while `/readyz` answers 503, so that load balancers notice. Every response closes its connection.',
    ...count({ minimum: 0, maximum: 300 }),
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
  OUTGOING_NETWORKS: {
    member: 'outgoingNetworks',
    default: [],
    meaning:
      'Networks that the service may send requests to although they are not public ([security.md](security.md#requests-to-addresses-of-others)), such as that of an OpenID provider that owners have set.',
    allowed: 'addresses and networks in CIDR notation, separated by commas, such as 10.20.0.0/16',
    parse: parseNetworks,
  },
  DNS_SERVERS: {
    member: 'dnsServers',
    default: [],
    documentedDefault: 'those of the system',
    meaning: 'The DNS servers that the check of mail records asks ([mail.md](mail.md#dns)).',
    allowed: `at most ${MAX_DNS_SERVERS} addresses with or without a port, separated by commas, such as 10.0.0.53 or [::1]:5353`,
    parse: parseDnsServers,
  },
  MAIL_REPLY_DOMAIN: {
    default: null,
    meaning:
      'The domain of addresses on which replies and bounces come back ([incoming-mail.md](incoming-mail.md)). Mails have such addresses when it is set.',
    allowed: 'a domain in lower case, such as reply.example.com',
    parse: (value) =>
      /^(?=.{3,190}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(value)
        ? value
        : undefined,
  },
  MAIL_LISTEN: {
    default: null,
    meaning: 'Where the service receives these mails itself, by SMTP or LMTP.',
    allowed:
      'smtp://0.0.0.0:25, lmtp://127.0.0.1:2424 or lmtp:///run/earshot/lmtp.sock, with MAIL_REPLY_DOMAIN',
    parse: (value, env) => (hasValue(env.MAIL_REPLY_DOMAIN) ? parseMailListen(value) : undefined),
  },
  MAIL_LISTEN_CERT_FILE: {
    default: null,
    meaning: 'The certificate for STARTTLS, as PEM with its chain.',
    allowed: 'the path of a file, with MAIL_LISTEN and MAIL_LISTEN_KEY_FILE',
    parse: (value, env) =>
      hasValue(env.MAIL_LISTEN) && hasValue(env.MAIL_LISTEN_KEY_FILE) ? resolve(value) : undefined,
  },
  MAIL_LISTEN_KEY_FILE: {
    default: null,
    meaning: 'The private key of that certificate.',
    allowed: 'the path of a file, with MAIL_LISTEN and MAIL_LISTEN_CERT_FILE',
    parse: (value, env) =>
      hasValue(env.MAIL_LISTEN) && hasValue(env.MAIL_LISTEN_CERT_FILE) ? resolve(value) : undefined,
  },
  MAIL_HOOK_SECRET: {
    default: null,
    meaning:
      'The secret in the address to which a provider of mail sends these mails ([incoming-mail.md](incoming-mail.md#by-a-hook-of-a-provider)).',
    allowed: 'at least 32 letters, digits, - or _, with MAIL_REPLY_DOMAIN',
    parse: (value, env) =>
      /^[\w-]{32,200}$/.test(value) && hasValue(env.MAIL_REPLY_DOMAIN) ? value : undefined,
    redact: () => '…',
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
  BACKUP_URL: {
    default: null,
    meaning:
      'Where scheduled backups go: a directory, or a bucket of any server that speaks S3 ([operating.md](operating.md#scheduled-backups)). Background jobs make them.',
    allowed: FILES_URL_FORMS,
    parse: parseFilesUrl,
    redact: redactAuthority,
  },
  BACKUP_SCHEDULE: {
    default: '0 3 * * *',
    meaning: 'When they are made, in UTC.',
    allowed: 'the five fields of cron, such as 0 3 * * * or 30 */6 * * *',
    parse: parseCron,
  },
  BACKUP_KEEP_DAYS: {
    default: 7,
    meaning: 'The newest backup of each of so many days is kept.',
    ...count({ minimum: 1, maximum: 9999 }),
  },
  BACKUP_KEEP_WEEKS: {
    default: 4,
    meaning: 'The newest backup of each of so many weeks is kept.',
    ...count({ minimum: 0, maximum: 9999 }),
  },
  BACKUP_RECIPIENTS: {
    default: null,
    meaning: 'The public keys of age whose holders can read scheduled backups.',
    allowed: 'public keys of age (age1…), separated by commas, without BACKUP_PASSPHRASE_FILE',
    // A secret key in its place is not shown.
    redact: () => '…',
    parse: (value, env) => {
      const keys = value.split(',').map((key) => key.trim())
      const isValid = keys.every((key) => /^age1[0-9a-z]{20,4000}$/.test(key))
      return isValid && !hasValue(env.BACKUP_PASSPHRASE_FILE) ? keys : undefined
    },
  },
  BACKUP_PASSPHRASE_FILE: {
    default: null,
    meaning: 'A file whose first line is the passphrase of scheduled backups.',
    allowed: 'the path of a file',
    parse: (value) => resolve(value),
  },
  ...SETTING_VARIABLES,
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

export type Config = Members &
  ReturnType<typeof combine> & {
    /** The settings that the environment decides. The others are in the database. */
    settings: FixedSettings
  }

/** What is made of several variables. */
function combine(values: Values) {
  const defaultFiles: FilesLocation = { directory: join(values.EARSHOT_DATA, 'files') }
  const files = values.FILES_URL ?? defaultFiles
  const tracesUrl = values.OTEL_EXPORTER_OTLP_ENDPOINT
  return {
    /** The directory of uploaded files, unless `bucket` is set. */
    filesDir: 'directory' in files ? files.directory : defaultFiles.directory,
    bucket: 'bucket' in files ? files.bucket : null,
    /** Null without scheduled backups. */
    backups: values.BACKUP_URL && {
      location: values.BACKUP_URL,
      schedule: values.BACKUP_SCHEDULE,
      keep: { days: values.BACKUP_KEEP_DAYS, weeks: values.BACKUP_KEEP_WEEKS },
      recipients: values.BACKUP_RECIPIENTS,
      passphraseFile: values.BACKUP_PASSPHRASE_FILE,
    },
    /** Null: no mails come back. */
    incomingMail:
      values.MAIL_REPLY_DOMAIN === null
        ? null
        : {
            domain: values.MAIL_REPLY_DOMAIN,
            hookSecret: values.MAIL_HOOK_SECRET,
            listening: values.MAIL_LISTEN && {
              ...values.MAIL_LISTEN,
              tls:
                values.MAIL_LISTEN_CERT_FILE === null || values.MAIL_LISTEN_KEY_FILE === null
                  ? null
                  : {
                      certFile: values.MAIL_LISTEN_CERT_FILE,
                      keyFile: values.MAIL_LISTEN_KEY_FILE,
                    },
            },
          },
    tracing:
      tracesUrl === null ? null : { url: tracesUrl, sampleRatio: values.OTEL_TRACES_SAMPLER_ARG },
  }
}

/** Throws one ConfigError that names every invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  const members: Record<string, unknown> = {}
  const settings: Record<string, unknown> = {}
  for (const [name, variable] of Object.entries<Variable<unknown>>(VARIABLES)) {
    const { value, problem } = readVariable(name, variable, env)
    if (problem !== undefined) problems.push(problem)
    values[name] = value
    if (variable.member !== undefined) members[variable.member] = value
    if (variable.setting !== undefined && hasValue(env[name])) settings[variable.setting] = value
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    ...(members as Members),
    ...combine(values as Values),
    settings: settings as FixedSettings,
  }
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

function describeProblem(name: string, variable: Variable<unknown>, text: string): string {
  const shown = (variable.redact ?? redactPassword)(text)
  return `${name} is ${JSON.stringify(shown)}; it should be ${variable.allowed}.`
}

// Up to the last @: people forget to encode a slash in a password.
function redactPassword(value: string): string {
  return value.replace(/\/\/.*@/, '//…@')
}

function portNumber(): Pick<Variable<number>, 'allowed' | 'parse'> {
  return {
    allowed: 'a port number from 0 to 65535',
    parse: (value) =>
      /^\d{1,5}$/.test(value) && Number(value) < 65536 ? Number(value) : undefined,
  }
}

/** Addresses, and IPv6 ones in brackets before a port. */
function parseDnsServers(value: string): string[] | undefined {
  const servers = value.split(',').map((server) => server.trim())
  const isServer = (text: string) => {
    const [, bracketed, plain = '', port = '53'] =
      /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
    const hasPort = Number(port) > 0 && Number(port) < 65_536
    return isIP(text) !== 0 || (hasPort && isIP(bracketed ?? plain) !== 0)
  }
  return servers.length <= MAX_DNS_SERVERS && servers.every(isServer) ? servers : undefined
}

type MailPlace = {
  protocol: 'smtp' | 'lmtp'
  host: string
  port: number
  /** Of a Unix socket. */
  path: string | null
}

function parseMailListen(value: string): MailPlace | undefined {
  const socket = /^lmtp:\/\/(\/[^\s?#]{1,100})$/.exec(value)?.[1]
  if (socket !== undefined) return { protocol: 'lmtp', host: '', port: 0, path: socket }
  const [, protocol, bracketed, name, port] =
    /^(smtp|lmtp):\/\/(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})\/?$/.exec(value) ?? []
  const host = bracketed ?? name
  if (host === undefined || Number(port) > 65535) return undefined
  return { protocol: protocol as 'smtp' | 'lmtp', host, port: Number(port), path: null }
}

function parseNetworks(value: string): string[] | undefined {
  const networks = value.split(',').map(parseNetwork)
  return networks.every((network) => network !== undefined) ? networks : undefined
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
  const path = decodePercent(pathname)
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

function decodeCredentials({ username, password }: URL): Bucket['credentials'] | undefined {
  const [accessKeyId, secretAccessKey] = [decodePercent(username), decodePercent(password)]
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return { accessKeyId, secretAccessKey }
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
