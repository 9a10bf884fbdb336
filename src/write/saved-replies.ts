// Texts that the team uses again. They are Markdown.
import { MARKDOWN } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'
import { saved_replies } from '../resources/saved_replies.ts'
import { usePictures } from './attachments.ts'
import { createRecord, updateRecord } from './core/records.ts'

type SavedReply = { title?: string; body?: string }

export async function createSavedReply(tx: Tx, actor: number, reply: SavedReply): Promise<number> {
  const id = await createRecord(tx, saved_replies, actor, reply)
  await keepPictures(tx, id, reply)
  return id
}

export async function updateSavedReply(
  tx: Tx,
  { id, actor }: { id: number; actor: number },
  changes: SavedReply,
): Promise<void> {
  await updateRecord(tx, saved_replies, { id, actor }, changes)
  await keepPictures(tx, id, changes)
}

const keepPictures = (tx: Tx, id: number, { body }: SavedReply) =>
  usePictures(tx, { body, body_mime_type: MARKDOWN }, { column: 'saved_reply_id', ids: [id] })
