// Suggestions: creating and changing them. Counts of forums, categories and labels follow by themselves (triggers).
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { linkAttachments, unknownToken } from './attachments.ts'
import { authorCtes } from './users.ts'

export type NewSuggestion = {
  title: string
  body?: string
  body_mime_type?: string
  attachment_tokens?: string[]
  created_at?: string
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
  const { rows } = await sql<{ id: number }>`
    with ${user_email === undefined ? sql`` : authorCtes(user_email, suggestion.user_name)}
    created as (${inserted(actor, suggestion)})
    ${
      tokens.length === 0
        ? sql``
        : sql`, linked as (
      update attachments set suggestion_id = created.id, note_id = null, updated_at = now()
      from created where token = any(${tokens}))`
    }
    select id from created`.execute(db)
  if (rows[0]) return rows[0].id
  const unknown = (await badLink(db, links, links.forum)) ?? (await unknownToken(db, tokens))
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
    insert into suggestions (title, body, body_mime_type, forum_id, created_by_id, created_at, updated_at,
      approved_at, category_id, status_id, closed_at)
    select ${title}, ${body}, ${body === '' ? '' : body_mime_type}, f.id, ${author}, ${at}, now(), ${at},
      ${category ? sql`c.id` : null}, ${status ? sql`s.id, case when not s.is_open then ${at} end` : sql`null, null`}
    from forums f ${sql.join(joins, sql` `)}
    where f.id = ${links.forum}
      ${tokens.length === 0 ? sql`` : sql`and (select count(*) from attachments where token = any(${tokens})) = ${tokens.length}`}
    returning id`
}

export type SuggestionChanges = {
  title?: string
  body?: string
  body_mime_type?: string
  attachment_tokens?: string[]
  links?: { forum?: number; category?: number | null; status?: number | null }
}

export async function updateSuggestion(
  tx: Tx,
  id: number,
  changes: SuggestionChanges,
): Promise<void> {
  const { rows } = await sql<{ forum_id: number }>`
    select forum_id from suggestions where id = ${id} for no key update`.execute(tx)
  const current = rows[0]
  if (!current) throw new ApiError('not_found', `No suggestion has the id ${id}.`)
  const { links = {} } = changes
  const forum = links.forum ?? current.forum_id
  const bad = await badLink(tx, { ...links, forum }, forum)
  if (bad) throw bad

  const assignments = assignmentsOf(changes, forum)
  if (assignments.length > 0) {
    await sql`update suggestions set ${sql.join(assignments)}, updated_at = now() where id = ${id}`.execute(
      tx,
    )
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
  if (links.status !== undefined) {
    // Closed exactly while the status is not an open one; the time of closing stays when it was closed before.
    assignments.push(sql`status_id = ${links.status}, closed_at = (
      select coalesce(closed_at, now()) from statuses where statuses.id = ${links.status} and not is_open)`)
  }
  return assignments
}

export type State = 'approved' | 'published' | 'spam' | 'deleted'

/** Spam and deleted ones remember what they were; to be approved is also to be seen and dated as such. */
export async function moderateSuggestion(tx: Tx, id: number, state: State): Promise<void> {
  const { rows } = await sql`
    update suggestions set
      state_before = case when state in ('spam', 'deleted') then state_before else state end,
      state = ${state},
      approved_at = ${state === 'approved' ? sql`coalesce(approved_at, now())` : sql`approved_at`},
      updated_at = now()
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw new ApiError('not_found', `No suggestion has the id ${id}.`)
}

/** Back to the state before it was deleted or marked as spam; any other stays as it is. */
export async function restoreSuggestion(tx: Tx, id: number): Promise<void> {
  await sql`
    update suggestions set state = coalesce(state_before, 'approved'), state_before = null, updated_at = now()
    where id = ${id} and state in ('spam', 'deleted')`.execute(tx)
}

type LinkedIds = {
  forum?: number
  category?: number | null
  status?: number | null
  created_by?: number
}

/** The refusal of the first link that leads nowhere. */
async function badLink(tx: Db, links: LinkedIds, forum: number): Promise<ApiError | undefined> {
  const { rows } = await sql<{
    forum: boolean
    category: boolean
    category_here: boolean
    status: boolean
    created_by: boolean
  }>`
    select
      exists (select from forums where id = ${links.forum ?? null}) as forum,
      exists (select from categories where id = ${links.category ?? null}) as category,
      exists (select from categories where id = ${links.category ?? null} and forum_id = ${forum}) as category_here,
      exists (select from statuses where id = ${links.status ?? null}) as status,
      exists (select from users where id = ${links.created_by ?? null}) as created_by`.execute(tx)
  const found = rows[0]
  for (const name of ['forum', 'category', 'status', 'created_by'] as const) {
    const id = links[name]
    if (id === undefined || id === null || found?.[name]) continue
    return new ApiError('invalid', `links.${name} ${id} names nothing that exists.`, {
      links: { [name]: 'not_found' },
    })
  }
  if (links.category && !found?.category_here) {
    return new ApiError(
      'invalid',
      `links.category ${links.category} is not a category of forum ${forum}.`,
      {
        links: { category: 'in' },
      },
    )
  }
}
