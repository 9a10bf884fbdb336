// Status updates (public) and internal status updates (for the team) of suggestions.
import { sql } from 'kysely'
import { formattedToHtml, resolveMimeType } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { internal_status_updates } from '../resources/internal_status_updates.ts'
import { status_updates } from '../resources/status_updates.ts'
import { suggestions } from '../resources/suggestions.ts'
import { linkPictures } from './attachments.ts'
import { buildActivityInsert, logActivity } from './core/activity.ts'
import { resolveAuthor } from './core/people.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { addMailings } from './mailings.ts'
import { buildStatusAssignments, lockStatus } from './suggestions.ts'

export type StatusUpdateContent = {
  body?: string
  body_mime_type?: string
  notify_supporters?: boolean
  notification_email_address?: string
  created_at?: string
  links: { status?: number | null }
}

export type NewStatusUpdate = StatusUpdateContent & {
  created_by_email?: string
  links: { suggestion: number }
}

/** Only the newest update sets the suggestion's status. An update dated before another one is only stored. */
export async function createStatusUpdate(
  tx: Tx,
  actor: number,
  update: NewStatusUpdate,
): Promise<number> {
  const { links, created_by_email } = update
  await requireLinkedRecords(tx, status_updates, links, { status: 'statuses' })
  const author = await resolveAuthor(tx, actor, { user_email: created_by_email })
  const { status_id: before } = await lockRecord<{ status_id: number | null }>(
    tx,
    suggestions,
    links.suggestion,
  )
  const status = links.status === undefined ? before : links.status
  if (status !== null) await lockStatus(tx, status)
  const [created] = await insertStatusUpdates(tx, { actor, author }, [links.suggestion], update)
  await linkPictures(tx, update, { suggestion: links.suggestion })
  return (created as CreatedUpdate).id
}

export type CreatedUpdate = {
  id: number
  suggestion_id: number
  old_status_id: number | null
  new_status_id: number | null
  is_newest: boolean
}

/** The same update for each of the suggestions. The caller has locked them and the status. */
export async function insertStatusUpdates(
  tx: Tx,
  { actor, author }: { actor: number; author: number },
  suggestions: number[],
  update: StatusUpdateContent,
): Promise<CreatedUpdate[]> {
  const {
    body,
    body_mime_type = 'text/plain',
    notify_supporters = false,
    created_at,
    links,
  } = update
  const html = body === undefined ? null : formattedToHtml(body, body_mime_type)
  const status = links.status === undefined ? sql`status_id` : sql`${links.status}::bigint`
  const { rows } = await sql<CreatedUpdate>`
    with created as (
      insert into status_updates (body, body_mime_type, html_body, supporters_notified, notification_email_address, suggestion_id,
        user_id, old_status_id, new_status_id, created_at)
      select ${body ?? null}, ${body_mime_type}, ${html}, ${notify_supporters},
        ${update.notification_email_address ?? null}, id, ${author}, status_id, ${status},
        coalesce(${created_at ?? null}::timestamptz, now())
      from suggestions where id = any(${suggestions}) order by id
      returning id, suggestion_id, old_status_id, new_status_id, created_at
    ), logged as (
      ${buildActivityInsert(actor, 'status_changed', 'created', {
        status_update_id: sql`id`,
        old_status_id: sql`old_status_id`,
        new_status_id: sql`new_status_id`,
        ...(body !== undefined && { new_body: sql`${body}` }),
      })}
    )
    select *, not exists (
      select from status_updates s where s.suggestion_id = created.suggestion_id and s.created_at > created.created_at
    ) as is_newest from created`.execute(tx)
  const newest = rows.filter(({ is_newest }) => is_newest).map(({ id }) => id)
  await sql`
    update suggestions set last_status_update_id = u.id,
      ${buildStatusAssignments(sql`u.new_status_id`, sql`u.created_at`)}
    from status_updates u where u.id = any(${newest}) and suggestions.id = u.suggestion_id`.execute(
    tx,
  )
  if (notify_supporters) {
    const created = rows.map(({ id }) => id)
    await addMailings(
      tx,
      'status_update',
      sql`select id from unnest(${created}::bigint[]) c (id) order by id`,
    )
  }
  return rows
}

export async function updateStatusUpdate(
  tx: Tx,
  actor: number,
  id: number,
  sent: { body: string; body_mime_type?: string },
): Promise<void> {
  const before = await lockRecord<{
    body: string | null
    body_mime_type: string
    suggestion_id: number
  }>(tx, status_updates, id)
  const { body } = sent
  const type = resolveMimeType(sent, before)
  if (body === before.body && type === before.body_mime_type) return
  await sql`
    update status_updates set body = ${body}, body_mime_type = ${type}, html_body = ${formattedToHtml(body, type)},
      updated_at = now()
    where id = ${id}`.execute(tx)
  await linkPictures(tx, { body, body_mime_type: type }, { suggestion: before.suggestion_id })
  await logActivity(tx, actor, {
    kind: 'status_update_changed',
    suggestion_id: before.suggestion_id,
    status_update_id: id,
    ...(before.body !== null && { old_body: before.body }),
    new_body: body,
  })
}

/** The suggestion keeps its status. Its last update becomes the previous one. */
export async function deleteStatusUpdate(tx: Tx, actor: number, id: number): Promise<void> {
  const { suggestion_id, body } = await lockRecord<{ suggestion_id: number; body: string | null }>(
    tx,
    status_updates,
    id,
  )
  await sql`
    update suggestions set last_status_update_id = (
      select s.id from status_updates s where s.suggestion_id = suggestions.id and s.id <> ${id}
      order by s.created_at desc, s.id desc limit 1)
    where id = ${suggestion_id} and last_status_update_id = ${id}`.execute(tx)
  await sql`delete from status_updates where id = ${id}`.execute(tx)
  await logActivity(tx, actor, {
    kind: 'status_update_removed',
    suggestion_id,
    ...(body !== null && { old_body: body }),
  })
}

export type NewInternalStatusUpdate = {
  teams_notified?: boolean
  links: { suggestion: number; internal_status: number | null }
}

export async function createInternalStatusUpdate(
  tx: Tx,
  actor: number,
  { teams_notified = false, links }: NewInternalStatusUpdate,
): Promise<number> {
  const { suggestion, internal_status } = links
  await requireLinkedRecords(tx, internal_status_updates, links, {
    internal_status: 'internal_statuses',
  })
  await lockRecord(tx, suggestions, suggestion)
  const { rows } = await sql<{ id: number }>`
    with created as (
      insert into internal_status_updates (teams_notified, suggestion_id, created_by_id, new_internal_status_id,
        old_internal_status_id)
      select ${teams_notified}, s.id, ${actor}, ${internal_status}::bigint, l.new_internal_status_id
      from suggestions s left join internal_status_updates l on l.id = s.last_internal_status_update_id
      where s.id = ${suggestion} returning id
    )
    update suggestions set last_internal_status_update_id = created.id
    from created where suggestions.id = ${suggestion} returning created.id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await logActivity(tx, actor, {
    kind: 'internal_status_changed',
    suggestion_id: suggestion,
    internal_status_update_id: id,
  })
  return id
}

type InternalStatusChanges = {
  teams_notified: boolean | undefined
  links: { internal_status: number | null | undefined }
}

export async function updateInternalStatusUpdate(
  tx: Tx,
  actor: number,
  id: number,
  { teams_notified, links }: InternalStatusChanges,
): Promise<void> {
  const { suggestion_id } = await lockRecord<{ suggestion_id: number }>(
    tx,
    internal_status_updates,
    id,
  )
  await requireLinkedRecords(tx, internal_status_updates, links, {
    internal_status: 'internal_statuses',
  })
  const { internal_status: status } = links
  await sql`
    update internal_status_updates set
      teams_notified = coalesce(${teams_notified ?? null}::boolean, teams_notified),
      new_internal_status_id = ${status === undefined ? sql`new_internal_status_id` : sql`${status}::bigint`},
      updated_at = now()
    where id = ${id}`.execute(tx)
  await logActivity(tx, actor, {
    kind: 'internal_status_changed',
    suggestion_id,
    internal_status_update_id: id,
  })
}
