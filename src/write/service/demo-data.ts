// Demonstration data that can be removed again. `demo_ranges` has the ids that a load created. The load itself is in `demo/`.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db, Queries, Tx } from '../../db/db.ts'
import { addJob } from '../../db/enqueue.ts'
import { WAIT_FOR_SEGMENTS } from '../background/segment-figures.ts'
import { type Origin, recordAudit } from '../core/audit.ts'
import { concurrentChange } from '../core/transaction.ts'

const MAX_REASON_LENGTH = 500

export type DemoState = 'none' | 'loading' | 'loaded' | 'removing' | 'failed'

/** Nothing when it is loading or loaded. */
export async function requestDemoData(tx: Tx, origin: Origin): Promise<void> {
  const { state, hasRecords } = await readDemoState(tx)
  if (state === 'loading' || state === 'loaded') return
  if (state === 'removing')
    throw conflict('it is being removed. Wait until it is gone, then load it again.')
  if (hasRecords) throw conflict('its removal failed. Remove it before you load it again.')
  if (await hasOwnRecords(tx))
    throw conflict(
      'the account has suggestions or external users of its own. It can be loaded only into an empty account.',
    )
  const { rows } = await sql`
    insert into demo_data (state) values ('loading')
    on conflict (is_singleton) do update set state = 'loading', reason = null, created_at = now(), updated_at = now()
      where demo_data.state = 'failed'
    returning state`.execute(tx)
  if (!rows[0]) throw concurrentChange()
  await recordAudit(tx, origin, { action: 'demo_data_loaded' })
  await sql`select ${addJob({ task: 'load_demo_data', payload: {} })}`.execute(tx)
}

/** Nothing when it is being removed. The records themselves are removed in batches. Returns false when there is none. */
export async function requestDemoRemoval(tx: Tx, origin: Origin): Promise<boolean> {
  const { state } = await readDemoState(tx)
  if (state === 'none' || state === 'removing') return state !== 'none'
  if (state === 'loading') throw conflict('it is being loaded. Remove it when it is loaded.')
  const { rows } = await sql`
    update demo_data set state = 'removing', reason = null, updated_at = now()
    where state in ('loaded', 'failed') returning state`.execute(tx)
  if (!rows[0]) throw concurrentChange()
  await recordAudit(tx, origin, { action: 'demo_data_removed' })
  await sql`select ${addJob({ task: 'remove_demo_data', payload: {} })}`.execute(tx)
  return true
}

const conflict = (problem: string) => new ApiError('conflict', `Demo data: ${problem}`)

async function readDemoState(tx: Tx): Promise<{ state: DemoState; hasRecords: boolean }> {
  const { rows } = await sql<{ state: DemoState; has_records: boolean }>`
    select state, exists (select from demo_ranges) as has_records from demo_data`.execute(tx)
  return { state: rows[0]?.state ?? 'none', hasRecords: rows[0]?.has_records ?? false }
}

async function hasOwnRecords(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from suggestions) or exists (select from external_users) as has`.execute(
    tx,
  )
  return rows[0]?.has === true
}

/**
 * The first locks of a load, which locks tables afterwards: the refresh of segments reads those, and the load creates segments at
 * its end.
 */
async function lockForLoad(queries: Queries): Promise<DemoState | undefined> {
  const { rows } = await queries.query<{ state: DemoState }>(
    'select state from demo_data for update',
  )
  await queries.query(WAIT_FOR_SEGMENTS)
  return rows[0]?.state
}

/** In the transaction of a load that was requested. False when another run of the job has finished it. */
export async function isLoadRequested(queries: Queries): Promise<boolean> {
  return (await lockForLoad(queries)) === 'loading'
}

/** In the transaction of a load by a command, which adds to what was loaded before. */
export async function requireNoDemoJob(queries: Queries): Promise<boolean> {
  const state = await lockForLoad(queries)
  if (state === 'loading' || state === 'removing')
    throw conflict(`the service is ${state} it. Try again when it has finished.`)
  return true
}

/** They belong to a suggestion, and so have no ranges of their own. */
const COUNTED_ROWS = [
  'supporters',
  'comments',
  'notes',
  'feedback_records',
  'status_updates',
  'internal_status_updates',
]

type IdRange = { collection: string; first: number; last: number }

/** In the transaction of the load. */
export async function recordDemoData(
  queries: Queries,
  rowCounts: Record<string, number>,
  ranges: IdRange[],
): Promise<void> {
  const counts = new Map<string, number>()
  for (const { collection, first, last } of ranges)
    counts.set(collection, (counts.get(collection) ?? 0) + last - first + 1)
  for (const name of COUNTED_ROWS) counts.set(name, rowCounts[name] ?? 0)
  await queries.query(
    `insert into demo_ranges (collection, first_id, last_id)
     select collection, first, last from jsonb_to_recordset($1::jsonb) as (collection text, first bigint, last bigint)`,
    [JSON.stringify(ranges)],
  )
  await queries.query(
    `insert into demo_data (state, loaded) values ('loaded', $1::jsonb)
     on conflict (is_singleton) do update set state = 'loaded', reason = null, updated_at = now(), loaded = (
       select jsonb_object_agg(key, total) from (
         select key, sum(value::bigint) as total
         from (select * from jsonb_each_text(demo_data.loaded) union all select * from jsonb_each_text(excluded.loaded)) one
         group by key
       ) sums
     )`,
    [JSON.stringify(Object.fromEntries(counts))],
  )
}

/** A load that failed left nothing behind; a removal that failed can continue. */
export async function recordDemoFailure(
  db: Db,
  during: 'loading' | 'removing',
  error: unknown,
): Promise<void> {
  const reason = (error instanceof Error ? error.message : String(error)).slice(
    0,
    MAX_REASON_LENGTH,
  )
  await sql`
    update demo_data set state = 'failed', reason = ${reason}, updated_at = now() where state = ${during}`.execute(
    db,
  )
}
