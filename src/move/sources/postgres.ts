// Reads the database of another service in one transaction: read only, and as it was at one moment.
import { isIP, type LookupFunction, Socket, type TcpNetConnectOpts } from 'node:net'
import pg from 'pg'
import { parseDatabaseAddress } from '../../core/database-address.ts'
import { OutgoingError } from '../../core/outgoing.ts'
import type { FileSourceOptions } from './file-source.ts'
import { SourceError } from './source-client.ts'
import type { SourceRecord } from './values.ts'

const MAX_FETCHED = 2000
const FIRST_FETCHED = 100
/** What a statement returns is in memory as a whole: as many rows as have about so many bytes, and an end where they have far more. */
const FETCHED_BYTES = 4 * 1024 ** 2
const MAX_FETCHED_BYTES = 64 * 1024 ** 2
const CONNECT_TIMEOUT_MS = 15_000
/** A server that says nothing for so long is gone. */
const QUERY_TIMEOUT_MS = 10 * 60_000

const GOODBYE_MS = 2000

export type DatabaseOptions = Pick<FileSourceOptions, 'from' | 'password' | 'outgoing' | 'signal'>

export type SourceDatabase = {
  /** Host and database, without user and password. */
  name: string
  hasTable(table: string): Promise<boolean>
  /** The rows as JSON: times are in UTC, and columns that a version does not have are absent. */
  rows(table: string, options?: RowOptions): AsyncGenerator<SourceRecord>
}

export type RowOptions = {
  /** SQL of the row `t`. */
  order?: string
  where?: string
  values?: unknown[]
  /** Columns that are not read, such as passwords. */
  without?: string[]
}

/** The address can have a password, so no message quotes it. */
export async function withSourceDatabase<T>(
  options: DatabaseOptions,
  read: (database: SourceDatabase) => Promise<T>,
): Promise<T> {
  const { signal } = options
  const client = await createClient(options)
  // A connection that is lost between two statements.
  client.on('error', () => {})
  // Not politely: a server that does not answer would keep the connection.
  const stop = () => void client.connection.stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await inWords(options, () => begin(client))
    return await read(databaseOn(client, options))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    const late = setTimeout(stop, GOODBYE_MS)
    await client.end().catch(() => {})
    clearTimeout(late)
  }
}

const COMMON = {
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: QUERY_TIMEOUT_MS,
  application_name: 'earshot move-in',
}

async function createClient(options: DatabaseOptions): Promise<pg.Client> {
  const { from, outgoing } = options
  if (outgoing) return new pg.Client({ ...COMMON, ...(await guardedConfig(options, outgoing)) })
  if (!/^postgres(ql)?:\/\//.test(from))
    throw new SourceError('--from should be an address such as postgres://user@host/database.')
  try {
    return new pg.Client({ ...COMMON, connectionString: from })
  } catch {
    throw new SourceError('--from is no address of a PostgreSQL database.')
  }
}

/** Of an address that the operator did not type. The environment and the files of the operator, such as PGPASSWORD, are not for it. */
async function guardedConfig(
  { from, password = '', signal }: DatabaseOptions,
  outgoing: NonNullable<DatabaseOptions['outgoing']>,
): Promise<pg.ClientConfig> {
  const address = parseDatabaseAddress(from)
  if (!address) throw new SourceError('The address is not that of a PostgreSQL database.')
  const { host, port, user, database, hasTls } = address
  let lookup: LookupFunction
  try {
    lookup = await outgoing.lookup(host, signal)
  } catch (error) {
    throw error instanceof OutgoingError ? new SourceError(error.message) : error
  }
  return {
    host,
    port,
    user,
    database,
    // A function is called in any case. PGPASSWORD would be in the place of an empty text.
    password: () => password,
    // The driver names the host to the server and checks the certificate for it, unless it is an address.
    ssl: hasTls && { rejectUnauthorized: true, ...(isIP(host) !== 0 && { host }) },
    stream: () => socketTo(lookup),
  }
}

/** Connects to the addresses that were checked, whatever the name leads to meanwhile. */
function socketTo(lookup: LookupFunction): Socket {
  const socket = new Socket()
  const connectTo = socket.connect.bind(socket) as (to: TcpNetConnectOpts) => Socket
  const connect = (port: number, host: string) => connectTo({ port, host, lookup })
  return Object.assign(socket, { connect })
}

async function begin(client: pg.Client): Promise<void> {
  await client.connect()
  await client.query(
    `begin isolation level repeatable read read only;
    set local timezone to 'UTC'; set local datestyle to 'ISO'; set local statement_timeout to 0;
    set local idle_in_transaction_session_timeout to 0`,
  )
}

const MAX_REASON = 300

/** The driver says no password. A server that somebody chose could repeat the one that it gets. */
function unreadable({ message }: Error, { password }: DatabaseOptions): SourceError {
  const said = (password ? message.replaceAll(password, '…') : message).slice(0, MAX_REASON)
  const advice = /does not support SSL/.test(message)
    ? ' Add ?sslmode=disable to the address if the network is trusted.'
    : ''
  return new SourceError(`The database of the source cannot be read: ${said}.${advice}`)
}

async function inWords<T>(options: DatabaseOptions, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw unreadable(error as Error, options)
  }
}

/** Counts what the server sends for each statement, and breaks off where it is too much. */
function boundedBytes({ connection: { stream } }: pg.Client) {
  let bytes = 0
  stream.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > MAX_FETCHED_BYTES) stream.destroy()
  })
  return {
    read: () => bytes,
    async during<T>(ask: () => Promise<T>): Promise<T> {
      bytes = 0
      try {
        return await ask()
      } catch (error) {
        throw bytes > MAX_FETCHED_BYTES ? new Error(TOO_LARGE) : error
      }
    },
  }
}

const TOO_LARGE = `one of its rows has more than ${MAX_FETCHED_BYTES / 1024 ** 2} MB`

function databaseOn(client: pg.Client, options: DatabaseOptions): SourceDatabase {
  const bytes = boundedBytes(client)
  const ask = (text: string, values: unknown[] = []) =>
    inWords(options, () => bytes.during(() => client.query(text, values)))
  let cursors = 0
  const { host, port, database } = client
  return {
    name: `${host}:${port}/${database}`,
    async hasTable(table) {
      const { rows } = await ask('select to_regclass($1) is not null as is_there', [
        pg.escapeIdentifier(table),
      ])
      return rows[0].is_there
    },
    async *rows(table, { order = '1', where = 'true', values = [], without = [] } = {}) {
      const cursor = `earshot_${++cursors}`
      const name = pg.escapeIdentifier(table)
      await ask(
        `declare ${cursor} no scroll cursor for
        select to_jsonb(t) - $${values.length + 1}::text[] as row from ${name} t where ${where} order by ${order}`,
        [...values, without],
      )
      let count = FIRST_FETCHED
      for (;;) {
        options.signal.throwIfAborted()
        const { rows } = await ask(`fetch ${count} from ${cursor}`)
        const isLast = rows.length < count
        count = Math.min(MAX_FETCHED, Math.ceil((count * FETCHED_BYTES) / bytes.read()))
        for (const { row } of rows) yield row as SourceRecord
        if (isLast) break
      }
      await ask(`close ${cursor}`)
    },
  }
}
