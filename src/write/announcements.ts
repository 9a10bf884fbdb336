// What the team announces: drafts, scheduled and published announcements with a picture and linked suggestions.
import { type RawBuilder, sql } from 'kysely'
import { ApiError, invalidInput } from '../core/api-error.ts'
import { resolveMimeType } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { ANNOUNCEMENT_TYPES, announcements } from '../resources/announcements.ts'
import { usePictures } from './attachments.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import { lockSuggestions } from './core/locks.ts'
import {
  createRecord,
  deleteRecord,
  type Input,
  lockRecord,
  missingLink,
  updateRecord,
} from './core/records.ts'
import { addMailings } from './mailings.ts'

export type AnnouncementFields = {
  title?: string
  body?: string
  body_mime_type?: string
  types?: string[]
  picture_alt?: string | null
  notify_supporters?: boolean
  links?: { picture?: number | null; suggestions?: number[]; forums?: number[] }
}

type Row = {
  title: string
  body: string
  body_mime_type: string
  publish_at: Date | null
  published_at: Date | null
  picture_id: number | null
  notification_requested_at: Date | null
}

export async function createAnnouncement(
  tx: Tx,
  actor: number,
  announcement: AnnouncementFields & { title: string },
): Promise<number> {
  return insertAnnouncement(tx, actor, announcement)
}

async function insertAnnouncement(
  tx: Tx,
  actor: number,
  announcement: AnnouncementFields,
  more: Input = {},
): Promise<number> {
  const { links = {}, notify_supporters: isRequested = false } = announcement
  const suggestions = await resolveSuggestions(tx, links.suggestions)
  await requireTargets(tx, links, null)
  const id = await createRecord(tx, announcements, actor, {
    ...columnsOf(announcement),
    ...requestNotification(actor, isRequested),
    ...more,
  })
  await setLinks(tx, id, { suggestions, forums: links.forums })
  await keepPictures(tx, id)
  return id
}

export async function updateAnnouncement(
  tx: Tx,
  actor: number,
  id: number,
  changes: AnnouncementFields,
): Promise<void> {
  // Lock order: suggestions before what links to them.
  const { links = {}, body, notify_supporters: isRequested } = changes
  const suggestions = await resolveSuggestions(tx, links.suggestions)
  const before = await lockRecord<Row>(tx, announcements, id)
  await requireTargets(tx, links, before.picture_id)
  const wasRequested = before.notification_requested_at !== null
  await updateRecord(
    tx,
    announcements,
    { id, actor },
    {
      ...columnsOf(changes),
      ...(body !== undefined && {
        body_mime_type: resolveMimeType({ ...changes, body }, before),
      }),
      ...(isRequested !== undefined &&
        isRequested !== wasRequested &&
        requestNotification(actor, isRequested)),
    },
  )
  await setLinks(tx, id, { suggestions, forums: links.forums })
  if (body !== undefined || changes.body_mime_type !== undefined || links.picture !== undefined)
    await keepPictures(tx, id)
}

export async function deleteAnnouncement(tx: Tx, origin: Origin, id: number): Promise<void> {
  const before = await lockRecord<Row>(tx, announcements, id)
  await dropPictures(tx, id)
  await deleteRecord(tx, announcements, id)
  await recordAudit(tx, origin, {
    action: 'announcement_deleted',
    subject: { type: announcements.name, id },
    before: { name: before.title, published_at: before.published_at },
  })
}

export type RemovedAnnouncement = AnnouncementFields & {
  title: string
  publish_at: string | null
  published_at: string | null
  created_at: string
  links: AnnouncementFields['links'] & { created_by?: number | null }
}

/** With its id, so that its address works again. One that was scheduled is due at its time, or at once if that has passed. */
export async function restoreAnnouncement(
  tx: Tx,
  actor: number,
  id: number,
  { publish_at, published_at, created_at, ...announcement }: RemovedAnnouncement,
): Promise<void> {
  const { created_by = null, ...links } = announcement.links
  await insertAnnouncement(
    tx,
    actor,
    { ...announcement, links },
    { id, publish_at, published_at, created_at },
  )
  await sql`
    update announcements set created_by_id = (select id from users where id = ${created_by}) where id = ${id}`.execute(
    tx,
  )
  await sql`
    delete from deletions where collection = ${announcements.name} and record_id = ${id}`.execute(
    tx,
  )
}

/** Idempotent. A time in the past says when it was published elsewhere. */
export async function publishAnnouncement(
  tx: Tx,
  origin: Origin,
  { id, actor }: { id: number; actor: number },
  published_at?: string,
): Promise<void> {
  if (published_at !== undefined && new Date(published_at).getTime() > Date.now())
    throw wrongTime('published_at', 'in the future. Schedule the announcement instead')
  const before = await lockRecord<Row>(tx, announcements, id)
  if (before.published_at !== null) return
  await setTimes(tx, { id, actor }, { publish_at: null, published_at: published_at ?? sql`now()` })
  const notify_supporters = before.notification_requested_at !== null
  // One that was published elsewhere before is no news.
  if (notify_supporters && published_at === undefined)
    await addMailings(tx, 'announcement', sql`select ${id}::bigint`)
  await auditState(tx, origin, {
    action: 'announcement_published',
    id,
    after: { notify_supporters },
  })
}

/** Sets or changes the time. */
export async function scheduleAnnouncement(
  tx: Tx,
  origin: Origin,
  { id, actor }: { id: number; actor: number },
  publish_at: string,
): Promise<void> {
  if (new Date(publish_at).getTime() <= Date.now())
    throw wrongTime('publish_at', 'in the past. Send a later time, or publish it now')
  const before = await lockRecord<Row>(tx, announcements, id)
  if (before.published_at !== null)
    throw new ApiError(
      'conflict',
      `Announcement ${id}: already published. Unpublish it before you schedule it.`,
    )
  await setTimes(tx, { id, actor }, { publish_at, published_at: null })
  const notify_supporters = before.notification_requested_at !== null
  await auditState(tx, origin, {
    action: 'announcement_scheduled',
    id,
    after: { publish_at, notify_supporters },
  })
}

/** Makes it a draft again, also if it was only scheduled. Idempotent. */
export async function unpublishAnnouncement(
  tx: Tx,
  origin: Origin,
  { id, actor }: { id: number; actor: number },
): Promise<void> {
  const before = await lockRecord<Row>(tx, announcements, id)
  if (before.published_at === null && before.publish_at === null) return
  await setTimes(tx, { id, actor }, { publish_at: null, published_at: null })
  await auditState(tx, origin, { action: 'announcement_unpublished', id })
}

/** Undoes a publication, a schedule or its end. */
export async function restoreState(
  tx: Tx,
  actor: number,
  id: number,
  times: { publish_at: string | null; published_at: string | null },
): Promise<void> {
  await lockRecord(tx, announcements, id)
  await setTimes(tx, { id, actor }, times)
  const action =
    times.published_at !== null
      ? 'announcement_published'
      : times.publish_at !== null
        ? 'announcement_scheduled'
        : 'announcement_unpublished'
  await auditState(tx, { userId: actor }, { action, id, after: { by: 'undo' } })
}

/** By a job, once a minute. One that somebody is changing is published a minute later. */
export async function publishDueAnnouncements(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: number; is_requested: boolean }>`
    with due as (
      select id from announcements where publish_at <= now() order by id for no key update skip locked
    ), published as (
      update announcements a set published_at = now(), publish_at = null, updated_at = now()
      from due where a.id = due.id returning a.id, a.notification_requested_at is not null as is_requested
    ), audited as (
      insert into audit_entries (action, subject_type, subject_id, after)
      select 'announcement_published', ${announcements.name}, id,
        jsonb_build_object('by', 'schedule', 'notify_supporters', is_requested)
      from published
    )
    select id, is_requested from published`.execute(tx)
  const requested = rows.filter(({ is_requested }) => is_requested).map(({ id }) => id)
  if (requested.length > 0)
    await addMailings(
      tx,
      'announcement',
      sql`select id from unnest(${requested}::bigint[]) c (id) order by id`,
    )
}

const requestNotification = (actor: number, isRequested: boolean) => ({
  notification_requested_at: isRequested ? sql`now()` : null,
  notification_requested_by_id: isRequested ? actor : null,
})

type Moment = string | RawBuilder<unknown> | null

const setTimes = (
  tx: Tx,
  { id, actor }: { id: number; actor: number },
  { publish_at, published_at }: { publish_at: Moment; published_at: Moment },
) =>
  sql`
    update announcements set publish_at = ${publish_at}::timestamptz, published_at = ${published_at}::timestamptz,
      updated_by_id = ${actor}, updated_at = now()
    where id = ${id}`.execute(tx)

type StateAction = 'announcement_published' | 'announcement_scheduled' | 'announcement_unpublished'

const auditState = (
  tx: Tx,
  origin: Origin,
  { action, id, after }: { action: StateAction; id: number; after?: Record<string, unknown> },
) =>
  recordAudit(tx, origin, {
    action,
    subject: { type: announcements.name, id },
    ...(after && { after }),
  })

const wrongTime = (member: string, problem: string) =>
  invalidInput([{ path: [member], code: 'in', message: `${member}: ${problem}.` }])

type Links = { suggestions: number[] | undefined; forums: number[] | undefined }

const columnsOf = ({
  links,
  notify_supporters: _,
  types,
  ...columns
}: AnnouncementFields): Input => ({
  ...columns,
  // Each once, in one order.
  ...(types && { types: ANNOUNCEMENT_TYPES.filter((type) => types.includes(type)) }),
  ...(links?.picture !== undefined && { links: { picture: links.picture } }),
})

async function requireTargets(
  tx: Tx,
  { picture = null, forums = [] }: NonNullable<AnnouncementFields['links']>,
  currentPicture: number | null,
): Promise<void> {
  await requirePicture(tx, picture, currentPicture)
  await requireForums(tx, forums)
}

/** An upload of its own: a file of a suggestion or note can be for fewer people. */
async function requirePicture(tx: Tx, id: number | null, current: number | null): Promise<void> {
  if (id === null || id === current) return
  const { rows } = await sql<{ is_safe_image: boolean; is_free: boolean }>`
    select is_safe_image, suggestion_id is null and note_id is null as is_free
    from attachments where id = ${id}`.execute(tx)
  const [file] = rows
  if (!file) throw invalidInput([missingLink('picture', 'attachments', id)])
  const problem = !file.is_safe_image
    ? 'no picture that browsers show. Allowed: PNG, JPEG, GIF, WebP, AVIF'
    : !file.is_free
      ? 'a file of a suggestion or note. Upload the picture again'
      : undefined
  if (problem === undefined) return
  const message = `links.picture: attachment ${id} is ${problem}.`
  throw invalidInput([{ path: ['links', 'picture'], code: 'in', message }])
}

async function requireForums(tx: Tx, forums: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${forums}::bigint[]) sent (id)
    where not exists (select from forums f where f.id = sent.id) limit 1`.execute(tx)
  if (rows[0]) throw invalidInput([missingLink('forums', 'forums', rows[0].id)])
}

/** A link to a merged suggestion is one to its target. The locks make a merge at the same time wait, or this write. */
async function resolveSuggestions(
  tx: Tx,
  ids: number[] | undefined,
): Promise<number[] | undefined> {
  if (ids === undefined || ids.length === 0) return ids
  const sent = [...new Set(ids)]
  await lockSuggestions(tx, sql`select unnest(${sent}::bigint[])`)
  const { rows } = await sql<{ sent: number; id: number }>`
    with recursive chain (sent, id, parent_id) as (
      select id, id, parent_suggestion_id from suggestions where id = any(${sent}::bigint[])
      union
      select c.sent, s.id, s.parent_suggestion_id from suggestions s join chain c on s.id = c.parent_id
    )
    select sent, id from chain where parent_id is null`.execute(tx)
  const known = new Set(rows.map((row) => row.sent))
  const missing = sent.find((id) => !known.has(id))
  if (missing !== undefined)
    throw invalidInput([missingLink('suggestions', 'suggestions', missing)])
  return [...new Set(rows.map(({ id }) => id))]
}

/** Only the named lists change. */
async function setLinks(tx: Tx, id: number, { suggestions, forums }: Links): Promise<void> {
  for (const [table, column, targets] of [
    ['announcement_suggestions', 'suggestion_id', suggestions],
    ['announcement_forums', 'forum_id', forums],
  ] as const) {
    if (targets === undefined) continue
    await sql`
      with removed as (
        delete from ${sql.table(table)}
        where announcement_id = ${id} and ${sql.ref(column)} <> all(${targets}::bigint[])
      )
      insert into ${sql.table(table)} (announcement_id, ${sql.ref(column)})
      select ${id}, target from unnest(${targets}::bigint[]) target on conflict do nothing`.execute(
      tx,
    )
  }
}

/** The pictures of the text and its own: they stay, and are for everybody who sees the announcement. */
async function keepPictures(tx: Tx, id: number): Promise<void> {
  await dropPictures(tx, id)
  const { rows } = await sql<Pick<Row, 'body' | 'body_mime_type' | 'picture_id'>>`
    select body, body_mime_type, picture_id from announcements where id = ${id}`.execute(tx)
  const { picture_id, ...text } = rows[0] as Row
  await usePictures(tx, text, { column: 'announcement_id', ids: [id] })
  if (picture_id !== null)
    await sql`
      insert into picture_uses (attachment_id, announcement_id) values (${picture_id}, ${id})
      on conflict do nothing`.execute(tx)
}

/** They are deleted after some days, unless something else shows them or the change is undone. */
async function dropPictures(tx: Tx, id: number): Promise<void> {
  await sql`
    with dropped as (delete from picture_uses where announcement_id = ${id} returning attachment_id)
    update attachments set updated_at = now() where id in (select attachment_id from dropped)`.execute(
    tx,
  )
}
