// Internal notes on suggestions, with replies.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { type Formatted, isSameText, resolveMimeType } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { notes } from '../resources/notes.ts'
import { linkAttachments, linkPictures } from './attachments.ts'
import { logActivity } from './core/activity.ts'
import { lockSuggestions } from './core/locks.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { addMentions, type MailSite, replaceMentions, sendsMail } from './mentions.ts'

export type NewNote = {
  body: string
  body_mime_type?: string
  attachment_tokens?: string[]
  created_at?: string
  links: { suggestion?: number; parent?: number; mentions?: number[]; created_by?: number }
}

export async function createNote(
  tx: Tx,
  actor: number,
  note: NewNote,
  site: MailSite,
): Promise<number> {
  const { body, body_mime_type = 'text/plain', links } = note
  const { mentions = [], ...single } = links
  await requireLinkedRecords(tx, notes, single)
  await requireMentionedUsers(tx, mentions)
  const suggestion = await resolveSuggestion(tx, links)
  const { rows } = await sql<{ id: number }>`
    insert into notes (body, body_mime_type, suggestion_id, parent_id, created_by_id, created_at)
    values (${body}, ${body_mime_type}, ${suggestion}, ${links.parent ?? null}, ${links.created_by ?? actor},
      coalesce(${note.created_at ?? null}::timestamptz, now()))
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  const text = { body, body_mime_type }
  await linkAttachments(tx, note.attachment_tokens, { note: id })
  await linkPictures(tx, text, { note: id })
  const isMailed = sendsMail(note, site)
  await addMentions(tx, { note: id }, { actor, text, named: mentions, sendsMail: isMailed })
  await logActivity(tx, actor, {
    kind: 'note_created',
    suggestion_id: suggestion,
    note_id: id,
    new_body: body,
  })
  return id
}

export async function updateNote(
  tx: Tx,
  { id, actor }: { id: number; actor: number },
  { attachment_tokens, ...sent }: Pick<NewNote, 'body' | 'body_mime_type' | 'attachment_tokens'>,
  site: MailSite,
): Promise<void> {
  const before = await lockRecord<Formatted & { suggestion_id: number }>(tx, notes, id)
  await linkAttachments(tx, attachment_tokens, { note: id })
  const { body } = sent
  const text = { body, body_mime_type: resolveMimeType(sent, before) }
  if (isSameText(text, before)) return
  await sql`
    update notes set body = ${body}, body_mime_type = ${text.body_mime_type}, updated_at = now() where id = ${id}`.execute(
    tx,
  )
  await linkPictures(tx, text, { note: id })
  await replaceMentions(tx, { note: id }, { actor, text, before, sendsMail: site.hasMail })
  await logActivity(tx, actor, {
    kind: 'note_changed',
    suggestion_id: before.suggestion_id,
    note_id: id,
    old_body: before.body,
    new_body: body,
  })
}

/** Deletes its replies too. Their attachments become unlinked. */
export async function deleteNote(tx: Tx, actor: number, id: number): Promise<void> {
  await lockSuggestions(tx, sql`select suggestion_id from notes where id = ${id}`)
  const { body, suggestion_id } = await lockRecord<{ body: string; suggestion_id: number }>(
    tx,
    notes,
    id,
  )
  // Not `union all`, which never ends on notes that reply to each other.
  const thread = sql`
    with recursive thread (id) as (
      select ${id}::bigint union select n.id from notes n join thread t on n.parent_id = t.id
    )`
  await sql`${thread} update attachments set note_id = null, updated_at = now() where note_id in (select id from thread)`.execute(
    tx,
  )
  await sql`${thread} delete from notes where id in (select id from thread)`.execute(tx)
  await logActivity(tx, actor, { kind: 'note_removed', suggestion_id, old_body: body })
}

/** A reply has the suggestion of its parent. */
async function resolveSuggestion(
  tx: Tx,
  { suggestion, parent }: NewNote['links'],
): Promise<number> {
  if (parent === undefined) {
    if (suggestion !== undefined) return suggestion
    throw new ApiError('invalid', 'links.suggestion: required.', {
      links: { suggestion: 'required' },
    })
  }
  const { rows } = await sql<{ suggestion_id: number }>`
    select suggestion_id from notes where id = ${parent}`.execute(tx)
  const { suggestion_id } = rows[0] as { suggestion_id: number }
  if (suggestion === undefined || suggestion === suggestion_id) return suggestion_id
  throw new ApiError(
    'invalid',
    `links.parent: note ${parent} belongs to suggestion ${suggestion_id}, not to ${suggestion}.`,
    { links: { parent: 'in' } },
  )
}

async function requireMentionedUsers(tx: Tx, mentions: number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${mentions}::bigint[]) m (id) where not exists (select from users u where u.id = m.id) limit 1`.execute(
    tx,
  )
  if (!rows[0]) return
  throw new ApiError('invalid', `links.mentions: no user has the id ${rows[0].id}.`, {
    links: { mentions: 'not_found' },
  })
}
