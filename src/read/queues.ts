// How much waits to be done later, and how much is stored: what an operator watches.
import type { Queries } from '../db/db.ts'

export type Backlog = {
  queues: Record<
    | 'identify_jobs'
    | 'import_batches'
    | 'pending_revenue'
    | 'stale_records'
    | 'thumbnails'
    | 'removed_files',
    number
  >
  storedBytes: number
}

/** Counted no further, so that asking stays cheap however long a queue is. */
export const MAX_COUNTED = 10_000

const counted = (rows: string) =>
  `(select count(*) from (select from ${rows} limit ${MAX_COUNTED}) few)`

const BACKLOG = `select
  ${counted(`identify_jobs where state = 'queued' and identities is not null`)} as identify_jobs,
  ${counted('import_batches')} as import_batches,
  ${counted('pending_revenue')} as pending_revenue,
  ${counted('stale_records')} as stale_records,
  ${counted(`attachments where thumbnail = 'pending'`)} as thumbnails,
  ${counted('removed_files')} as removed_files,
  (select total_bytes from file_store) as stored_bytes`

export async function readBacklog(pool: Queries): Promise<Backlog> {
  const { rows } = await pool.query({ name: 'backlog', text: BACKLOG })
  const { stored_bytes, ...queues } = rows[0]
  return { queues, storedBytes: stored_bytes }
}
