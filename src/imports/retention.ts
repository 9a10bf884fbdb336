// Deletes what undoing an import needs when it is too late to undo, and the rows that were not imported after thirty days.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { UNFINISHED_RETENTION } from './progress.ts'

const PROBLEM_RETENTION = sql`interval '30 days'`

export async function deleteOldImports(tx: Tx): Promise<void> {
  await sql`
    delete from import_changes c using imports i
    where i.id = c.import_id and i.undo_started_at is null
      and coalesce(i.undo_until, i.created_at + ${UNFINISHED_RETENTION}) < now()`.execute(tx)
  await sql`
    delete from import_problems p using imports i
    where i.id = p.import_id and i.created_at < now() - ${PROBLEM_RETENTION}`.execute(tx)
}
