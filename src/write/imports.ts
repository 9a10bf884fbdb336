// Imports of files and their progress. A batch and its progress are one transaction, so that an import can be resumed.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import { stringifyInSlices } from '../slices.ts'
import type { FieldType } from './core/custom-values.ts'
import { type ImportedAccount, importExternalAccounts } from './external-accounts.ts'
import { type ImportedUser, importExternalUsers } from './external-users.ts'
import { type ImportedPerson, importUsers } from './imported-users.ts'

export type Import = { id: number; user_id: number; processed_rows: number; total_rows: number }

export type ImportedCollection = 'external_users' | 'external_accounts' | 'users'

/** A row of a file and its line there. Rows of one file are of one collection; without one they are external users. */
export type ImportRow = { line?: number } & (
  | ({ collection?: 'external_users' } & ImportedUser)
  | ({ collection: 'external_accounts'; external_id: string } & ImportedAccount)
  | ({ collection: 'users' } & ImportedPerson)
)

/** Resumes the unfinished import of this file, or begins a new one in the name of the owner. */
export async function beginImport(tx: Tx, fileHash: string, totalRows: number): Promise<Import> {
  const { rows: unfinished } = await sql<Import>`
    update imports set state = 'processing', updated_at = now()
    where id = (
      select id from imports where file_hash = ${fileHash} and state in ('queued', 'processing') and user_id is not null
      order by id desc limit 1 for update
    ) returning id, user_id, processed_rows, total_rows`.execute(tx)
  if (unfinished[0]) return unfinished[0]
  const { rows } = await sql<Import>`
    insert into imports (type, state, total_rows, import_started_at, file_hash, user_id)
    select 'users', 'processing', ${totalRows}, now(), ${fileHash}, id from users where is_owner order by id limit 1
    returning id, user_id, processed_rows, total_rows`.execute(tx)
  return rows[0] as Import
}

/** Creates custom fields, named after their keys. One that exists meanwhile is left as it is. */
export async function createMissingFields(
  tx: Tx,
  actor: number,
  fields: { objectType: string; key: string; type: FieldType }[],
): Promise<void> {
  if (fields.length === 0) return
  await sql`
    insert into custom_fields (key, name, field_type, object_type, created_by_id, updated_by_id)
    select key, replace(substr(key, 4), '_', ' '), type, "objectType", ${actor}::bigint, ${actor}::bigint
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) f (key text, type text, "objectType" text)
    order by key
    on conflict (object_type, key) do nothing`.execute(tx)
}

/** Imports the next rows of the file. */
export async function importBatch(
  tx: Tx,
  { id, user_id, processed_rows }: Import,
  rows: ImportRow[],
): Promise<void> {
  const { rows: current } = await sql`
    select from imports where id = ${id} and processed_rows = ${processed_rows} for update`.execute(
    tx,
  )
  if (current.length === 0)
    throw new ApiError('conflict', 'Another process is importing this file at the moment.')
  const records = await importRows(tx, user_id, rows)
  await sql`
    update imports set state = 'processing', import_started_at = coalesce(import_started_at, now()),
      processed_rows = processed_rows + ${rows.length},
      imported_records = imported_records + ${records}, updated_at = now()
    where id = ${id}`.execute(tx)
}

/** Returns how many records were created or changed. */
async function importRows(tx: Tx, actor: number, rows: ImportRow[]): Promise<number> {
  const records = rows.map(({ line: _, collection: __, ...record }) => record)
  switch (rows[0]?.collection) {
    case 'users':
      return importUsers(tx, records as ImportedPerson[])
    case 'external_accounts': {
      const accounts = records as (ImportedAccount & { external_id: string })[]
      return (await importExternalAccounts(tx, actor, accounts)).externalAccounts.length
    }
    default:
      return (await importExternalUsers(tx, actor, records as ImportedUser[])).externalUsers.length
  }
}

/** Returns how many records were created or changed. A record that several batches contain counts once for each. */
export async function completeImport(tx: Tx, { id }: Pick<Import, 'id'>): Promise<number> {
  const { rows } = await sql<{ imported_records: number }>`
    update imports set state = 'completed', import_completed_at = now(), updated_at = now()
    where id = ${id} returning imported_records`.execute(tx)
  return (rows[0] as { imported_records: number }).imported_records
}

/** Stores a file that was checked, for a background job to import. */
export async function queueImport(tx: Tx, actor: number, batches: ImportRow[][]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (type, total_rows, user_id) values ('users', ${batches.flat().length}, ${actor})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  // One statement for each: a parameter of 20 MiB would block other requests while it is encoded.
  for (const [i, batch] of batches.entries()) {
    const people = await stringifyInSlices(batch)
    await sql`
      insert into import_batches (import_id, position, people)
      values (${id}, ${i + 1}, ${people}::jsonb)`.execute(tx)
  }
  if (batches.length === 0) await completeImport(tx, { id })
  else await sql`select ${addJob(importJob(id, 0))}`.execute(tx)
  return id
}

/** The job of the next batch of a queued file. */
export const importJob = (id: Expression, processedRows: Expression): Job => ({
  task: 'import_batch',
  payload: { import: id, processed_rows: processedRows },
  subject: sql`'import ' || ${id} || ' after row ' || ${processedRows}`,
})

/**
 * Imports the batch that follows these rows of a queued file, and adds the job of the one after it. Nothing when the batch
 * is already imported. A file that cannot be imported any more ends as failed.
 */
export async function importNextBatch(tx: Tx, id: number, processedRows: number): Promise<void> {
  // Another process may be at the same batch, when it was taken for dead.
  await sql`select from imports where id = ${id} for update`.execute(tx)
  const { rows } = await sql<Import & { position: number; people: ImportRow[] }>`
    select i.id, coalesce(i.user_id, (select id from users where is_owner limit 1)) as user_id, processed_rows,
      total_rows, position, people
    from import_batches b join imports i on i.id = b.import_id
    where i.id = ${id} and processed_rows = ${processedRows}
    order by position limit 1`.execute(tx)
  const next = rows[0]
  if (next === undefined) return
  await sql`savepoint batch`.execute(tx)
  try {
    await importBatch(tx, next, next.people)
    await sql`delete from import_batches where import_id = ${id} and position = ${next.position}`.execute(
      tx,
    )
    const left = await sql`
      select ${addJob(importJob(id, processedRows + next.people.length))}
      from import_batches where import_id = ${id} limit 1`.execute(tx)
    if (left.rows.length === 0) await completeImport(tx, next)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await sql`rollback to savepoint batch`.execute(tx)
    await sql`delete from import_batches where import_id = ${next.id}`.execute(tx)
    await sql`
      update imports set state = 'failed', reason = ${describeFailure(error, next)}, updated_at = now()
      where id = ${next.id}`.execute(tx)
  }
}

function describeFailure(
  { message, errors }: ApiError,
  { processed_rows, people }: Import & { people: ImportRow[] },
): string {
  const list = (errors?.users ?? errors?.accounts) as unknown[] | undefined
  const index = Array.isArray(list) ? list.findIndex((row) => row !== null) : -1
  if (index < 0) return message
  // Rows that were queued by an older version have no line.
  const line = people[index]?.line ?? processed_rows + index + 2
  return `Row ${line}: ${message}`
}

/** Removes the rows of a person who is erased from the queued files. */
export async function deleteOldImports(tx: Tx, address: string): Promise<void> {
  await sql`
    update import_batches set people = (
      select coalesce(jsonb_agg(p order by place), '[]')
      from jsonb_array_elements(people) with ordinality t (p, place)
      where lower((p ->> 'email') collate "und-x-icu") is distinct from lower(${address} collate "und-x-icu")
        and lower((p ->> 'user_email') collate "und-x-icu") is distinct from lower(${address} collate "und-x-icu"))
    where position(lower(${address}) in lower(people::text)) > 0`.execute(tx)
}
