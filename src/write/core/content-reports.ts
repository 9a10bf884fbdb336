// Moderating what readers reported decides their reports too.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { StateChange } from './moderation.ts'

export type ReportedColumn = 'suggestion_id' | 'comment_id'
export type Decision = 'dismissed' | 'upheld'

/** Approving dismisses the open reports of these records, removing upholds them. The caller has locked the records. */
export async function settleReports(
  tx: Tx,
  actor: number,
  column: ReportedColumn,
  changes: StateChange[],
): Promise<void> {
  const idsOf = (states: string[]) =>
    changes.filter(({ new_state }) => states.includes(new_state)).map(({ id }) => id)
  const kept = idsOf(['approved', 'published'])
  const removed = idsOf(['spam', 'deleted'])
  if (kept.length > 0) await decideReports(tx, actor, { column, ids: kept }, 'dismissed')
  if (removed.length > 0) await decideReports(tx, actor, { column, ids: removed }, 'upheld')
}

/** Of all open reports of these records. A dismissed one does not count as a flag. */
export async function decideReports(
  tx: Tx,
  actor: number,
  { column, ids }: { column: ReportedColumn; ids: number[] },
  decision: Decision,
): Promise<void> {
  const { rows } = await sql<{ id: number | null; reports: number }>`
    with decided as (
      update content_reports
      set state = ${decision}, decided_by_id = ${actor}, decided_at = now(), updated_at = now()
      where ${sql.ref(column)} = any(${ids}::bigint[]) and state = 'open' returning ${sql.ref(column)} as id
    )
    select id, count(*)::float8 as reports from decided group by id order by id`.execute(tx)
  if (decision === 'dismissed')
    for (const { id, reports } of rows) await countFlags(tx, column, id as number, -reports)
}

/** `inappropriate_flags_count` of the record. Loaded ones can have more flags than reports. */
export async function countFlags(
  tx: Tx,
  column: ReportedColumn,
  id: number,
  by: number,
): Promise<void> {
  const table = sql.table(column === 'suggestion_id' ? 'suggestion_figures' : 'comments')
  await sql`
    update ${table} set inappropriate_flags_count = greatest(0, inappropriate_flags_count + ${by}), updated_at = now()
    where id = ${id}`.execute(tx)
}
