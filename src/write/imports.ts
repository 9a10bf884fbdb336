// Files of people: how far each is. A batch and the note of it are one transaction, so that a file can be gone on with.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import { type ImportedUser, importExternalUsers } from './external-users.ts'
import { notifyJobs } from './job-notifications.ts'

export type Import = { id: number; user_id: number; processed_rows: number; total_rows: number }

/** The import of this file that did not end, or a new one. The owner imports. */
export async function beginImport(tx: Tx, fileHash: string, totalRows: number): Promise<Import> {
  const { rows: begun } = await sql<Import>`
    update imports set state = 'processing', updated_at = now()
    where id = (
      select id from imports where file_hash = ${fileHash} and state in ('queued', 'processing') and user_id is not null
      order by id desc limit 1 for update
    ) returning id, user_id, processed_rows, total_rows`.execute(tx)
  if (begun[0]) return begun[0]
  const { rows } = await sql<Import>`
    insert into imports (type, state, total_rows, import_started_at, file_hash, user_id)
    select 'users', 'processing', ${totalRows}, now(), ${fileHash}, id from users where is_owner order by id limit 1
    returning id, user_id, processed_rows, total_rows`.execute(tx)
  return rows[0] as Import
}

/** Imports the next rows of the file. */
export async function importBatch(
  tx: Tx,
  { id, user_id, processed_rows }: Import,
  users: ImportedUser[],
): Promise<void> {
  const { rows } = await sql`
    select from imports where id = ${id} and processed_rows = ${processed_rows} for update`.execute(
    tx,
  )
  if (rows.length === 0)
    throw new ApiError('conflict', 'Another process is importing this file at the moment.')
  const { externalUsers } = await importExternalUsers(tx, user_id, users)
  await sql`
    update imports set state = 'processing', import_started_at = coalesce(import_started_at, now()),
      processed_rows = processed_rows + ${users.length},
      imported_records = imported_records + ${externalUsers.length}, updated_at = now()
    where id = ${id}`.execute(tx)
}

/** How many records were created or changed; one that several batches told of counts in each. */
export async function completeImport(tx: Tx, { id }: Pick<Import, 'id'>): Promise<number> {
  const { rows } = await sql<{ imported_records: number }>`
    update imports set state = 'completed', import_completed_at = now(), updated_at = now()
    where id = ${id} returning imported_records`.execute(tx)
  return (rows[0] as { imported_records: number }).imported_records
}

/** Keeps a file that was checked, to be imported by and by. */
export async function queueImport(
  tx: Tx,
  actor: number,
  batches: ImportedUser[][],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (type, total_rows, user_id) values ('users', ${batches.flat().length}, ${actor})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await sql`
    insert into import_batches (import_id, position, people)
    select ${id}, position, people
    from jsonb_array_elements(${JSON.stringify(batches)}::jsonb) with ordinality b (people, position)`.execute(
    tx,
  )
  if (batches.length === 0) await completeImport(tx, { id })
  else await sql`select ${notifyJobs}`.execute(tx)
  return id
}

/** The next batch of the oldest file that waits. What cannot be imported any more ends as failed. */
export async function importNextBatch(tx: Tx): Promise<'again' | undefined> {
  const { rows } = await sql<Import & { position: number; people: ImportedUser[] }>`
    select i.id, coalesce(i.user_id, (select id from users where is_owner limit 1)) as user_id, processed_rows,
      total_rows, position, people
    from import_batches b join imports i on i.id = b.import_id
    order by b.import_id, position limit 1`.execute(tx)
  const next = rows[0]
  if (next === undefined) return undefined
  await sql`savepoint batch`.execute(tx)
  try {
    await importBatch(tx, next, next.people)
    await sql`delete from import_batches where import_id = ${next.id} and position = ${next.position}`.execute(
      tx,
    )
    const left = await sql`select from import_batches where import_id = ${next.id} limit 1`.execute(
      tx,
    )
    if (left.rows.length === 0) await completeImport(tx, next)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await sql`rollback to savepoint batch`.execute(tx)
    await sql`delete from import_batches where import_id = ${next.id}`.execute(tx)
    await sql`
      update imports set state = 'failed', reason = ${reasonOf(error, next)}, updated_at = now()
      where id = ${next.id}`.execute(tx)
  }
  return 'again'
}

/** Rows are told as the file has them: the first after the header is 2. */
function reasonOf({ message, errors }: ApiError, { processed_rows }: Import): string {
  const wrong = (errors?.users as unknown[] | undefined)?.findIndex((row) => row !== null) ?? -1
  return wrong < 0 ? message : `Row ${processed_rows + wrong + 2}: ${message}`
}

/** Of somebody who is erased nothing is imported any more. */
export async function deleteOldImports(tx: Tx, address: string): Promise<void> {
  await sql`
    update import_batches set people = (
      select coalesce(jsonb_agg(p order by place), '[]')
      from jsonb_array_elements(people) with ordinality t (p, place)
      where lower((p ->> 'email') collate "und-x-icu") is distinct from lower(${address} collate "und-x-icu"))
    where position(lower(${address}) in lower(people::text)) > 0`.execute(tx)
}
