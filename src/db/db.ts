// Connections to PostgreSQL. Writing goes through Kysely and transactions; reading through prepared statements.
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'

/** No table types: statements are written in SQL, and the tests hold declarations and tables to each other. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>

export type Database = {
  db: Db
  readPool: pg.Pool
  connection: pg.ClientConfig
  /** Connections made from now on go there: an embedded server that was started again may have moved. */
  follow(connection: pg.ClientConfig): void
  close(): Promise<void>
}

// Ids and counts fit in a JavaScript number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

// How the read side plans, whatever the server's own settings: its statements are short, so that compiling them
// never pays, and pages come from memory or a solid disk, where reading by an index costs no more than in order.
export const PLANNING = '-c jit=off -c random_page_cost=1.1'

const KEPT = '/* kept */'

/** Begins a statement that is sent often: each connection reads and plans it once, which takes as long as running it. */
export const kept = sql.raw(KEPT)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size}`
  names.set(text, name)
  return name
}

class KeepingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver has a dozen forms of this call; all but one pass through
  override query(...[text, values, ...rest]: any[]): any {
    const isKept = typeof text === 'string' && text.startsWith(KEPT)
    const query = super.query as (...given: unknown[]) => unknown
    return isKept
      ? query.call(this, { name: nameOf(text), text, values }, ...rest)
      : query.call(this, text, values, ...rest)
  }
}

export function openDatabase(connection: pg.ClientConfig, log: (error: Error) => void): Database {
  const settings = {
    ...connection,
    application_name: 'earshot',
    max: 10,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  }
  const writePool = new pg.Pool({
    ...settings,
    Client: KeepingClient,
    options: '-c statement_timeout=60s',
    query_timeout: 65_000,
  })
  const readPool = new pg.Pool({
    ...settings,
    options: `${PLANNING} -c timezone=UTC -c statement_timeout=30s`,
    // A server that neither answers nor hangs up does not hold a request for ever.
    query_timeout: 35_000,
  })
  // An idle connection that breaks is replaced when next needed.
  for (const pool of [writePool, readPool]) {
    pool.on('error', log)
    // One that breaks while lent out tells its query; without a listener it would end the process as well.
    pool.on('connect', (client) => client.on('error', () => {}))
  }
  return {
    db: new Kysely({ dialect: new PostgresDialect({ pool: writePool }) }),
    readPool,
    connection,
    follow: (next) => {
      for (const pool of [writePool, readPool]) Object.assign(pool.options, next)
    },
    close: async () => {
      await Promise.all([writePool.end(), readPool.end()])
    },
  }
}
