// The activity log of suggestions: one entry per change, written in the same transaction.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export type ActivityKind =
  | 'suggestion_created'
  | 'suggestion_edited'
  | 'suggestion_moved'
  | 'suggestion_merged'
  | 'suggestion_unmerged'
  | 'suggestion_linked'
  | 'suggestion_unlinked'
  | 'state_changed'
  | 'status_changed'
  | 'status_update_changed'
  | 'status_update_removed'
  | 'label_attached'
  | 'label_detached'
  | 'feature_linked'
  | 'feature_unlinked'
  | 'owner_assigned'
  | 'ticket_created'
  | 'issue_linked'
  | 'issue_unlinked'
  | 'comment_created'
  | 'comment_changed'
  | 'comment_state_changed'
  | 'note_created'
  | 'note_changed'
  | 'note_removed'
  | 'supporter_added'
  | 'supporter_removed'
  | 'importance_given'
  | 'feedback_record_created'
  | 'feedback_record_changed'
  | 'feedback_record_deleted'
  | 'feedback_record_restored'
  | 'supporter_message_created'
  | 'internal_flag_created'
  | 'internal_flag_cleared'
  | 'internal_status_changed'

/** Members are named like the table's columns. */
export type ActivityEntry = {
  kind: ActivityKind
  suggestion_id: number
  old_title?: string
  new_title?: string
  old_body?: string
  new_body?: string
  old_state?: string
  new_state?: string
  comment_id?: number
  note_id?: number
  status_update_id?: number
  internal_flag_id?: number
  internal_status_update_id?: number
  feedback_record_id?: number
  supporter_message_id?: number
  ticket_id?: number
  merged_from_suggestion_id?: number
  merged_to_suggestion_id?: number
  linked_suggestion_id?: number
  old_category_id?: number | null
  new_category_id?: number | null
  old_forum_id?: number
  new_forum_id?: number
  old_status_id?: number | null
  new_status_id?: number | null
  label_id?: number
  feature_id?: number
  user_id?: number | null
}

export async function logActivity(db: Db, actor: number, entry: ActivityEntry): Promise<void> {
  await logActivities(db, actor, [entry])
}

export async function logActivities(
  db: Db,
  actor: number,
  entries: ActivityEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const columns = [
    ...new Set(entries.flatMap((entry) => Object.keys(entry))),
  ] as (keyof ActivityEntry)[]
  const rows = entries.map(
    (entry) => sql`(${actor}, ${sql.join(columns.map((column) => entry[column] ?? null))})`,
  )
  await sql`
    insert into suggestion_activity_entries (created_by_id, ${sql.join(columns.map((name) => sql.ref(name)))})
    values ${sql.join(rows)}`.execute(db)
}

/** An insert for use inside another statement: one entry per row of the CTE `source`, which has a `suggestion_id`. */
export const buildActivityInsert = (
  actor: number | null,
  kind: ActivityKind,
  source: string,
  columns: Partial<Record<keyof ActivityEntry, RawBuilder<unknown>>> = {},
): RawBuilder<unknown> => {
  const names = Object.keys(columns) as (keyof ActivityEntry)[]
  return sql`
    insert into suggestion_activity_entries (created_by_id, kind, suggestion_id ${sql.join(
      names.map((name) => sql`, ${sql.ref(name)}`),
      sql``,
    )})
    select ${actor}::bigint, ${kind}, suggestion_id ${sql.join(
      names.map((name) => sql`, ${columns[name] as RawBuilder<unknown>}`),
      sql``,
    )} from ${sql.table(source)}`
}
