// Finds files and uploads that are no longer needed.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/** Deletes uploads that were linked to nothing for 7 days. A trigger queues their files for removal. */
export async function deleteUnlinkedAttachments(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from attachments where id in (
      select id from attachments
      where suggestion_id is null and note_id is null and updated_at < now() - interval '7 days'
      order by updated_at limit ${limit} for update skip locked
    ) and suggestion_id is null and note_id is null`.execute(db)
  return Number(numAffectedRows)
}

/** Files of deleted records, which are still in the store. */
export async function listRemovedFiles(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    select file_key from removed_files limit ${limit}`.execute(db)
  return rows.map(({ file_key }) => file_key)
}

export async function clearRemovedFiles(db: Db, keys: string[]): Promise<void> {
  await sql`delete from removed_files where file_key = any(${keys})`.execute(db)
}

/** The keys that belong to this database and to no attachment. */
export async function findOrphanedFiles(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) key
    where key like '%' || (select key_suffix from file_store)
      and not exists (select from attachments where file_key = key)`.execute(db)
  return rows.map(({ key }) => key)
}
