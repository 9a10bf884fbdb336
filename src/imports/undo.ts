// Undoing an import: batch by batch, the last one first. The database does it (src/db/functions/import-changes.sql).
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import { imports } from '../resources/imports.ts'
import { type Origin, recordAudit } from '../write/core/audit.ts'
import type { PeopleGuard } from '../write/core/people.ts'
import { lockRecord } from '../write/core/records.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { type AfterBatch, UNDO_HOURS } from './progress.ts'

type UndoneImport = {
  id: number
  state: string
  undo_until: Date | null
  undo_started_at: Date | null
}

/** Idempotent. A background job does it. */
export async function undoImport(
  tx: Tx,
  origin: Origin,
  id: number,
  guard?: PeopleGuard,
): Promise<void> {
  const { state, undo_until, undo_started_at } = await lockRecord<UndoneImport>(tx, imports, id)
  if (undo_started_at !== null) return
  if (state === 'queued' || state === 'processing')
    throw new ApiError('conflict', `Import ${id}: it is ${state}. Wait until it is completed.`)
  if (undo_until === null)
    throw new ApiError('conflict', `Import ${id}: nothing was kept to undo it.`)
  if (undo_until.getTime() <= Date.now())
    throw new ApiError(
      'conflict',
      `Import ${id}: too late, an import can be undone for ${UNDO_HOURS} hours.`,
    )
  if (guard) await requireChangeable(tx, id, guard)
  await sql`
    update imports set undo_started_at = now(), updated_at = now() where id = ${id}`.execute(tx)
  await sql`select ${addJob(undoImportJob(id, await findLastBatch(tx, id)))}`.execute(tx)
  await recordAudit(tx, origin, { action: 'import_undone', subject: { type: imports.name, id } })
}

/** People who became staff meanwhile, or whom an owner's import changed. Created ones stay when they have a role. */
async function requireChangeable(tx: Tx, id: number, guard: PeopleGuard): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct (change ->> 'id')::bigint as id from import_changes c, jsonb_array_elements(c.changes) change
    where c.import_id = ${id} and c.collection = 'users' and c.action = 'changed'
      and exists (select from permissions p where p.user_id = (change ->> 'id')::bigint)`.execute(
    tx,
  )
  const [refused] = await guard(tx, 'acts on', rows)
  if (refused) throw new ApiError('forbidden', `Import ${id}: ${refused.reason}`)
}

/** The job of the batch at a position. */
export const undoImportJob = (id: Expression, position: Expression): Job => ({
  task: 'undo_import',
  payload: { import: id, position },
  subject: sql`'undo of import ' || ${id} || ' at row ' || ${position}`,
})

async function findLastBatch(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0) as position from import_changes where import_id = ${id}`.execute(
    tx,
  )
  return rows[0]?.position ?? 0
}

/** Nothing when the batch is undone already. */
export async function undoNextBatch(
  tx: Tx,
  id: number,
  position: number,
  afterBatch?: AfterBatch,
): Promise<void> {
  const { rows } = await sql<{ processed_rows: number }>`
    select processed_rows from imports
    where id = ${id} and undo_started_at is not null and undone_at is null for update`.execute(tx)
  if (!rows[0] || (await findLastBatch(tx, id)) > position) return
  // Deleting a person looks for references in twenty tables, and in fifty more when they acted.
  await sql`set local statement_timeout = '10min'`.execute(tx)
  const { rows: undone } = await sql<{ undone: number; kept: number; left: number | null }>`
    select undone, kept, (
        select max(c.position) from import_changes c where c.import_id = ${id} and c.position < ${position}) as left
    from undo_import_batch(${id}, ${position})`.execute(tx)
  await afterBatch?.(tx)
  const { undone: records, kept, left } = undone[0] as (typeof undone)[number]
  const rest = left === null ? rows[0].processed_rows : rows[0].processed_rows - position
  await sql`
    update imports set undone_rows = ${rest}, undone_records = undone_records + ${records},
      kept_records = kept_records + ${kept}, undone_at = ${left === null ? sql`now()` : null}, updated_at = now()
    where id = ${id}`.execute(tx)
  if (left !== null) await sql`select ${addJob(undoImportJob(id, left))}`.execute(tx)
}

export type Undone = { undone_records: number; kept_records: number }

/** Undoes it here and now, for a command. A worker that does the same meanwhile is no harm. */
export async function undoImportAtOnce(
  db: Db,
  origin: Origin,
  id: number,
  {
    progress,
    signal,
    afterBatch,
  }: {
    progress(undone: number, total: number): void
    signal: AbortSignal
    afterBatch: AfterBatch
  },
): Promise<Undone> {
  await inTransaction(db, (tx) => undoImport(tx, origin, id))
  for (;;) {
    signal.throwIfAborted()
    const { rows } = await inTransaction(db, async (tx) => {
      await undoNextBatch(tx, id, await findLastBatch(tx, id), afterBatch)
      return sql<Undone & { undone_at: Date | null; undone_rows: number; processed_rows: number }>`
        select undone_at, undone_rows, processed_rows, undone_records, kept_records
        from imports where id = ${id}`.execute(tx)
    })
    const { undone_at, undone_rows, processed_rows, undone_records, kept_records } =
      rows[0] as (typeof rows)[number]
    progress(undone_rows, processed_rows)
    if (undone_at !== null) return { undone_records, kept_records }
  }
}
