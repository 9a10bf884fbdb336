// The record of an import and its progress. A batch, its progress and what undoing it needs are one transaction, so that an
// import can be resumed and undone.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { auditCreatedFields, type CreatedField } from '../write/core/audit.ts'
import type { NewField } from './custom-values.ts'
import { importRows } from './engine.ts'
import { type LeftOut, storeLeftOut } from './rejected-rows.ts'
import type { ImportRow } from './rows.ts'
import type { ReportedValue } from './value-lists.ts'

export type Import = {
  id: number
  user_id: number
  processed_rows: number
  total_rows: number
  creates_missing: boolean
}

/** Checks what must hold after a batch and throws otherwise: the account keeps an owner. */
export type AfterBatch = (tx: Tx) => Promise<void>

const COLUMNS = sql`id, user_id, processed_rows, total_rows, creates_missing`

type NewFileImport = {
  hash: string
  type: string
  totalRows: number
  createsMissing: boolean
  mappedValues: ReportedValue[]
  fileName: string | null
}

/** Resumes the unfinished import of this file, or begins a new one in the name of the owner. */
export async function beginImport(
  tx: Tx,
  { hash, type, totalRows, createsMissing, mappedValues, fileName }: NewFileImport,
): Promise<Import> {
  const { rows: unfinished } = await sql<Import>`
    update imports set state = 'processing', updated_at = now()
    where id = (
      select id from imports where file_hash = ${hash} and state in ('queued', 'processing') and user_id is not null
      order by id desc limit 1 for update
    ) returning ${COLUMNS}`.execute(tx)
  if (unfinished[0]) return unfinished[0]
  const { rows } = await sql<Import>`
    insert into imports (type, state, total_rows, import_started_at, file_hash, creates_missing, mapped_values, file_name, user_id)
    select ${type}, 'processing', ${totalRows}, now(), ${hash}, ${createsMissing}, ${JSON.stringify(mappedValues)}::jsonb,
      ${fileName}, id
    from users where is_owner order by id limit 1
    returning ${COLUMNS}`.execute(tx)
  return rows[0] as Import
}

/** Creates custom fields, named after their keys. One that exists meanwhile is left as it is. */
export async function createMissingFields(
  tx: Tx,
  { id, user_id, processed_rows }: Pick<Import, 'id' | 'user_id' | 'processed_rows'>,
  fields: NewField[],
): Promise<void> {
  if (fields.length === 0) return
  await logChangesOf(tx, id, processed_rows)
  const { rows: created } = await sql<CreatedField>`
    insert into custom_fields (key, name, field_type, object_type, created_by_id, updated_by_id)
    select key, replace(substr(key, 4), '_', ' '), type, "objectType", ${user_id}::bigint, ${user_id}::bigint
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) f (key text, type text, "objectType" text)
    order by key
    on conflict (object_type, key) do nothing
    returning id, key, name, field_type, object_type`.execute(tx)
  await auditCreatedFields(tx, user_id, created)
}

/** From here on, triggers log what the transaction changes (src/db/functions/import-changes.sql). */
const logChangesOf = (tx: Tx, id: number, position: number) =>
  sql`select set_config('earshot.import', ${`${id} ${position}`}, true)`.execute(tx)

/** Imports the next rows of the file. */
export async function importBatch(
  tx: Tx,
  { id, user_id, processed_rows, creates_missing }: Import,
  rows: ImportRow[],
  leftOut?: LeftOut,
): Promise<void> {
  const { rows: current } = await sql`
    select from imports where id = ${id} and processed_rows = ${processed_rows} for update`.execute(
    tx,
  )
  if (current.length === 0)
    throw new ApiError('conflict', 'Another process is importing this file at the moment.')
  await logChangesOf(tx, id, processed_rows)
  const records = await importRows(tx, user_id, rows, creates_missing)
  if (leftOut) await storeLeftOut(tx, id, leftOut)
  await sql`
    update imports set state = 'processing', import_started_at = coalesce(import_started_at, now()),
      processed_rows = processed_rows + ${rows.length},
      imported_records = imported_records + ${records}, updated_at = now()
    where id = ${id}`.execute(tx)
}

export const UNDO_HOURS = 24

/** How long the changes of an unfinished import are kept. */
export const UNFINISHED_RETENTION = sql`interval '7 days'`

/** Returns how many records were created or changed. A record that several batches contain counts once for each. */
export async function completeImport(
  tx: Tx,
  { id }: Pick<Import, 'id'>,
  leftOut?: LeftOut,
): Promise<number> {
  if (leftOut) await storeLeftOut(tx, id, leftOut)
  const { rows } = await sql<{ imported_records: number }>`
    update imports set state = 'completed', import_completed_at = now(), ${undoPeriod}, updated_at = now()
    where id = ${id} returning imported_records`.execute(tx)
  return (rows[0] as { imported_records: number }).imported_records
}

// What undoing an older import needs can be deleted already (retention.ts).
export const undoPeriod = sql`
  undo_until = case when created_at > now() - ${UNFINISHED_RETENTION} then now() + ${UNDO_HOURS} * interval '1 hour' end`
