// Deletes uploads and files that are no longer needed.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { addJob } from '../../db/enqueue.ts'

const isUnused = sql`suggestion_id is null and note_id is null and comment_id is null and updated_at < now() - interval '7 days'
  and not exists (select from picture_uses where attachment_id = attachments.id)`

/** Deletes uploads that were linked to nothing and shown by no text for 7 days. A trigger queues their files for removal. */
export async function deleteUnlinkedAttachments(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from attachments where id in (
      select id from attachments where ${isUnused} order by updated_at limit ${limit} for update skip locked
    ) and ${isUnused}`.execute(db)
  return Number(numAffectedRows)
}

export async function clearRemovedFiles(db: Db, keys: string[]): Promise<void> {
  await sql`delete from removed_files where file_key = any(${keys})`.execute(db)
}

/** Another run of the job, for files that are left. */
export const requestFileRemoval = (db: Db) =>
  sql`select ${addJob({ task: 'remove_files', payload: {} })}`.execute(db)
