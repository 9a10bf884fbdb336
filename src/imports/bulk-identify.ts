// Bulk identify. Each call queues a job. The database decides which people are known and which stay pending until they
// act (src/db/functions/identities.sql), because triggers see every act.
import { sql } from 'kysely'
import { stringifyInSlices } from '../core/slices.ts'
import type { Db, Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import type { ExternalUserRow } from './rows.ts'

/** A person as `bulk_identify` sends it, with the member names of an import. */
export type IdentifiedPerson = Pick<
  ExternalUserRow,
  'external_id' | 'name' | 'type' | 'external_created_at' | 'account'
> & { email: string }

/** One statement, so that an accepted call is never lost. Returns the job's id. */
export async function queueIdentities(db: Db, identities: IdentifiedPerson[]): Promise<number> {
  const sent = await stringifyInSlices(identities)
  const { rows } = await sql<{ id: number }>`
    with job as (
      insert into identify_jobs (identities) values (${sent}::jsonb) returning id
    )
    select id, ${addJob(identifyJob(sql.ref('id')))} from job`.execute(db)
  return (rows[0] as { id: number }).id
}

export const identifyJob = (id: Expression): Job => ({
  task: 'apply_identities',
  payload: { identify_job: id },
  subject: sql`'bulk_identify ' || ${id}`,
})

// Each call locks its people until the transaction ends.
const MAX_CALLS_PER_JOB = 5

/** Applies this call after all earlier ones that are still queued, also when their own jobs wait for a retry. */
export async function applyIdentities(tx: Tx, last: number): Promise<void> {
  await lockIdentities(tx)
  const { rows } = await sql<{ id: number }>`
    select id from identify_jobs where state = 'queued' and identities is not null and id <= ${last}
    order by id limit ${MAX_CALLS_PER_JOB}`.execute(tx)
  for (const { id } of rows) await applyJob(tx, id)
  if (rows.length === MAX_CALLS_PER_JOB && rows.at(-1)?.id !== last)
    await sql`select ${addJob({ task: 'apply_identities', payload: { identify_job: last } })}`.execute(
      tx,
    )
}

// One transaction at a time, so that calls are applied in their order.
const lockIdentities = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('identities'))`.execute(tx)

async function applyJob(tx: Tx, id: number): Promise<void> {
  await sql`savepoint job`.execute(tx)
  try {
    await sql`select identify(id, identities) from identify_jobs where id = ${id}`.execute(tx)
    await sql`
      update identify_jobs set state = 'done', identities = '[]', done_at = clock_timestamp() where id = ${id}`.execute(
      tx,
    )
  } catch (error) {
    if (isTransient(error)) throw error
    await sql`rollback to savepoint job`.execute(tx)
    await sql`
      update identify_jobs set state = 'failed', reason = ${(error as Error).message}, done_at = clock_timestamp()
      where id = ${id}`.execute(tx)
  }
  await sql`release savepoint job`.execute(tx)
}

// SQLSTATE classes for connection errors, deadlocks, timeouts, full or stopping servers and standbys: the job itself is
// valid and can be retried.
const isTransient = (error: unknown) =>
  /^(08|25|40|53|55P|57|58|$)/.test((error as { code?: string }).code ?? '')

const MAX_RECHECKED_JOBS = 20

/**
 * A transaction that overlapped with the job did not see the pending person, and the job did not see its act. After two
 * minutes all such transactions have ended, so the job's people are checked again.
 */
export async function recheckIdentities(tx: Tx): Promise<void> {
  await lockIdentities(tx)
  const { rows } = await sql<{ count: number }>`
    with rechecked as (
      update identify_jobs set identities = null
      where id = any(array(
        select id from identify_jobs
        where state = 'done' and identities is not null and done_at < now() - interval '2 minutes'
        order by id limit ${MAX_RECHECKED_JOBS}
      ))
      returning id
    )
    select count(*) as count, promote_known(array_agg(id)) from rechecked`.execute(tx)
  await sql`delete from identify_jobs where done_at < now() - interval '7 days'`.execute(tx)
  if (rows[0]?.count === MAX_RECHECKED_JOBS)
    await sql`select ${addJob({ task: 'recheck_identities', payload: {} })}`.execute(tx)
}

/** Deletes pending data about an erased user. */
export async function deleteIdentities(tx: Tx, address: string): Promise<void> {
  await sql`
    delete from pending_identities where lower(email) = lower(${address} collate "und-x-icu")`.execute(
    tx,
  )
  await sql`
    update identify_jobs set identities = (
      select coalesce(jsonb_agg(i order by place), '[]') from jsonb_array_elements(identities) with ordinality t (i, place)
      where lower((i ->> 'email') collate "und-x-icu") <> lower(${address} collate "und-x-icu"))
    where identities <> '[]' and position(lower(${address}) in lower(identities::text)) > 0`.execute(
    tx,
  )
}
