// What is to be done later is announced to every process that does such things.
import { type RawBuilder, sql } from 'kysely'

export const JOBS_CHANNEL = 'work_queued'

/** Part of the statement or the transaction that queues it: heard when that commits. */
export const notifyJobs: RawBuilder<unknown> = sql`pg_notify(${JOBS_CHANNEL}, '')`
