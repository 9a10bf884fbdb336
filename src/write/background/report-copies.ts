// The copies that reports read instead of the tables. Reports are exact without them, and slower.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { inTransaction } from '../core/transaction.ts'

const BATCH_ROWS = 20_000

/** Copies what changed and what is old enough by now, in short transactions. The next run continues. */
export async function copyForReports(db: Db, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs
  await copyUntil(end, db, sql`copy_suggestions_for_reports(${BATCH_ROWS})`)
  await copyUntil(end, db, sql`copy_people_for_reports()`)
}

async function copyUntil(end: number, db: Db, copy: RawBuilder<unknown>): Promise<void> {
  for (let hasMore = true; hasMore && performance.now() < end; )
    hasMore = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ has_more: boolean }>`select ${copy} as has_more`.execute(tx)
      return rows[0]?.has_more === true
    })
}
