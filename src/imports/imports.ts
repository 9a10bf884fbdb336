// Imports of files and their progress. A batch, its progress and what undoing it needs are one transaction, so that an import
// can be resumed and undone.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import type { FieldType } from '../write/core/custom-values.ts'
import { type ImportedAccount, importExternalAccounts } from './external-accounts.ts'
import { type ImportedUser, importExternalUsers } from './external-users.ts'
import { type ImportedSuggestion, importSuggestions } from './suggestions.ts'
import { type ImportedPerson, importUsers } from './users.ts'

export type Import = {
  id: number
  user_id: number
  processed_rows: number
  total_rows: number
  creates_missing: boolean
}

export type ImportedCollection = 'external_users' | 'external_accounts' | 'users' | 'suggestions'

/** A row of a file and its line there. Rows of one file are of one collection; without one they are external users. */
export type ImportRow = { line?: number } & (
  | ({ collection?: 'external_users' } & ImportedUser)
  | ({ collection: 'external_accounts'; external_id: string } & ImportedAccount)
  | ({ collection: 'users' } & ImportedPerson)
  | ({ collection: 'suggestions' } & ImportedSuggestion)
)

/** A row of a file that is not imported, and why. */
export type RejectedRow = {
  line: number
  cells: string[]
  problems: { column: string | null; value: string; message: string }[]
}

/** The rows that are left out, and the columns of the file. */
export type LeftOut = { columns: string[]; rejected: RejectedRow[] }

const COLUMNS = sql`id, user_id, processed_rows, total_rows, creates_missing`

type NewFileImport = { hash: string; type: string; totalRows: number; createsMissing: boolean }

/** Resumes the unfinished import of this file, or begins a new one in the name of the owner. */
export async function beginImport(
  tx: Tx,
  { hash, type, totalRows, createsMissing }: NewFileImport,
): Promise<Import> {
  const { rows: unfinished } = await sql<Import>`
    update imports set state = 'processing', updated_at = now()
    where id = (
      select id from imports where file_hash = ${hash} and state in ('queued', 'processing') and user_id is not null
      order by id desc limit 1 for update
    ) returning ${COLUMNS}`.execute(tx)
  if (unfinished[0]) return unfinished[0]
  const { rows } = await sql<Import>`
    insert into imports (type, state, total_rows, import_started_at, file_hash, creates_missing, user_id)
    select ${type}, 'processing', ${totalRows}, now(), ${hash}, ${createsMissing}, id
    from users where is_owner order by id limit 1
    returning ${COLUMNS}`.execute(tx)
  return rows[0] as Import
}

/** Creates custom fields, named after their keys. One that exists meanwhile is left as it is. */
export async function createMissingFields(
  tx: Tx,
  { id, user_id, processed_rows }: Pick<Import, 'id' | 'user_id' | 'processed_rows'>,
  fields: { objectType: string; key: string; type: FieldType }[],
): Promise<void> {
  if (fields.length === 0) return
  await logChangesOf(tx, id, processed_rows)
  await sql`
    insert into custom_fields (key, name, field_type, object_type, created_by_id, updated_by_id)
    select key, replace(substr(key, 4), '_', ' '), type, "objectType", ${user_id}::bigint, ${user_id}::bigint
    from jsonb_to_recordset(${JSON.stringify(fields)}::jsonb) f (key text, type text, "objectType" text)
    order by key
    on conflict (object_type, key) do nothing`.execute(tx)
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

/** Returns how many records were created or changed. */
async function importRows(
  tx: Tx,
  actor: number,
  rows: ImportRow[],
  createsMissing: boolean,
): Promise<number> {
  const records = rows.map(({ line: _, collection: __, ...record }) => record)
  switch (rows[0]?.collection) {
    case 'suggestions':
      return importSuggestions(tx, actor, records as ImportedSuggestion[], createsMissing)
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

// What undoing an older import needs can be deleted already (background/old-imports.ts).
const undoPeriod = sql`
  undo_until = case when created_at > now() - ${UNFINISHED_RETENTION} then now() + ${UNDO_HOURS} * interval '1 hour' end`

/** Of one import. More are counted, but not stored. */
const MAX_STORED_ROWS = 10_000
const MAX_STORED_CHARACTERS = 20 * 1024 * 1024
const MAX_PROBLEMS_PER_STATEMENT = 500

async function storeLeftOut(tx: Tx, id: number, { columns, rejected }: LeftOut): Promise<void> {
  if (rejected.length === 0) return
  const problems = rejected.reduce((sum, row) => sum + row.problems.length, 0)
  const { rows } = await sql<{ stored: number; characters: number }>`
    with counted as (
      update imports set columns = ${columns}::text[], skipped_rows = skipped_rows + ${rejected.length},
        problems_count = problems_count + ${problems}, updated_at = now()
      where id = ${id}
    )
    select count(*) as stored, coalesce(sum(length(cells::text)), 0)::bigint as characters
    from import_problems where import_id = ${id}`.execute(tx)
  let { stored = 0, characters = 0 } = rows[0] ?? {}
  const kept = rejected.filter((row) => {
    stored += 1
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0)
    return stored <= MAX_STORED_ROWS && characters <= MAX_STORED_CHARACTERS
  })
  for (let i = 0; i < kept.length; i += MAX_PROBLEMS_PER_STATEMENT) {
    const sent = await stringifyInSlices(
      kept.slice(i, i + MAX_PROBLEMS_PER_STATEMENT).map(storable),
    )
    await sql`
      insert into import_problems (import_id, line, cells, problems)
      select ${id}, line, cells, problems
      from jsonb_to_recordset(${sent}::jsonb) r (line integer, cells text[], problems jsonb)
      on conflict do nothing`.execute(tx)
  }
}

/** PostgreSQL has no text with NUL characters. */
const storable = ({ line, cells, problems }: RejectedRow): RejectedRow => ({
  line,
  cells: cells.map(replaceNul),
  problems: problems.map(({ column, value, message }) => ({
    column,
    value: replaceNul(value),
    message,
  })),
})

const replaceNul = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed()

export type NewImport = LeftOut & {
  type: string
  createsMissing: boolean
  batches: ImportRow[][]
  newFields: { objectType: string; key: string; type: FieldType }[]
}

/** Stores a file that was checked, for a background job to import. */
export async function queueImport(
  tx: Tx,
  actor: number,
  { type, createsMissing, batches, newFields, ...leftOut }: NewImport,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (type, total_rows, creates_missing, user_id)
    values (${type}, ${batches.flat().length}, ${createsMissing}, ${actor})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await createMissingFields(tx, { id, user_id: actor, processed_rows: 0 }, newFields)
  await storeLeftOut(tx, id, leftOut)
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
      total_rows, creates_missing, position, people
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
      update imports set state = 'failed', reason = ${describeFailure(error, next)}, ${undoPeriod}, updated_at = now()
      where id = ${next.id}`.execute(tx)
  }
}

function describeFailure(
  { message, errors }: ApiError,
  { processed_rows, people }: Import & { people: ImportRow[] },
): string {
  const list = (errors?.users ?? errors?.accounts ?? errors?.suggestions) as unknown[] | undefined
  const index = Array.isArray(list) ? list.findIndex((row) => row !== null) : -1
  if (index < 0) return message
  // Rows that were queued by an older version have no line.
  const line = people[index]?.line ?? processed_rows + index + 2
  return `Row ${line}: ${message}`
}
