// Reads the database of another service in one transaction: read only, and as it was at one moment.
import pg from 'pg'
import { SourceError } from './source-client.ts'
import type { SourceRecord } from './values.ts'

const FETCHED = 2000
const CONNECT_TIMEOUT_MS = 15_000

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
  address: string,
  signal: AbortSignal,
  read: (database: SourceDatabase) => Promise<T>,
): Promise<T> {
  if (!/^postgres(ql)?:\/\//.test(address))
    throw new SourceError('--from should be an address such as postgres://user@host/database.')
  const client = createClient(address)
  // A connection that is lost between two statements.
  client.on('error', () => {})
  try {
    await begin(client)
    return await read(databaseOn(client, signal))
  } catch (error) {
    throw isOfDatabase(error) ? unreadable(error) : error
  } finally {
    await client.end().catch(() => {})
  }
}

function createClient(address: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: 'earshot move-in',
    })
  } catch {
    throw new SourceError('--from is no address of a PostgreSQL database.')
  }
}

async function begin(client: pg.Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    throw unreadable(error as Error)
  }
  await client.query(
    `begin isolation level repeatable read read only;
    set local timezone to 'UTC'; set local datestyle to 'ISO'; set local statement_timeout to 0;
    set local idle_in_transaction_session_timeout to 0`,
  )
}

/** Messages of the server and of the driver have no password. */
const unreadable = ({ message }: Error) =>
  new SourceError(`The database of the source cannot be read: ${message}.`)

/** Refusals of the server, and a connection that is lost. */
const isOfDatabase = (error: unknown): error is Error =>
  error instanceof pg.DatabaseError ||
  (error instanceof Error && /^Connection terminated/.test(error.message))

function databaseOn(client: pg.Client, signal: AbortSignal): SourceDatabase {
  let cursors = 0
  const { host, port, database } = client
  return {
    name: `${host}:${port}/${database}`,
    async hasTable(table) {
      const { rows } = await client.query('select to_regclass($1) is not null as is_there', [
        pg.escapeIdentifier(table),
      ])
      return rows[0].is_there
    },
    async *rows(table, { order = '1', where = 'true', values = [], without = [] } = {}) {
      const cursor = `earshot_${++cursors}`
      const name = pg.escapeIdentifier(table)
      await client.query(
        `declare ${cursor} no scroll cursor for
        select to_jsonb(t) - $${values.length + 1}::text[] as row from ${name} t where ${where} order by ${order}`,
        [...values, without],
      )
      for (;;) {
        signal.throwIfAborted()
        const { rows } = await client.query(`fetch ${FETCHED} from ${cursor}`)
        for (const { row } of rows) yield row as SourceRecord
        if (rows.length < FETCHED) break
      }
      await client.query(`close ${cursor}`)
    },
  }
}
