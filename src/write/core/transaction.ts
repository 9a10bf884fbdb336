// Runs writes in a transaction and retries them on conflicts with concurrent transactions.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const CONFLICTS = [SERIALIZATION_FAILURE, DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE]

const MAX_ATTEMPTS = 8
const MIN_DELAY_MS = 5
const MAX_DELAY_MS = 250
/** No attempt starts later: PostgreSQL needs a second to detect a deadlock. */
const MAX_RETRY_MS = 5000

/** Inside a transaction, `run` joins it: only the outermost one can be retried. */
export const inTransaction = <T>(db: Db | Tx, run: (tx: Tx) => Promise<T>): Promise<T> =>
  isTransaction(db) ? run(db) : withRetry(() => db.transaction().execute(run))

/** For a write that is a single statement, so that PostgreSQL needs no further message to begin and to commit. */
export const inOneStatement = <T>(db: Db, run: () => Promise<T>): Promise<T> => {
  if (isTransaction(db)) throw new Error('Only the transaction itself can be retried.')
  return withRetry(run)
}

const MAX_LOCK_WAIT = '10s'

/** For periodic work, which the next run does when others hold its rows or tables for long, as a load of demonstration data does. */
export async function inTransactionUnlessLocked(
  db: Db,
  run: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      await sql`set local lock_timeout = ${sql.lit(MAX_LOCK_WAIT)}`.execute(tx)
      await run(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
  }
}

const isTransaction = (db: Db | Tx): db is Tx => db.isTransaction

/** PostgreSQL rolled back the transaction because of a concurrent one. It can succeed when it runs again. */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.includes((error as { code?: string }).code ?? '')

/** Thrown when a row changed between reading and locking it: the transaction runs again. */
export const concurrentChange = () =>
  Object.assign(new Error('A concurrent transaction changed the record.'), {
    code: SERIALIZATION_FAILURE,
  })

async function withRetry<T>(run: () => Promise<T>): Promise<T> {
  const lastStart = performance.now() + MAX_RETRY_MS
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const canRetry = attempt < MAX_ATTEMPTS && performance.now() < lastStart
      if (!canRetry || !isConflict(error)) throw error
    }
    await sleep(randomDelay(attempt))
  }
}

/** Exponential, and random so that the same transactions do not meet again. */
const randomDelay = (attempt: number) =>
  Math.random() * Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** attempt)
