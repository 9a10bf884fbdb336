// What the database knows of files that nobody needs any more.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Uploads that nothing has linked for seven days; their files go as those of all deleted records do. */
export async function deleteUnlinkedAttachments(db: Db, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from attachments where id in (
      select id from attachments
      where suggestion_id is null and note_id is null and updated_at < now() - interval '7 days'
      order by updated_at limit ${most} for update skip locked
    ) and suggestion_id is null and note_id is null`.execute(db)
  return Number(numAffectedRows)
}

/** The files of deleted records. */
export async function listRemovedFiles(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from removed_files limit ${most}`.execute(db)
  return rows.map(({ file_key }) => file_key)
}

export async function clearRemovedFiles(db: Db, keys: string[]): Promise<void> {
  await sql`delete from removed_files where file_key = any(${keys})`.execute(db)
}

/** Of these, the ones that are of this database and that no record has. */
export async function findOrphanedFiles(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key
    where key like '%' || (select key_suffix from file_store)
      and not exists (select from attachments where file_key = key)`.execute(db)
  return rows.map(({ key }) => key)
}

/** Whether it is time to look at all files, which is once an hour for all processes together. */
export async function claimSweep(db: Db): Promise<boolean> {
  const { rows } = await sql`
    update file_store set swept_at = now() where swept_at < now() - interval '1 hour' returning 1`.execute(
    db,
  )
  return rows.length > 0
}
