// Runs writes in a transaction and retries them on conflicts with concurrent transactions.
import type { Db, Tx } from '../db/db.ts'

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const MAX_ATTEMPTS = 8

/** Inside a transaction, `run` joins it: only the outermost one can be retried. */
export const inTransaction = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db as Tx) : withRetry(() => db.transaction().execute(run))

/** For a single statement, which PostgreSQL runs as its own transaction. */
export const inOneStatement = <T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? run(db as Tx) : withRetry(() => run(db as Tx))

/** PostgreSQL rolls back one of two deadlocked transactions; that one runs again. */
async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: string }
      const isLastAttempt = attempt === MAX_ATTEMPTS
      if ((code !== DEADLOCK && code !== SERIALIZATION_FAILURE) || isLastAttempt) throw error
    }
  }
}
