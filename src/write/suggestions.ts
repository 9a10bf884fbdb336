// Suggestions: creating and moderating them. Counts of forums, categories and labels follow by themselves (triggers).
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import { type Db, prepared, type Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { activityColumns, logActivity } from './activity.ts'
import { unknownToken } from './attachments.ts'
import {
  type CustomValue,
  coerceValues,
  newValues,
  readCustomValues,
  type WithCustomFields,
} from './custom-values.ts'
import { setLabels } from './labels.ts'
import { moderate, type TargetState } from './moderation.ts'
import { requireLinkedRecords } from './records.ts'
import { authorCtes } from './users.ts'

export type NewSuggestion = WithCustomFields & {
  title: string
  body?: string
  body_mime_type?: string
  attachment_tokens?: string[]
  created_at?: string
  state?: string
  channel?: string
  user_name?: string
  user_email?: string
  links: {
    forum: number
    category?: number | null
    status?: number | null
    labels?: number[] | null
    created_by?: number
  }
}

/** Whether creating it is a single statement, of which a refusal leaves nothing. */
export const isOneStatement = (suggestion: NewSuggestion): boolean =>
  suggestion.user_email === undefined &&
  !suggestion.links.labels?.length &&
  readCustomValues(suggestion).length === 0

/** `actor` is who the token speaks for: the author, unless the call names another. */
export async function createSuggestion(
  tx: Tx,
  actor: number,
  suggestion: NewSuggestion,
): Promise<number> {
  const values = await coerceValues(tx, 'suggestions', readCustomValues(suggestion))
  const id = await insertSuggestion(tx, actor, suggestion, values)
  const { labels } = suggestion.links
  if (labels?.length) await setLabels(tx, actor, id, labels)
  return id
}

type Values = Record<string, CustomValue>

/** One statement: it holds the forum's counts for as short as can be. */
async function insertSuggestion(
  db: Db,
  actor: number,
  suggestion: NewSuggestion,
  values: Values,
): Promise<number> {
  const { attachment_tokens: tokens = [], user_email } = suggestion
  const { rows } = await sql<{
    id: number
  }>`${prepared} with ${user_email === undefined ? sql`` : authorCtes(user_email, suggestion.user_name)}
    created as (${inserted(actor, suggestion, values)}),
    logged as (${activityColumns(actor, 'suggestion_created', 'created', { new_title: sql`new_title`, new_state: sql`new_state` })})
    ${
      tokens.length === 0
        ? sql``
        : sql`, linked as (
      update attachments set suggestion_id = created.suggestion_id, note_id = null, updated_at = now()
      from created where token = any(${tokens}))`
    }
    select suggestion_id as id from created`.execute(db)
  if (rows[0]) return rows[0].id
  const { labels: _, ...links } = suggestion.links
  await requireLinkedRecords(db, suggestions, links)
  await requireCategoryOfForum(db, links.category, links.forum)
  const unknown = await unknownToken(db, tokens)
  if (unknown) throw unknown
  // Another call made the author after this statement began, so it saw neither; now it is there.
  return insertSuggestion(db, actor, suggestion, values)
}

// Only what the call names is joined: each name that leads nowhere leaves nothing to insert.
function inserted(actor: number, suggestion: NewSuggestion, values: Values): RawBuilder<unknown> {
  const {
    title,
    body = '',
    body_mime_type = 'text/plain',
    created_at,
    state = 'approved',
    channel = 'api',
    user_email,
    links,
  } = suggestion
  const { category, status, created_by } = links
  const at = created_at === undefined ? sql`now()` : sql`${created_at}::timestamptz`
  const joins: RawBuilder<unknown>[] = []
  const author =
    user_email !== undefined
      ? sql`author.id`
      : created_by === undefined
        ? sql`${actor}::bigint`
        : sql`u.id`
  if (user_email !== undefined) joins.push(sql`cross join author`)
  else if (created_by !== undefined) joins.push(sql`join users u on u.id = ${created_by}`)
  if (category) joins.push(sql`join categories c on c.id = ${category} and c.forum_id = f.id`)
  if (status) joins.push(sql`join statuses s on s.id = ${status}`)
  const tokens = [...new Set(suggestion.attachment_tokens)]
  const hasValues = Object.keys(values).length > 0
  return sql`
    insert into suggestions (title, body, body_mime_type, state, channel, forum_id, created_by_id, created_at,
      updated_at, approved_at, category_id, status_id, closed_at
      ${hasValues ? sql`, custom_fields` : sql``})
    select ${title}, ${body}, ${body === '' ? '' : body_mime_type}, ${state}, ${channel}, f.id, ${author}, ${at}, now(),
      ${state === 'approved' ? at : null},
      ${category ? sql`c.id` : null}, ${status ? sql`s.id, case when not s.is_open then ${at} end` : sql`null, null`}
      ${hasValues ? sql`, ${newValues(values)}` : sql``}
    from forums f ${sql.join(joins, sql` `)}
    where f.id = ${links.forum}
      ${tokens.length === 0 ? sql`` : sql`and (select count(*) from attachments where token = any(${tokens})) = ${tokens.length}`}
      ${status ? sql`for share of s` : sql``}
    returning id as suggestion_id, title as new_title, state as new_state`
}

/** So that it does not close or open between our look and our writing. */
export const lockStatus = (tx: Tx, status: number) =>
  sql`select from statuses where id = ${status} for share`.execute(tx)

/** Closed exactly while the status is not an open one; the time of closing stays when it was closed before. */
export const statusAssignments = (status: number | null, at = sql`now()`) => sql`
  status_id = ${status}, closed_at = (
    select coalesce(closed_at, ${at}) from statuses where statuses.id = ${status} and not is_open)`

/** To be approved is also to be dated as such. */
export async function moderateSuggestion(
  tx: Tx,
  actor: number,
  id: number,
  wanted: TargetState,
): Promise<void> {
  const change = await moderate<{ state: string; state_before: string | null }>(
    tx,
    suggestions,
    id,
    wanted,
  )
  if (!change) return
  if (change.state === 'approved') {
    await sql`
      update suggestions set approved_at = now() where id = ${id} and approved_at is null`.execute(
      tx,
    )
  }
  await logActivity(tx, actor, {
    kind: 'state_changed',
    suggestion_id: id,
    old_state: change.before.state,
    new_state: change.state,
  })
}

export async function requireCategoryOfForum(
  db: Db,
  category: number | null | undefined,
  forum: number,
): Promise<void> {
  if (!category) return
  const { rows } = await sql`
    select from categories where id = ${category} and forum_id = ${forum}`.execute(db)
  if (rows[0]) return
  throw new ApiError('invalid', `links.category ${category} is not a category of forum ${forum}.`, {
    links: { category: 'in' },
  })
}
