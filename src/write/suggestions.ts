// Suggestions: creating and changing them. Counts of forums, categories and labels follow by themselves (triggers).
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import { linkAttachments } from './attachments.ts'
import { findOrCreateUser } from './users.ts'

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

/** `actor` is who the token speaks for; the author, unless the call names another. */
export async function createSuggestion(
  tx: Tx,
  actor: number,
  suggestion: NewSuggestion,
): Promise<number> {
  const { links, body = '', created_at = null } = suggestion
  const author = suggestion.user_email
    ? await findOrCreateUser(tx, suggestion.user_email, suggestion.user_name)
    : (links.created_by ?? actor)
  const { rows } = await sql<{ id: number }>`
    insert into suggestions (title, body, body_mime_type, forum_id, category_id, status_id, created_by_id,
      created_at, updated_at, approved_at, closed_at)
    select ${suggestion.title}, ${body}, ${body === '' ? '' : (suggestion.body_mime_type ?? 'text/plain')},
      f.id, c.id, s.id, u.id, t.at, greatest(t.at, now()), t.at, case when not s.is_open then t.at end
    from (select coalesce(${created_at}::timestamptz, now()) as at) t
    join forums f on f.id = ${links.forum}
    join users u on u.id = ${author}
    left join categories c on c.id = ${links.category ?? null} and c.forum_id = f.id
    left join statuses s on s.id = ${links.status ?? null}
    where c.id is not distinct from ${links.category ?? null}::bigint
      and s.id is not distinct from ${links.status ?? null}::bigint
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw await badLink(tx, { ...links, created_by: author }, links.forum)
  await linkAttachments(tx, suggestion.attachment_tokens, { suggestion: id })
  return id
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

type LinkedIds = {
  forum?: number
  category?: number | null
  status?: number | null
  created_by?: number
}

/** The refusal of the first link that leads nowhere. */
async function badLink(tx: Tx, links: LinkedIds, forum: number): Promise<ApiError | undefined> {
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
