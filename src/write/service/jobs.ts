// Background jobs that an operator runs again.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/** They run soon and have all their attempts again. Returns their ids; a job that runs at the moment is left out. */
export async function retryJobs(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0) order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function retryFailedJobs(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.jobs where locked_at is null and attempts >= max_attempts`.execute(
    db,
  )
  return retryJobs(
    db,
    rows.map(({ id }) => id),
  )
}
