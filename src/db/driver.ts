// How Kysely reaches PostgreSQL: a connection of the pool for each transaction, prepared statements where a write asks for one, and
// rows for COPY.
import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

type ConnectionSource = Pick<pg.Pool, 'connect' | 'end'>

/** A statement that each connection parses and plans once. */
type PreparedQuery = CompiledQuery & { isPrepared: true }

/** Runs a frequent statement, for which parsing and planning would take as long as running. */
export const executePrepared = <T>(
  db: Kysely<unknown>,
  statement: RawBuilder<T>,
): Promise<QueryResult<T>> => {
  const query: PreparedQuery = { ...statement.compile(db), isPrepared: true }
  return db.executeQuery<T>(query as CompiledQuery<T>)
}

/** A COPY … FROM STDIN and its rows, as text. */
type CopyQuery = CompiledQuery & { rows: AsyncIterable<string> | Iterable<Buffer> }

/** Sends rows in the text format of COPY (see renderCopyRow) and returns how many there were. No other statement can run meanwhile. */
export const copyRows = async (
  db: Kysely<unknown>,
  statement: RawBuilder<unknown>,
  rows: CopyQuery['rows'],
): Promise<number> => {
  const query: CopyQuery = { ...statement.compile(db), rows }
  const { numAffectedRows = 0n } = await db.executeQuery(query)
  return Number(numAffectedRows)
}

/** A COPY … TO STDOUT, whose rows are small enough to be kept in memory. */
type CopyOutQuery = CompiledQuery & { isCopiedOut: true }

/** The rows in the text format of COPY. */
export const readRows = async (
  db: Kysely<unknown>,
  statement: RawBuilder<unknown>,
): Promise<Buffer> => {
  const query: CopyOutQuery = { ...statement.compile(db), isCopiedOut: true }
  const { rows } = await db.executeQuery<Buffer>(query as CompiledQuery<Buffer>)
  return Buffer.concat(rows)
}

const ESCAPED = /[\\\t\n\r]/g
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

export const renderCopyRow = (values: (string | number | boolean | null)[]): string =>
  `${values.map(renderCopyValue).join('\t')}\n`

const renderCopyValue = (value: string | number | boolean | null): string => {
  if (value === null) return '\\N'
  if (typeof value !== 'string') return String(value)
  return value.replace(ESCAPED, (character) => ESCAPES[character] as string)
}

type DialectOptions = {
  /** Starts every transaction. */
  begin?: string | undefined
  /** Called with every error of a statement. */
  onError?: ((error: unknown) => void) | undefined
}

export const poolDialect = (pool: ConnectionSource, options: DialectOptions = {}): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new PoolDriver(pool, options),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class PoolDriver implements Driver {
  readonly #pool: ConnectionSource
  readonly #options: DialectOptions

  constructor(pool: ConnectionSource, options: DialectOptions) {
    this.#pool = pool
    this.#options = options
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(await this.#pool.connect(), this.#options.onError)
  }

  async beginTransaction(connection: PoolConnection): Promise<void> {
    await connection.begin(this.#options.begin ?? 'begin')
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release()
  }

  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #onError: DialectOptions['onError']

  constructor(client: pg.PoolClient, onError: DialectOptions['onError']) {
    this.#client = client
    this.#onError = onError
  }

  async begin(statement: string): Promise<void> {
    await this.#client.query(statement)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if ('rows' in query) return this.#copy(query as CopyQuery)
    if ('isCopiedOut' in query) return this.#copyOut(query)
    const { sql: text, parameters } = query
    const name = 'isPrepared' in query ? `write_${hash('sha1', text)}` : undefined
    const { rows, rowCount } = await this.#client
      .query({ text, values: [...parameters], ...(name !== undefined && { name }) })
      .catch((error) => {
        this.#onError?.(error)
        throw error
      })
    return { rows: rows ?? [], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async #copy<R>({ sql: text, rows }: CopyQuery): Promise<QueryResult<R>> {
    const copied = this.#client.query(copyFrom(text))
    try {
      await pipeline(Readable.from(rows, { objectMode: true, highWaterMark: 1 }), copied)
    } catch (error) {
      this.#onError?.(error)
      throw error
    }
    return { rows: [], numAffectedRows: BigInt(copied.rowCount) }
  }

  async #copyOut<R>({ sql: text }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: await this.#client.query(copyTo(text)).toArray() }
  }

  // biome-ignore lint/correctness/useYield: no statement is streamed
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Streaming is not supported.')
  }

  release(): void {
    this.#client.release()
  }
}
