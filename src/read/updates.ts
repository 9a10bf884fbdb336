// What the portal tells people: published announcements, and official answers to suggestions.
import { parseTime } from '../core/values.ts'
import { type Question, question } from './answer.ts'
import { invalidCursor, parseCursorText } from './cursor.ts'
import type { PortalStatus } from './end-users/statuses.ts'
import { callerValue, createParameters, type Parameters, type Use } from './parameters.ts'
import type { RowStatement } from './statement.ts'

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
  status: PortalStatus | null
  /** Without those that the visitor may not see. */
  suggestions: LinkedIdea[]
}

/** What a vote for it needs too. */
export type LinkedIdea = {
  id: number
  title: string
  forum_id: number
  supporters_count: number
  closed_at: string | null
  status: PortalStatus | null
  /** By the visitor. */
  voted: boolean
}

type UpdateType = 'announcement' | 'status_update'

export type UpdatePage = { updates: Update[]; cursor: string | null }

export const MAX_UPDATES = 100

/** The newest first; announcements before status updates of the same moment. It reads about a page of each. */
export function askForUpdates(
  { forums }: UpdateScope,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Question<UpdatePage> {
  const rows = Math.max(1, Math.min(Math.trunc(limit), MAX_UPDATES))
  return question({
    shape: `updates ${rows + 1} ${forums === null}`,
    plan: { forums, place: readCursor(cursor) },
    build: (parameters) => updatesStatement(rows + 1, forums !== null, parameters),
    isPrepared: false,
    answer: (row) => {
      const found = parseUpdates(row.updates)
      const updates = found.slice(0, rows)
      const last = found.length > rows ? updates.at(-1) : undefined
      return { updates, cursor: last ? writeCursor(last) : null }
    },
  })
}

export type AnnouncementName = { id: number; title: string }

/** With the published ones before and after it that the visitor may see. */
export type FoundAnnouncement = {
  update: Update
  newer: AnnouncementName | null
  older: AnnouncementName | null
}

/** A published announcement; undefined when there is none, or not for this visitor. */
export const askForAnnouncement = (
  { forums }: UpdateScope,
  id: number,
): Question<FoundAnnouncement | undefined> =>
  question({
    shape: 'announcement',
    plan: { forums, id },
    build: ({ use, values }) => {
      const visitor = use('bigint[]', forumsValue)
      const neighbor = (comparison: string, order: string) => `(
        select jsonb_build_object('id', a.id, 'title', a.title) from announcements a
        where (a.published_at, a.id) ${comparison} (p.at, p.id) and ${announcedTo(visitor)}
        order by a.published_at ${order}, a.id ${order} limit 1)::text`
      const text = `
        with page as (
          select 'announcement' as type, a.id, a.published_at as at from announcements a
          where a.id = ${use('bigint', (plan) => plan.id)} and a.published_at is not null and ${announcedTo(visitor)}
        )
        select ${renderedUpdates(visitor, use)} as updates, ${neighbor('>', 'asc')} as newer, ${neighbor('<', 'desc')} as older
        from (values (true)) one left join page p on true`
      return { text, values, columns: ['updates', 'newer', 'older'] }
    },
    isPrepared: true,
    answer: ({ updates, newer, older }) => {
      const [update] = parseUpdates(updates)
      const named = (text: string | null | undefined) => (text ? JSON.parse(text) : null)
      return update && { update, newer: named(newer), older: named(older) }
    },
  })

/** Where a page begins: before this time, and at this time before these ids. */
type Place = { at: string; announcement: string; status_update: string }

const LARGEST_ID = '9223372036854775807'
export const FIRST_PAGE: Place = {
  at: 'infinity',
  announcement: LARGEST_ID,
  status_update: LARGEST_ID,
}

type InForums = { forums: number[] | null }
type UpdatesPlan = InForums & { place: Place }

const forumsValue = ({ forums }: InForums) => forums

/** `visitor` is the parameter with the forums that the visitor may see. */
const announcedTo = (visitor: string) => `(${visitor} is null
  or not exists (select from announcement_forums l where l.announcement_id = a.id)
  or exists (select from announcement_forums l where l.announcement_id = a.id and l.forum_id = any(${visitor})))`

/** The JSON of those in `page`, as a text. */
function renderedUpdates<Plan>(visitor: string, use: Use<Plan>): string {
  const caller = use('bigint', callerValue)
  return `(select json_agg(json_build_object('type', p.type, 'id', p.id, 'published_at', p.at, 'title', a.title,
    'body', coalesce(a.body, u.body), 'body_mime_type', coalesce(a.body_mime_type, u.body_mime_type), 'types', coalesce(a.types, '{}'),
    'picture', (select json_build_object('key', t.file_key, 'alt', coalesce(a.picture_alt, ''))
      from attachments t where t.id = a.picture_id),
    'status', (select ${STATUS} from statuses c where c.id = u.new_status_id),
    'suggestions', (select coalesce(json_agg(json_build_object('id', s.id, 'title', s.title, 'forum_id', s.forum_id,
        'supporters_count', f.supporters_count, 'closed_at', s.closed_at,
        'status', (select ${STATUS} from statuses c where c.id = s.status_id),
        'voted', exists (select from supporters v where v.suggestion_id = s.id and v.user_id = ${caller})) order by s.id), '[]')
      from suggestions s join suggestion_figures f on f.id = s.id
      where s.id in (
          select l.suggestion_id from announcement_suggestions l where l.announcement_id = a.id
          union all select u.suggestion_id)
        and s.is_visible and (${visitor} is null or s.forum_id = any(${visitor}))))
    order by p.at desc, p.type, p.id desc)
  from page p
  left join announcements a on p.type = 'announcement' and a.id = p.id
  left join status_updates u on p.type = 'status_update' and u.id = p.id)::text`
}

const STATUS = `json_build_object('id', c.id, 'name', c.name, 'color', c.hex_color, 'is_open', c.is_open)`

const parseUpdates = (text: string | null | undefined): Update[] =>
  (text ? (JSON.parse(text) as Update[]) : []).map((update) => ({
    ...update,
    published_at: new Date(update.published_at),
  }))

/** The planner must know how few rows are wanted, so their number is part of the text. Exported for a test of its plan. */
export function updatesStatement(
  rows: number,
  isInForums: boolean,
  { use, values }: Parameters<UpdatesPlan> = createParameters(),
): RowStatement<UpdatesPlan> {
  const visitor = use('bigint[]', forumsValue)
  const at = use('timestamptz', ({ place }) => place.at)
  const answers = (ofForum: string) => `
    select u.id, u.created_at as at from status_updates u join suggestions s on s.id = u.suggestion_id
    where ${ofForum} and u.body <> '' and (u.created_at, u.id) < (${at}, ${use('bigint', answerValue)}) and s.is_visible
    order by u.created_at desc, u.id desc limit ${rows}`
  // Of some forums: the newest of each, since others can have any number of newer ones.
  const answered = isInForums
    ? `select r.id, r.at from unnest(${visitor}) f (id) cross join lateral (${answers('u.forum_id = f.id')}) r
      order by r.at desc, r.id desc limit ${rows}`
    : answers('true')
  const text = `
    with announced as (
      select a.id, a.published_at as at from announcements a
      where (a.published_at, a.id) < (${at}, ${use('bigint', ({ place }) => place.announcement)}) and ${announcedTo(visitor)}
      order by a.published_at desc, a.id desc limit ${rows}
    ), answered as (${answered}),
    page as (
      select 'announcement' as type, id, at from announced union all select 'status_update', id, at from answered
      order by at desc, type, id desc limit ${rows}
    )
    select ${renderedUpdates(visitor, use)} as updates`
  return { text, values, columns: ['updates'] }
}

const answerValue = ({ place }: UpdatesPlan) => place.status_update

const writeCursor = ({ published_at, type, id }: Update) =>
  Buffer.from(JSON.stringify([published_at.toISOString(), type, id])).toString('base64url')

function readCursor(text: string | undefined): Place {
  if (text === undefined) return FIRST_PAGE
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
