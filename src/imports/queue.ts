// Files that were sent to the API: stored in batches, which background jobs import one after the other.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import { stringifyInSlices } from '../core/slices.ts'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import type { NewField } from './custom-values.ts'
import {
  type AfterBatch,
  completeImport,
  createMissingFields,
  type Import,
  importBatch,
  undoPeriod,
} from './progress.ts'
import { type LeftOut, storeLeftOut } from './rejected-rows.ts'
import type { ImportRow } from './rows.ts'
import type { ReportedValue } from './value-lists.ts'

/** A file that was checked. */
export type NewImport = LeftOut & {
  type: string
  createsMissing: boolean
  fileName?: string | undefined
  batches: ImportRow[][]
  newFields: NewField[]
  mappedValues: ReportedValue[]
}

/** Stores a file that was checked, for a background job to import. */
export async function queueImport(
  tx: Tx,
  actor: number,
  { type, createsMissing, fileName, batches, newFields, mappedValues, ...leftOut }: NewImport,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (type, total_rows, creates_missing, mapped_values, file_name, user_id)
    values (${type}, ${batches.flat().length}, ${createsMissing}, ${JSON.stringify(mappedValues)}::jsonb, ${fileName ?? null},
      ${actor})
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
export async function importNextBatch(
  tx: Tx,
  id: number,
  processedRows: number,
  afterBatch?: AfterBatch,
): Promise<void> {
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
    await afterBatch?.(tx)
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
