// Lengths of the job queues and the size of stored files, for metrics.
import type { Queries } from '../db/db.ts'
import { countJobs, type JobCount } from './jobs.ts'

export type Backlog = {
  queues: Record<
    | 'identify_jobs'
    | 'import_batches'
    | 'pending_revenue'
    | 'stale_records'
    | 'thumbnails'
    | 'removed_files'
    | 'webhook_deliveries',
    number
  >
  jobs: JobCount[]
  storedBytes: number
}

/** Counting stops here, so it stays cheap for a long queue. */
export const MAX_COUNTED = 10_000

const countUpTo = (rows: string) =>
  `(select count(*) from (select from ${rows} limit ${MAX_COUNTED}) few)`

const BACKLOG = `select
  ${countUpTo(`identify_jobs where state = 'queued' and identities is not null`)} as identify_jobs,
  ${countUpTo('import_batches')} as import_batches,
  ${countUpTo('pending_revenue')} as pending_revenue,
  ${countUpTo('stale_records')} as stale_records,
  ${countUpTo(`attachments where thumbnail = 'pending'`)} as thumbnails,
  ${countUpTo('removed_files')} as removed_files,
  ${countUpTo(`webhook_deliveries where state = 'waiting'`)} as webhook_deliveries,
  (select coalesce(json_agg(c), '[]') from (${countJobs(MAX_COUNTED)}) c) as jobs,
  (select total_bytes from file_store) as stored_bytes`

export async function readBacklog(pool: Queries): Promise<Backlog> {
  const { rows } = await pool.query({ name: 'backlog', text: BACKLOG })
  const { jobs, stored_bytes, ...queues } = rows[0]
  return { queues, jobs, storedBytes: stored_bytes }
}
