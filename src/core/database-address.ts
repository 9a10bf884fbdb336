// Addresses of PostgreSQL databases that others choose: postgres://user@host:5432/database.
import { isIP } from 'node:net'

export type DatabaseAddress = {
  /** Without the brackets of IPv6. */
  host: string
  port: number
  user: string
  database: string
  /** Unless `?sslmode=disable` says otherwise. */
  hasTls: boolean
  /** Host, port and database. */
  name: string
}

const DEFAULT_PORT = 5432
const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*\.?$/
const TLS_MODES = ['require', 'verify-full']
/** PostgreSQL's. */
const MAX_NAME_BYTES = 63

/** Undefined for anything else, also with a password, a path of a socket or other parameters. */
export function parseDatabaseAddress(address: string): DatabaseAddress | undefined {
  const url = URL.parse(address)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return undefined
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port)
  const user = decode(url.username)
  const database = decode(url.pathname.slice(1))
  const { sslmode = 'verify-full', ...others } = Object.fromEntries(url.searchParams)
  const isPlace = (isIP(host) !== 0 || HOST.test(host)) && port > 0
  const isNamed = [user, database].every((name) => name !== undefined && isName(name))
  const isKnownMode = sslmode === 'disable' || TLS_MODES.includes(sslmode)
  if (!isPlace || !isNamed || !isKnownMode) return undefined
  if (url.password !== '' || url.hash !== '' || Object.keys(others).length > 0) return undefined
  return {
    host,
    port,
    user: user as string,
    database: database as string,
    hasTls: sslmode !== 'disable',
    name: `${host}:${port}/${database}`,
  }
}

const isName = (name: string) =>
  name !== '' && Buffer.byteLength(name) <= MAX_NAME_BYTES && !/[\p{Cc}/]/u.test(name)

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
