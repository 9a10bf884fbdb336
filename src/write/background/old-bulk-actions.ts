// Deletes what undoing needs when it is too late to undo, bulk actions after thirty days, and the notes of changes after seven.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'

const RETENTION = sql`interval '30 days'`

const NOTED = sql`interval '7 days'`

const ENDED = sql`state in ('done', 'failed', 'cancelled', 'undone')`

/** The records with a problem stay as long as the action: it lists them. */
export async function deleteOldBulkActions(tx: Tx): Promise<void> {
  await sql`
    delete from bulk_action_records r using bulk_actions a
    where a.id = r.bulk_action_id and ${ENDED} and coalesce(undo_until, a.updated_at) < now() and r.reason is null`.execute(
    tx,
  )
  await sql`
    update recent_changes set before = null, after = null
    where undo_until < now() and (before is not null or after is not null)`.execute(tx)
  await sql`delete from recent_changes where created_at < now() - ${NOTED}`.execute(tx)
  await sql`
    delete from bulk_actions where ${ENDED} and updated_at < now() - ${RETENTION}`.execute(tx)
}
