// Wakes every process that runs background jobs.
import { type RawBuilder, sql } from 'kysely'

export const JOBS_CHANNEL = 'work_queued'

/** Use it in the statement or transaction that queues the job. PostgreSQL delivers it on commit. */
export const notifyJobs: RawBuilder<unknown> = sql`pg_notify(${JOBS_CHANNEL}, '')`
