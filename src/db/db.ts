// Connections to PostgreSQL. Writing goes through Kysely and transactions; reading through prepared statements.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

/** No table types: statements are written in SQL, and the tests hold declarations and tables to each other. */
export type Db = Kysely<unknown>
export type Tx = Transaction<unknown>

export type Database = {
  db: Db
  readPool: pg.Pool
  connection: pg.ClientConfig
  close(): Promise<void>
}

// Ids and counts fit in a JavaScript number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openDatabase(connection: pg.ClientConfig, log: (error: Error) => void): Database {
  const settings = {
    ...connection,
    application_name: 'earshot',
    max: 10,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  }
  const writePool = new pg.Pool({ ...settings, options: '-c statement_timeout=60s' })
  // The plans of the read side are the same for every value, and short: compiling them never pays.
  const readPool = new pg.Pool({
    ...settings,
    options: '-c timezone=UTC -c statement_timeout=30s -c jit=off',
  })
  // An idle connection that breaks is replaced when next needed.
  for (const pool of [writePool, readPool]) pool.on('error', log)
  return {
    db: new Kysely({ dialect: new PostgresDialect({ pool: writePool }) }),
    readPool,
    connection,
    close: async () => {
      await Promise.all([writePool.end(), readPool.end()])
    },
  }
}
