// Deletes what undoing needs when it is too late to undo, and bulk actions after thirty days.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'

const RETENTION = sql`interval '30 days'`

const ENDED = sql`state in ('done', 'failed', 'cancelled', 'undone')`

/** The records with a problem stay as long as the action: it lists them. */
export async function deleteOldBulkActions(tx: Tx): Promise<void> {
  await sql`
    delete from bulk_action_records r using bulk_actions a
    where a.id = r.bulk_action_id and ${ENDED} and coalesce(undo_until, a.updated_at) < now() and r.reason is null`.execute(
    tx,
  )
  await sql`
    delete from bulk_actions where ${ENDED} and updated_at < now() - ${RETENTION}`.execute(tx)
}
