// Connections to PostgreSQL. Writing goes through Kysely and transactions; reading through prepared statements.
import { CompiledQuery, Kysely, type Logger, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { createPools } from './pools.ts'

export { prepared as kept } from './pools.ts'

/** No table types: statements are written in SQL, and the tests hold declarations and tables to each other. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>

/** What the read side asks: connections, or the one of a transaction. */
export type Queries = {
  // biome-ignore lint/suspicious/noExplicitAny: a row is what its statement says, as in the driver
  query<R = any>(query: { text: string; values?: unknown[]; name?: string }): Promise<{ rows: R[] }>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  query<R = any>(text: string, values?: unknown[]): Promise<{ rows: R[] }>
}

export const queriesInTransaction = (tx: Tx): Queries => ({
  query: (query: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
    const { text, values: given = values } = typeof query === 'string' ? { text: query } : query
    return tx.executeQuery(CompiledQuery.raw(text, given)) as Promise<{ rows: never[] }>
  },
})

export type Database = {
  db: Db
  readPool: pg.Pool
  /** For whoever watches how busy they are. */
  pools: Record<'write' | 'read' | 'quick', pg.Pool>
  /** For small statements that are answered at once or given up. */
  quickDb: Db
  /** Where it was found last. */
  readonly connection: pg.ClientConfig
  /** It went away: what is under way fails, and what comes fails at once. */
  lose(): void
  isAway(): boolean
  /** It is there, perhaps elsewhere than before. */
  follow(connection: pg.ClientConfig): void
  close(): Promise<void>
}

// Ids and counts fit in a JavaScript number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// How the read side plans, whatever the server's own settings: its statements are short, so that compiling them
// never pays, and pages come from memory or a solid disk, where reading by an index costs no more than in order.
export const PLANNER_SETTINGS = '-c jit=off -c random_page_cost=1.1'

export const READ_POOL: pg.PoolConfig = {
  max: 10,
  options: `${PLANNER_SETTINGS} -c timezone=UTC -c statement_timeout=30s`,
  // A server that neither answers nor hangs up does not hold a request for ever.
  query_timeout: 35_000,
}

// What the network has cut off from us, the server ends by itself, before its locks keep the next attempt waiting long.
const ABANDONED =
  '-c idle_in_transaction_session_timeout=30s -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

const QUICK_MS = 1000

/** A statement that has just ended. */
export type OnStatement = (text: string, milliseconds: number, errorCode?: string) => void

export function openDatabase(
  connection: pg.ClientConfig,
  log: (error: Error) => void,
  ran?: OnStatement,
): Database {
  const pools = createPools(connection, log)
  const writePool = pools.open({
    max: 10,
    // What a write answers may be rendered within its transaction.
    options: `-c timezone=UTC -c jit=off -c statement_timeout=60s ${ABANDONED}`,
    query_timeout: 65_000,
  })
  const readPool = pools.open(READ_POOL)
  const quickPool = pools.open({
    max: 4,
    // What we no longer wait for, the server ends soon after.
    options: `-c statement_timeout=${2 * QUICK_MS}`,
    connectionTimeoutMillis: QUICK_MS,
    query_timeout: QUICK_MS,
  })
  let current = connection
  return {
    db: new Kysely({
      dialect: new PostgresDialect({
        pool: { connect: () => writePool.connect().catch(unwritten), end: () => writePool.end() },
      }),
      ...(ran && { log: telling(ran) }),
    }),
    quickDb: new Kysely({ dialect: new PostgresDialect({ pool: quickPool }) }),
    readPool,
    pools: { write: writePool, read: readPool, quick: quickPool },
    get connection() {
      return current
    },
    lose: pools.lose,
    isAway: pools.isAway,
    follow(next) {
      current = next
      pools.follow(next)
    },
    close: pools.close,
  }
}

/** Whoever gets no connection to write has written nothing by it. */
function unwritten(error: Error): never {
  throw Object.assign(error, { isUnwritten: true })
}

const telling =
  (ran: OnStatement): Logger =>
  (event) => {
    const code = event.level === 'error' ? codeOf(event.error) : undefined
    ran(event.query.sql, event.queryDurationMillis, code)
  }

/** The same, telling of every statement when it has ended. */
export const observeQueries = (queries: Queries, ran: OnStatement): Queries => ({
  async query(
    query: string | { text: string; values?: unknown[]; name?: string },
    values?: unknown[],
  ) {
    const text = typeof query === 'string' ? query : query.text
    const began = performance.now()
    const tell = (code?: string) => ran(text, performance.now() - began, code)
    try {
      const result = await (typeof query === 'string'
        ? queries.query(query, values)
        : queries.query(query))
      tell()
      return result
    } catch (error) {
      tell(codeOf(error))
      throw error
    }
  },
})

const codeOf = (error: unknown) => (error as { code?: string }).code ?? 'unknown'
