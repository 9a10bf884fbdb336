// People that a client tells of in passing. Each call is a job, applied soon after; who is known and who is kept apart
// until they act is decided in the database (migrations/0011_identities.sql), where every act is seen.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'
import type { ImportedUser } from './external-users.ts'
import { notifyJobs } from './job-notifications.ts'

export type Identity = Pick<
  ImportedUser,
  'external_id' | 'name' | 'type' | 'external_created_at' | 'account'
> & { email: string }

/** One statement, so that what was answered for is never lost; the id of the job. */
export async function queueIdentities(db: Db, identities: Identity[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with job as (
      insert into identify_jobs (identities) values (${JSON.stringify(identities)}::jsonb) returning id
    )
    select id, ${notifyJobs} from job`.execute(db)
  return (rows[0] as { id: number }).id
}

// Each holds the people whom it tells of until all of them are done.
const MAX_JOBS_PER_RUN = 5

/** Applies the jobs that wait longest; whether to come again, because there may be more. */
export async function applyIdentities(tx: Tx): Promise<'again' | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from identify_jobs where state = 'queued' and identities is not null
    order by id limit ${MAX_JOBS_PER_RUN} for update`.execute(tx)
  for (const { id } of rows) await applyJob(tx, id)
  return rows.length > 0 ? 'again' : recheckAppliedJobs(tx)
}

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

// Connection, deadlock, a wait for others that took too long, a server without room or about to stop or that only reads:
// nothing is wrong with the job.
const isTransient = (error: unknown) =>
  /^(08|25|40|53|55P|57|58|$)/.test((error as { code?: string }).code ?? '')

const MAX_RECHECKED_JOBS = 20

/**
 * Who acted while they were put apart saw nothing of it, and was not seen either. When all that was under way then has
 * ended, they are looked at once more.
 */
async function recheckAppliedJobs(tx: Tx): Promise<'again' | undefined> {
  const { rows } = await sql<{ looked_at: number }>`
    with ended as (
      update identify_jobs set identities = null
      where id = any(array(
        select id from identify_jobs
        where state = 'done' and identities is not null and done_at < now() - interval '2 minutes'
        order by id limit ${MAX_RECHECKED_JOBS}
      ))
      returning id
    )
    select count(*) as looked_at, promote_known(array_agg(id)) from ended`.execute(tx)
  await sql`delete from identify_jobs where done_at < now() - interval '7 days'`.execute(tx)
  return rows[0]?.looked_at === MAX_RECHECKED_JOBS ? 'again' : undefined
}

/** Of somebody who is erased nothing is kept apart. */
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
