// Background jobs that an operator runs again.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { type Origin, recordAudit } from '../core/audit.ts'

/** They run soon and have all their attempts again. Returns their ids; a job that runs at the moment is left out. */
export async function retryJobs(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0) order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** False for a job that does not exist or runs at the moment. */
export async function retryJob(tx: Tx, origin: Origin, id: number): Promise<boolean> {
  const [retried] = await retryJobs(tx, [id])
  if (retried === undefined) return false
  await recordAudit(tx, origin, { action: 'job_retried', subject: { type: 'jobs', id } })
  return true
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
