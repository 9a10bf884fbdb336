// Writing with others who write at the same time.
import type { Db, Tx } from '../db/db.ts'

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const MAX_ATTEMPTS = 8

/** All or nothing. Within a transaction it is part of that one, which alone can begin again. */
export const inTransaction = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db as Tx) : withRetry(() => db.transaction().execute(run))

/** One statement is a transaction by itself. */
export const inOneStatement = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db as Tx) : withRetry(() => run(db as Tx))

/** Of two that wait for each other PostgreSQL ends one, with nothing done; it begins again. */
async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: string }
      const isOver = attempt === MAX_ATTEMPTS
      if ((code !== DEADLOCK && code !== SERIALIZATION_FAILURE) || isOver) throw error
    }
  }
}
