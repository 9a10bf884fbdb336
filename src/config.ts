// The environment, read once and checked: every wrong value is named, with what would be right.
import { resolve } from 'node:path'
import { parseHosts } from './db/hosts.ts'

export type Config = {
  port: number
  host: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** A replica to read from; null for none. */
  replicaUrl: string | null
  dataDir: string
  /** The public address, without a trailing slash. Null until the port is known. */
  publicUrl: string | null
  logLevel: string
  /** Where uploaded files live. Null: in the data directory. */
  bucket: Bucket | null
  /** Whether downloads pass through us, or are sent on to an address that the bucket signs for a while. */
  downloads: 'proxied' | 'presigned'
  /** Of all files together; null for none. */
  quotaBytes: number | null
  uploadsAtOnce: { inAll: number; byClient: number }
  /** How many processes serve the same database; they count requests together. */
  nodeCount: number
  /** How long it still serves after it was told to stop, so that balancers see that it is not ready. */
  drainSeconds: number
  /** How many proxies stand in front, each of which adds to X-Forwarded-For from whom it heard. */
  trustedProxies: number
  /** Where metrics and health are served by themselves; null: nowhere. */
  metricsPort: number | null
  /** What whoever reads the metrics must send. */
  metricsToken: string | null
  /** Where traces go. */
  tracing: { url: string; share: number } | null
}

/** A bucket of any server that speaks S3. */
export type Bucket = {
  name: string
  /** Before every key; empty, or with a slash at its end. */
  prefix: string
  region: string
  /** Null: Amazon's own. */
  endpoint: string | null
  /** Null: from where Amazon's tools take them, such as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

export class ConfigError extends Error {}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const problems: string[] = []
  const check = (
    name: string,
    right: string,
    isRight: (value: string) => boolean,
    shown = withoutPassword,
  ) => {
    const value = env[name]?.trim() || undefined
    if (value !== undefined && !isRight(value)) {
      problems.push(`${name} is ${JSON.stringify(shown(value))}; it should be ${right}.`)
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
    'an address such as postgres://user:password@host:5432/earshot, or one with several hosts, ' +
      'postgres://user:password@one:5432,two:5432/earshot?target_session_attrs=read-write',
    (value) => parseHosts(value).length > 0,
  )
  const replicaUrl = check(
    'DATABASE_REPLICA_URL',
    'the address of a replica of the database that DATABASE_URL names',
    (value) => databaseUrl !== undefined && parseHosts(value).length > 0,
  )
  const publicUrl = check(
    'EARSHOT_URL',
    'the public http or https address without a path, such as https://feedback.example.com',
    (value) => isHttpUrl(value) && new URL(value).pathname === '/',
  )
  const logLevel = check('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, (value) =>
    LOG_LEVELS.includes(value),
  )
  const filesUrl = check(
    'FILES_URL',
    's3://KEY:SECRET@host:9000/bucket/prefix?region=us-east-1&tls=false, with the key and secret ' +
      'percent-encoded, or s3://bucket/prefix?region=us-east-1 for Amazon',
    (value) => bucketAt(value) !== null,
    withoutAuthority,
  )
  const downloads = check(
    'FILES_DOWNLOADS',
    'proxied, or presigned where FILES_URL names a bucket',
    (value) => value === 'proxied' || (value === 'presigned' && filesUrl !== undefined),
  )
  const quota = check(
    'FILES_QUOTA',
    'how much all files together may have, such as 100GB or 500MB',
    (value) => bytesIn(value) !== null,
  )
  const isCount = (value: string) => /^[1-9]\d{0,3}$/.test(value)
  const inAll = check('UPLOADS_AT_ONCE', 'a whole number from 1 to 9999', isCount)
  const byClient = check('UPLOADS_AT_ONCE_PER_CLIENT', 'a whole number from 1 to 9999', isCount)
  const nodes = check('EARSHOT_NODES', 'a whole number from 1 to 9999', isCount)
  const drain = check(
    'DRAIN_SECONDS',
    'a whole number from 0 to 300',
    (value) => /^\d{1,3}$/.test(value) && Number(value) <= 300,
  )
  const proxies = check('TRUST_PROXY', 'how many proxies stand in front, from 0 to 9', (value) =>
    /^\d$/.test(value),
  )
  const metricsPort = check(
    'METRICS_PORT',
    'a port number from 0 to 65535',
    (value) => /^\d{1,5}$/.test(value) && Number(value) < 65536,
  )
  const metricsToken = check(
    'METRICS_TOKEN',
    'at least 16 letters, digits or signs without spaces',
    (value) => /^[!-~]{16,}$/.test(value),
    () => '…',
  )
  const tracesUrl = check(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'the http or https address of a collector, such as http://127.0.0.1:4318',
    isHttpUrl,
  )
  const tracesShare = check(
    'OTEL_TRACES_SAMPLER_ARG',
    'the share of traces to keep, from 0 to 1',
    (value) => /^(0|1|0?\.\d{1,9}|1\.0+)$/.test(value),
  )
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    port: Number(port ?? 8080),
    host: host ?? '127.0.0.1',
    databaseUrl: databaseUrl ?? null,
    replicaUrl: replicaUrl ?? null,
    dataDir: resolve(env.EARSHOT_DATA?.trim() || resolve(import.meta.dirname, '..', 'data')),
    publicUrl: publicUrl?.replace(/\/+$/, '') ?? null,
    logLevel: logLevel ?? 'info',
    bucket: filesUrl === undefined ? null : bucketAt(filesUrl),
    downloads: downloads === 'presigned' ? 'presigned' : 'proxied',
    quotaBytes: quota === undefined ? null : bytesIn(quota),
    uploadsAtOnce: { inAll: Number(inAll ?? 32), byClient: Number(byClient ?? 8) },
    nodeCount: Number(nodes ?? 1),
    drainSeconds: Number(drain ?? 0),
    trustedProxies: Number(proxies ?? 0),
    metricsPort: metricsPort === undefined ? null : Number(metricsPort),
    metricsToken: metricsToken ?? null,
    tracing:
      tracesUrl === undefined
        ? null
        : { url: tracesUrl.replace(/\/+$/, ''), share: Number(tracesShare ?? 1) },
  }
}

// Up to the last @: people forget to encode a slash in a password.
const withoutPassword = (value: string) => value.replace(/\/\/.*@/, '//…@')

// A secret may stand anywhere in an address that was written wrongly.
const withoutAuthority = (value: string) => value.replace(/^(\w{0,10}:\/\/)?.*/s, '$1…')

function bucketAt(address: string): Bucket | null {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 's3:' || url.hash !== '') return null
  const path = url.pathname.split('/').filter((part) => part !== '')
  const { region = 'us-east-1', tls = 'true', ...unknown } = Object.fromEntries(url.searchParams)
  const isOwnServer = url.username !== ''
  const name = isOwnServer ? path.shift() : url.host
  const isRight =
    /^[\w.-]{3,63}$/.test(name ?? '') &&
    path.every((part) => /^[\w.-]+$/.test(part)) &&
    /^[\w-]+$/.test(region) &&
    /^(true|false)$/.test(tls) &&
    Object.keys(unknown).length === 0 &&
    (isOwnServer ? url.password !== '' && url.host !== '' : url.password === '')
  const credentials = isOwnServer ? decoded(url) : null
  if (!isRight || credentials === undefined) return null
  return {
    name: name as string,
    prefix: path.map((part) => `${part}/`).join(''),
    region,
    endpoint: isOwnServer ? `${tls === 'true' ? 'https' : 'http'}://${url.host}` : null,
    credentials,
  }
}

function decoded({ username, password }: URL): Bucket['credentials'] | undefined {
  try {
    return {
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    }
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

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** `100GB` is a hundred times a thousand million, as disks are sold. */
function bytesIn(text: string): number | null {
  const [, number, unit = 'B'] = /^(\d{1,15}(?:\.\d{1,3})?) ?([kmgt]?b)?$/i.exec(text) ?? []
  if (number === undefined) return null
  const bytes = Math.floor(Number(number) * 1000 ** UNITS.indexOf(unit.toUpperCase()))
  return Number.isSafeInteger(bytes) ? bytes : null
}
