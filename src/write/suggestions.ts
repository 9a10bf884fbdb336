// Suggestions: creating and changing them. Counts of forums, categories and labels follow by themselves (triggers).
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import { type Db, kept, type Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { activityOf, type Entry, logActivities, logActivity } from './activity.ts'
import { linkAttachments, unknownToken } from './attachments.ts'
import { moderate, type Wanted } from './moderation.ts'
import { lockRecord, refuseMissing } from './records.ts'
import { authorCtes } from './users.ts'

export type NewSuggestion = {
  title: string
  body?: string
  body_mime_type?: string
  attachment_tokens?: string[]
  created_at?: string
  state?: string
  channel?: string
  user_name?: string
  user_email?: string
  links: { forum: number; category?: number | null; status?: number | null; created_by?: number }
}

/**
 * One statement: it holds the forum's counts for as short as can be. It needs a transaction around it only where a
 * refusal must undo something, which is an author that it made.
 * `actor` is who the token speaks for: the author, unless the call names another.
 */
export async function createSuggestion(
  db: Db,
  actor: number,
  suggestion: NewSuggestion,
): Promise<number> {
  const { links, attachment_tokens: tokens = [], user_email } = suggestion
  const { rows } = await sql<{
    id: number
  }>`${kept} with ${user_email === undefined ? sql`` : authorCtes(user_email, suggestion.user_name)}
    created as (${inserted(actor, suggestion)}),
    logged as (${activityOf(actor, 'suggestion_created', 'created', { new_title: sql`new_title`, new_state: sql`new_state` })})
    ${
      tokens.length === 0
        ? sql``
        : sql`, linked as (
      update attachments set suggestion_id = created.suggestion_id, note_id = null, updated_at = now()
      from created where token = any(${tokens}))`
    }
    select suggestion_id as id from created`.execute(db)
  if (rows[0]) return rows[0].id
  await refuseMissing(db, suggestions, links)
  await refuseForeignCategory(db, links.category, links.forum)
  const unknown = await unknownToken(db, tokens)
  if (unknown) throw unknown
  // Another call made the author after this statement began, so it saw neither; now it is there.
  return createSuggestion(db, actor, suggestion)
}

// Only what the call names is joined: each name that leads nowhere leaves nothing to insert.
function inserted(actor: number, suggestion: NewSuggestion): RawBuilder<unknown> {
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
  return sql`
    insert into suggestions (title, body, body_mime_type, state, channel, forum_id, created_by_id, created_at,
      updated_at, approved_at, category_id, status_id, closed_at)
    select ${title}, ${body}, ${body === '' ? '' : body_mime_type}, ${state}, ${channel}, f.id, ${author}, ${at}, now(),
      ${state === 'approved' ? at : null},
      ${category ? sql`c.id` : null}, ${status ? sql`s.id, case when not s.is_open then ${at} end` : sql`null, null`}
    from forums f ${sql.join(joins, sql` `)}
    where f.id = ${links.forum}
      ${tokens.length === 0 ? sql`` : sql`and (select count(*) from attachments where token = any(${tokens})) = ${tokens.length}`}
      ${status ? sql`for share of s` : sql``}
    returning id as suggestion_id, title as new_title, state as new_state`
}

export type SuggestionChanges = {
  title?: string
  body?: string
  body_mime_type?: string
  attachment_tokens?: string[]
  links?: { forum?: number; category?: number | null; status?: number | null }
}

/** The columns that changes are told from. */
type Suggestion = {
  id: number
  title: string
  body: string
  state: string
  state_before: string | null
  forum_id: number
  category_id: number | null
  status_id: number | null
}

export async function updateSuggestion(
  tx: Tx,
  actor: number,
  id: number,
  changes: SuggestionChanges,
): Promise<void> {
  const before = await lockRecord<Suggestion>(tx, suggestions, id)
  const { links = {} } = changes
  const forum = links.forum ?? before.forum_id
  await refuseMissing(tx, suggestions, links)
  await refuseForeignCategory(tx, links.category, forum)

  if (links.status) await holdStatus(tx, links.status)
  const assignments = assignmentsOf(changes, forum)
  if (assignments.length > 0) {
    const { rows } = await sql<Suggestion>`
      update suggestions set ${sql.join(assignments)}, updated_at = now() where id = ${id} returning *`.execute(
      tx,
    )
    await logActivities(tx, actor, differences(before, rows[0] as Suggestion))
  }
  await linkAttachments(tx, changes.attachment_tokens, { suggestion: id })
}

function assignmentsOf(
  { title, body, body_mime_type, links = {} }: SuggestionChanges,
  forum: number,
) {
  const assignments: RawBuilder<unknown>[] = []
  if (title !== undefined) assignments.push(sql`title = ${title}`)
  if (body !== undefined) {
    const type = body === '' ? '' : (body_mime_type ?? 'text/plain')
    assignments.push(sql`body = ${body}, body_mime_type = ${type}`)
  }
  if (links.forum !== undefined) assignments.push(sql`forum_id = ${forum}`)
  if (links.category !== undefined) {
    assignments.push(sql`category_id = ${links.category}`)
  } else if (links.forum !== undefined) {
    // A category of the forum that it leaves does not come along.
    assignments.push(
      sql`category_id = (select id from categories c where c.id = category_id and c.forum_id = ${forum})`,
    )
  }
  if (links.status !== undefined) assignments.push(statusAssignments(links.status))
  return assignments
}

/** So that it does not close or open between our look and our writing. */
export const holdStatus = (tx: Tx, status: number) =>
  sql`select from statuses where id = ${status} for share`.execute(tx)

/** Closed exactly while the status is not an open one; the time of closing stays when it was closed before. */
export const statusAssignments = (status: number | null, at = sql`now()`) => sql`
  status_id = ${status}, closed_at = (
    select coalesce(closed_at, ${at}) from statuses where statuses.id = ${status} and not is_open)`

/** An entry for what people would call one change each: the words, the place, the status. */
function differences(before: Suggestion, after: Suggestion): Entry[] {
  const entries: Entry[] = []
  const suggestion_id = after.id
  if (before.title !== after.title || before.body !== after.body) {
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

/** To be approved is also to be dated as such. */
export async function moderateSuggestion(
  tx: Tx,
  actor: number,
  id: number,
  wanted: Wanted,
): Promise<void> {
  const change = await moderate<Suggestion>(tx, suggestions, id, wanted)
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

async function refuseForeignCategory(
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
