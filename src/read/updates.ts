// What the portal tells people: published announcements, and official answers to suggestions.
import { parseTime } from '../core/values.ts'
import type { Queries } from '../db/db.ts'
import { invalidCursor, parseCursorText } from './cursor.ts'

/** What a visitor may see. */
export type UpdateScope = {
  /** The forums; null for all. */
  forums: number[] | null
}

export type Update = {
  type: UpdateType
  id: number
  published_at: Date
  /** Of the announcement; null for a status update, whose suggestion has the title. */
  title: string | null
  body: string
  body_mime_type: string
  types: string[]
  picture: { key: string; alt: string } | null
  /** The status that the suggestion got or kept. */
  status: { id: number; name: string; hex_color: string } | null
  /** Without those that the visitor may not see. */
  suggestions: { id: number; title: string; forum_id: number }[]
}

type UpdateType = 'announcement' | 'status_update'

export type UpdatePage = { updates: Update[]; cursor: string | null }

export const MAX_UPDATES = 100

/** The newest first; announcements before status updates of the same moment. One statement, which reads about a page of each. */
export async function listUpdates(
  pool: Queries,
  { forums }: UpdateScope,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<UpdatePage> {
  const rows = Math.max(1, Math.min(Math.trunc(limit), MAX_UPDATES))
  const { text, values } = updatesStatement({ forums }, rows + 1, readCursor(cursor))
  const { rows: found } = await pool.query<Update>(text, values)
  const updates = found.slice(0, rows)
  const last = found.length > rows ? updates.at(-1) : undefined
  return { updates, cursor: last ? writeCursor(last) : null }
}

/** A published announcement; undefined when there is none, or not for this visitor. */
export async function findAnnouncement(
  pool: Queries,
  { forums }: UpdateScope,
  id: number,
): Promise<Update | undefined> {
  const { rows } = await pool.query<Update>(
    `with page as (
      select 'announcement' as type, a.id, a.published_at as at from announcements a
      where a.id = $2 and a.published_at is not null and ${ANNOUNCED_TO_VISITOR}
    ) ${RENDERED}`,
    [forums, id],
  )
  return rows[0]
}

export type AnnouncementName = { id: number; title: string }

/** The published ones next to an announcement that the visitor may see. */
export async function findNeighborAnnouncements(
  pool: Queries,
  { forums }: UpdateScope,
  id: number,
): Promise<{ newer: AnnouncementName | null; older: AnnouncementName | null }> {
  const neighbor = (comparison: string, order: string) => `(
    select jsonb_build_object('id', a.id, 'title', a.title) from announcements a
    where (a.published_at, a.id) ${comparison} (o.published_at, o.id) and ${ANNOUNCED_TO_VISITOR}
    order by a.published_at ${order}, a.id ${order} limit 1)`
  const { rows } = await pool.query<{
    newer: AnnouncementName | null
    older: AnnouncementName | null
  }>(
    `select ${neighbor('>', 'asc')} as newer, ${neighbor('<', 'desc')} as older
      from announcements o where o.id = $2`,
    [forums, id],
  )
  return rows[0] ?? { newer: null, older: null }
}

/** Where a page begins: before this time, and at this time before these ids. */
type Place = { at: string; announcement: string; status_update: string }

const LARGEST_ID = '9223372036854775807'
const START: Place = { at: 'infinity', announcement: LARGEST_ID, status_update: LARGEST_ID }

const ANNOUNCED_TO_VISITOR = `($1::bigint[] is null
  or not exists (select from announcement_forums l where l.announcement_id = a.id)
  or exists (select from announcement_forums l where l.announcement_id = a.id and l.forum_id = any($1::bigint[])))`

const answers = (ofForum: string, rows: number) => `
  select u.id, u.created_at as at from status_updates u join suggestions s on s.id = u.suggestion_id
  where ${ofForum} and u.body <> '' and (u.created_at, u.id) < ($2::timestamptz, $4::bigint) and s.is_visible
  order by u.created_at desc, u.id desc limit ${rows}`

/** Of some forums: the newest of each, since others can have any number of newer ones. */
const answersOfForums = (rows: number) => `
  select r.id, r.at from unnest($1::bigint[]) f (id) cross join lateral (${answers('u.forum_id = f.id', rows)}) r
  order by r.at desc, r.id desc limit ${rows}`

const IN_FORUMS = '($1::bigint[] is null or s.forum_id = any($1::bigint[]))'

const RENDERED = `
  select p.type, p.id::float8 as id, p.at as published_at, a.title, coalesce(a.body, u.body) as body,
    coalesce(a.body_mime_type, u.body_mime_type) as body_mime_type, coalesce(a.types, '{}') as types,
    (select jsonb_build_object('key', t.file_key, 'alt', coalesce(a.picture_alt, ''))
      from attachments t where t.id = a.picture_id) as picture,
    (select jsonb_build_object('id', c.id, 'name', c.name, 'hex_color', c.hex_color)
      from statuses c where c.id = u.new_status_id) as status,
    (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title, 'forum_id', s.forum_id) order by s.id), '[]')
      from suggestions s
      where s.id in (
          select l.suggestion_id from announcement_suggestions l where l.announcement_id = a.id
          union all select u.suggestion_id)
        and s.is_visible and ${IN_FORUMS}) as suggestions
  from page p
  left join announcements a on p.type = 'announcement' and a.id = p.id
  left join status_updates u on p.type = 'status_update' and u.id = p.id
  order by p.at desc, p.type, p.id desc`

/** The planner must know how few rows are wanted, so their number is part of the text. Exported for a test of its plan. */
export const updatesStatement = (
  { forums }: UpdateScope,
  rows: number,
  { at, announcement, status_update }: Place = START,
) => ({
  text: `with announced as (
      select a.id, a.published_at as at from announcements a
      where (a.published_at, a.id) < ($2::timestamptz, $3::bigint) and ${ANNOUNCED_TO_VISITOR}
      order by a.published_at desc, a.id desc limit ${rows}
    ), answered as (${forums === null ? answers('true', rows) : answersOfForums(rows)}),
    page as (
      select 'announcement' as type, id, at from announced union all select 'status_update', id, at from answered
      order by at desc, type, id desc limit ${rows}
    ) ${RENDERED}`,
  values: [forums, at, announcement, status_update],
})

const writeCursor = ({ published_at, type, id }: Update) =>
  Buffer.from(JSON.stringify([published_at.toISOString(), type, id])).toString('base64url')

function readCursor(text: string | undefined): Place {
  if (text === undefined) return START
  const [at, type, id] = parseCursorText(text)
  const time = parseTime(at)
  if (!time || !Number.isSafeInteger(id)) throw invalidCursor(text)
  // At the same time announcements come first.
  if (type === 'announcement')
    return { at: time.toISOString(), announcement: String(id), status_update: LARGEST_ID }
  if (type === 'status_update')
    return { at: time.toISOString(), announcement: '0', status_update: String(id) }
  throw invalidCursor(text)
}
