import type { Db, Tx } from '../db/db.ts'

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const MOST_ATTEMPTS = 5

/** All or nothing. Of two transactions that wait for each other PostgreSQL ends one, which then begins again. */
export async function inTransaction<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run)
    } catch (error) {
      const { code } = error as { code?: string }
      if ((code !== DEADLOCK && code !== SERIALIZATION_FAILURE) || attempt === MOST_ATTEMPTS)
        throw error
    }
  }
}
