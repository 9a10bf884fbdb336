// Updates suggestions and logs what changed.
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { resolveMimeType } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { linkAttachments, linkPictures } from './attachments.ts'
import { type ActivityEntry, logActivities } from './core/activity.ts'
import {
  buildMergedValues,
  type CustomValue,
  coerceValues,
  readCustomValues,
  type WithCustomFields,
} from './core/custom-values.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { lockOldAndNewLabels, setLabels } from './labels.ts'
import { buildStatusAssignments, lockStatus, requireCategoryOfForum } from './suggestions.ts'

export type SuggestionChanges = WithCustomFields & {
  title?: string
  body?: string
  body_mime_type?: string
  attachment_tokens?: string[]
  links?: {
    forum?: number
    category?: number | null
    status?: number | null
    /** Replaces all labels. */
    labels?: number[] | null
  }
}

/** The columns that are compared to log changes. */
type Suggestion = {
  id: number
  title: string
  body: string
  body_mime_type: string
  forum_id: number
  category_id: number | null
  status_id: number | null
  custom_fields: Record<string, CustomValue>
}

export async function updateSuggestion(
  tx: Tx,
  actor: number,
  id: number,
  changes: SuggestionChanges,
): Promise<void> {
  // Lock order: custom fields before records, as in updateCustomField.
  const values = await coerceValues(tx, 'suggestions', readCustomValues(changes))
  const before = await lockRecord<Suggestion>(tx, suggestions, id)
  const { labels, ...links } = changes.links ?? {}
  const forum = links.forum ?? before.forum_id
  await requireLinkedRecords(tx, suggestions, links)
  await requireCategoryOfForum(tx, links.category, forum)

  if (links.status) await lockStatus(tx, links.status)
  if (labels !== undefined) await lockOldAndNewLabels(tx, id, labels ?? [])
  const assignments = buildAssignments(changes, before, forum)
  if (Object.keys(values).length > 0)
    assignments.push(sql`custom_fields = ${buildMergedValues(values)}`)
  if (assignments.length > 0) {
    const { rows } = await sql<Suggestion>`
      update suggestions set ${sql.join(assignments)} where id = ${id} returning *`.execute(tx)
    await logActivities(tx, actor, listDifferences(before, rows[0] as Suggestion))
  }
  if (labels !== undefined) await setLabels(tx, actor, id, labels ?? [])
  await linkAttachments(tx, changes.attachment_tokens, { suggestion: id })
  await linkPictures(tx, changes, { suggestion: id })
}

function buildAssignments(
  { title, body, body_mime_type, links = {} }: SuggestionChanges,
  before: Suggestion,
  forum: number,
) {
  const assignments: RawBuilder<unknown>[] = []
  if (title !== undefined) assignments.push(sql`title = ${title}`)
  if (body !== undefined) {
    const type = body === '' ? '' : resolveMimeType({ body, body_mime_type }, before)
    assignments.push(sql`body = ${body}, body_mime_type = ${type}`)
  }
  if (links.forum !== undefined) assignments.push(sql`forum_id = ${forum}`)
  if (links.category !== undefined) {
    assignments.push(sql`category_id = ${links.category}`)
  } else if (links.forum !== undefined) {
    // Categories belong to a forum: one of the old forum is removed.
    assignments.push(
      sql`category_id = (select id from categories c where c.id = category_id and c.forum_id = ${forum})`,
    )
  }
  if (links.status !== undefined) assignments.push(buildStatusAssignments(links.status))
  return assignments
}

/** At most one entry each for content, forum or category, and status. */
function listDifferences(before: Suggestion, after: Suggestion): ActivityEntry[] {
  const entries: ActivityEntry[] = []
  const suggestion_id = after.id
  const hasSameValues = isDeepStrictEqual(before.custom_fields, after.custom_fields)
  if (before.title !== after.title || before.body !== after.body || !hasSameValues) {
    entries.push({
      kind: 'suggestion_edited',
      suggestion_id,
      ...(before.title !== after.title && { old_title: before.title, new_title: after.title }),
      ...(before.body !== after.body && { old_body: before.body, new_body: after.body }),
    })
  }
  if (before.forum_id !== after.forum_id || before.category_id !== after.category_id) {
    entries.push({
      kind: 'suggestion_moved',
      suggestion_id,
      old_forum_id: before.forum_id,
      new_forum_id: after.forum_id,
      old_category_id: before.category_id,
      new_category_id: after.category_id,
    })
  }
  if (before.status_id !== after.status_id) {
    entries.push({
      kind: 'status_changed',
      suggestion_id,
      old_status_id: before.status_id,
      new_status_id: after.status_id,
    })
  }
  return entries
}
