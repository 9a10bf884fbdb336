// Connections to PostgreSQL. Writes use Kysely and transactions; reads use prepared statements.
import { CompiledQuery, Kysely, type Logger, type Transaction } from 'kysely'
import pg from 'pg'
import { poolDialect } from './driver.ts'
import { POOLED_BEGIN, POOLED_OPTIONS } from './pooler.ts'
import { createPools } from './pools.ts'
import { DATABASE_TIMEOUTS, type DatabaseTimeouts } from './timeouts.ts'

/** Without table types: statements are SQL, and tests compare declarations with tables. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>

/** Where reads are sent: a pool, or the connection of a transaction. */
export type Queries = {
  // biome-ignore lint/suspicious/noExplicitAny: the statement defines the row, as in the driver
  query<R = any>(query: { text: string; values?: unknown[]; name?: string }): Promise<{ rows: R[] }>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  query<R = any>(text: string, values?: unknown[]): Promise<{ rows: R[] }>
}

export const queriesInTransaction = (tx: Tx): Queries => ({
  query: (query: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
    const { text, values: parameters = values } =
      typeof query === 'string' ? { text: query } : query
    return tx.executeQuery(CompiledQuery.raw(text, parameters)) as Promise<{ rows: never[] }>
  },
})

/** The transaction that a connection outside of the pools is in. */
export const transactionOn = (client: pg.Client): Tx => {
  const connection = { query: client.query.bind(client), release() {} }
  const connect = async () => connection as unknown as pg.PoolClient
  return new Kysely({ dialect: poolDialect({ connect, end: async () => {} } as never) }) as Tx
}

/** The connections of a pool other than those of the service. */
export const databaseOn = (pool: pg.Pool): Db => new Kysely({ dialect: poolDialect(pool) })

/** Who writes: the person and the request, for the events of what changes. */
export type WriteOrigin = { userId: number; requestId: string }

export type Database = {
  db: Db
  /** The same connections; its transactions name their origin. */
  dbOf(origin: WriteOrigin): Db
  readPool: pg.Pool
  /** For metrics. */
  pools: Record<'write' | 'read' | 'quick' | 'jobs' | 'heartbeat', pg.Pool>
  /** For short statements with a short timeout. */
  quickDb: Db
  /** The last known server. */
  readonly connection: pg.ClientConfig
  /** Queries in progress and new ones fail at once. */
  disconnect(): void
  isUnavailable(): boolean
  /** The database is available, possibly on another server. */
  reconnect(connection: pg.ClientConfig): void
  /** As it was opened with. */
  timeouts: DatabaseTimeouts
  close(): Promise<void>
}

// Ids and counts fit in a JavaScript number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// Planner settings of reads, whatever the server's own: short statements gain nothing from compilation, and on solid-state
// disks random pages cost no more than sequential ones.
export const PLANNER_SETTINGS = '-c jit=off -c random_page_cost=1.1'

const POOL_SIZES = {
  write: 10,
  read: 10,
  quick: 4,
  // The session of the worker, its listener, and one for each job that starts or ends at the same time.
  jobs: 5,
  heartbeat: 1,
}

export const READ_POOL: pg.PoolConfig = {
  max: POOL_SIZES.read,
  options: `${PLANNER_SETTINGS} -c timezone=UTC -c statement_timeout=30s`,
  // Limits a request when the server neither answers nor disconnects.
  query_timeout: 35_000,
}

// The server ends sessions that the network cut off, before their locks block a retry for long.
const ABANDONED_SESSION_SETTINGS =
  '-c idle_in_transaction_session_timeout=30s -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** Called when a statement has ended. */
export type OnStatement = (text: string, milliseconds: number, errorCode?: string) => void

type DatabaseOptions = {
  /** A pooler for requests. */
  pooler?: pg.ClientConfig | undefined
  onStatement?: OnStatement | undefined
  /** Called with the error of a statement of a write. */
  onWriteError?: ((error: unknown) => void) | undefined
  timeouts?: DatabaseTimeouts | undefined
}

/** Besides the pools: the watch and the listener. */
const SINGLE_CONNECTIONS = 2

/** The most connections to the primary that a process opens in normal operation. */
export function countConnections({
  hasJobs,
  hasReplica,
}: {
  hasJobs: boolean
  hasReplica: boolean
}): number {
  const { jobs, ...pools } = POOL_SIZES
  const pooled = Object.values(pools).reduce((sum, size) => sum + size, 0)
  // Writes are announced to readers of a replica on a connection of its own.
  return pooled + SINGLE_CONNECTIONS + (hasJobs ? jobs : 0) + (hasReplica ? 1 : 0)
}

export function openDatabase(
  connection: pg.ClientConfig,
  log: (error: Error) => void,
  { onStatement, onWriteError, timeouts = DATABASE_TIMEOUTS, pooler }: DatabaseOptions = {},
): Database {
  const pools = createPools(connection, timeouts, log)
  // Of the settings of a session a pooler passes on only some.
  const pooled = pooler && { options: POOLED_OPTIONS }
  const writePool = pools.open(
    {
      max: POOL_SIZES.write,
      // The response to a write can be rendered in its transaction.
      options: `-c timezone=UTC -c jit=off -c statement_timeout=60s ${ABANDONED_SESSION_SETTINGS}`,
      query_timeout: 65_000,
      ...pooled,
    },
    pooler,
  )
  const readPool = pools.open({ ...READ_POOL, ...pooled }, pooler)
  const quickPool = pools.open({
    max: POOL_SIZES.quick,
    // The server cancels soon after the client stops waiting.
    options: `-c statement_timeout=${2 * timeouts.quick}`,
    connectionTimeoutMillis: timeouts.quick,
    query_timeout: timeouts.quick,
  })
  const jobsPool = pools.open({
    max: POOL_SIZES.jobs,
    // A crash of the server can undo the end of a job, which then runs again and finds nothing left to do.
    options: `-c statement_timeout=30s -c synchronous_commit=off ${ABANDONED_SESSION_SETTINGS}`,
  })
  const heartbeatPool = pools.open({
    max: POOL_SIZES.heartbeat,
    // Without a timeout for the answer: a commit that waits for a standby holds its session, and a second one would hold another.
    // It never lasts, so that it notices new settings of the role or the database.
    options: '-c statement_timeout=10s',
    maxLifetimeSeconds: 60,
  })
  let current = connection
  const writes = {
    connect: () => writePool.connect().catch(markUnwritten),
    end: () => writePool.end(),
  }
  const begin = pooler ? POOLED_BEGIN : 'begin'
  const openDb = (origin?: WriteOrigin): Db =>
    new Kysely({
      dialect: poolDialect(writes, {
        begin: origin ? `${begin}; ${setOrigin(origin)}` : begin,
        onError: onWriteError,
      }),
      ...(onStatement && { log: reportStatements(onStatement) }),
    })
  return {
    db: openDb(),
    dbOf: openDb,
    quickDb: new Kysely({ dialect: poolDialect(quickPool) }),
    readPool,
    pools: {
      write: writePool,
      read: readPool,
      quick: quickPool,
      jobs: jobsPool,
      heartbeat: heartbeatPool,
    },
    get connection() {
      return current
    },
    timeouts,
    disconnect: pools.disconnect,
    isUnavailable: pools.isUnavailable,
    reconnect(next) {
      current = next
      pools.reconnect(next)
    },
    close: pools.close,
  }
}

/** The value of `earshot.origin` (functions/events.sql). */
export const formatOrigin = ({ userId, requestId }: WriteOrigin) => `${userId} ${requestId}`

/** In the round trip that begins the transaction anyway, which takes no parameters. */
const setOrigin = (origin: WriteOrigin) =>
  `set local earshot.origin = ${pg.escapeLiteral(formatOrigin(origin))}`

/** Without a connection nothing was written. */
function markUnwritten(error: Error): never {
  throw Object.assign(error, { isUnwritten: true })
}

const reportStatements =
  (onStatement: OnStatement): Logger =>
  (event) => {
    const code = event.level === 'error' ? errorCodeOf(event.error) : undefined
    onStatement(event.query.sql, event.queryDurationMillis, code)
  }

/** Reports every statement when it has ended. */
export const observeQueries = (queries: Queries, onStatement: OnStatement): Queries => ({
  async query(
    query: string | { text: string; values?: unknown[]; name?: string },
    values?: unknown[],
  ) {
    const text = typeof query === 'string' ? query : query.text
    const startedAt = performance.now()
    const report = (code?: string) => onStatement(text, performance.now() - startedAt, code)
    try {
      const result = await (typeof query === 'string'
        ? queries.query(query, values)
        : queries.query(query))
      report()
      return result
    } catch (error) {
      report(errorCodeOf(error))
      throw error
    }
  },
})

const errorCodeOf = (error: unknown) => (error as { code?: string }).code ?? 'unknown'
