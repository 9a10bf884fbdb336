// Workers of background jobs. Each holds a lock while its session lasts, so that others see when it is gone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queries } from '../../db/db.ts'

/** The class of the advisory locks of workers. */
const LOCK_CLASS = 7325_1003

/** For as long as the session lasts. */
export async function holdWorkerLock(session: Queries, workerId: string): Promise<void> {
  await session.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, workerId])
}

/** Returns jobs of workers that are gone to the queue. */
export async function takeOverJobs(pool: Queries): Promise<void> {
  const { rows } = await pool.query(
    `with gone as (
       select locked_by from (select distinct locked_by from graphile_worker.jobs where locked_by is not null) workers
       where pg_try_advisory_xact_lock($1, hashtext(locked_by))
     )
     select graphile_worker.force_unlock_workers(array_agg(locked_by)) from gone having count(*) > 0`,
    [LOCK_CLASS],
  )
  if (rows.length === 0) return
  // A job that was added with the key of a running one has replaced it, which lost its key and its attempts.
  await pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where locked_by is null and key is null and attempts = max_attempts and last_error is null
     having count(*) > 0`,
  )
}

/** Before its next attempt, which begins after almost three seconds. */
const END_AFTER_MS = [10, 50, 250, 1000]

/** A job that failed for good uses up its attempts at once. People can still try it again. The worker is about to give it back. */
export async function endJob(
  pool: Queries,
  job: { id: string },
  { message }: Error,
): Promise<void> {
  for (const delay of END_AFTER_MS) {
    await sleep(delay)
    const { rows } = await pool.query(
      'select id from graphile_worker.permanently_fail_jobs(array[$1::bigint], $2)',
      [job.id, message],
    )
    if (rows.length > 0) return
  }
}
