// What is to be done later is announced to every process that does such things.
import { type RawBuilder, sql } from 'kysely'

export const WORK_QUEUED = 'work_queued'

/** Part of the statement or the transaction that queues it: heard when that commits. */
export const announceWork: RawBuilder<unknown> = sql`pg_notify(${WORK_QUEUED}, '')`
