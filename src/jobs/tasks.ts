// The tasks of background jobs, and the periodic ones. A job can run again after its process died, or beside one that was
// taken for dead: its records say what is left to do, and a transaction locks them.
import type { Context } from '../context.ts'
import type { Tx } from '../db/db.ts'
import type { TaskName, Tasks } from '../db/enqueue.ts'
import { ageEngagement } from '../write/engagement.ts'
import { deleteExpiredResponses } from '../write/idempotent-responses.ts'
import { applyIdentities, recheckIdentities } from '../write/identities.ts'
import { importNextBatch } from '../write/imports.ts'
import { addPendingRevenue } from '../write/revenue.ts'
import { refreshFigures } from '../write/segment-figures.ts'
import { inTransaction } from '../write/transaction.ts'
import { removeFiles, sweepFiles } from './files.ts'
import { makeThumbnailOf } from './thumbnails.ts'

export type TaskContext = Pick<Context, 'db' | 'store'>

type Run<Payload> = (context: TaskContext, payload: Payload) => Promise<unknown>

export type TaskTable = { [Name in TaskName]: Run<Tasks[Name]> }

const inOneTransaction =
  <Payload>(run: (tx: Tx, payload: Payload) => Promise<unknown>): Run<Payload> =>
  ({ db }, payload) =>
    inTransaction(db, (tx) => run(tx, payload))

export const tasks: TaskTable = {
  apply_identities: inOneTransaction((tx, { identify_job }) => applyIdentities(tx, identify_job)),
  recheck_identities: inOneTransaction(recheckIdentities),
  import_batch: inOneTransaction((tx, job) => importNextBatch(tx, job.import, job.processed_rows)),
  add_pending_revenue: inOneTransaction(addPendingRevenue),
  refresh_figures: inOneTransaction(refreshFigures),
  age_engagement: inOneTransaction(ageEngagement),
  delete_expired_responses: inOneTransaction(deleteExpiredResponses),
  // Work on files can be slow and holds no transaction.
  make_thumbnail: (context, { attachment }) => makeThumbnailOf(context, attachment),
  remove_files: removeFiles,
  sweep_files: sweepFiles,
}

const HOUR_MS = 3_600_000

/** In UTC. One process adds the job of each time; a missed one is added at the next start within `backfillMs`. */
export const schedule: { task: TaskName; match: string; backfillMs: number }[] = [
  { task: 'refresh_figures', match: '* * * * *', backfillMs: 0 },
  { task: 'age_engagement', match: '* * * * *', backfillMs: 0 },
  { task: 'recheck_identities', match: '* * * * *', backfillMs: 0 },
  { task: 'delete_expired_responses', match: '*/10 * * * *', backfillMs: 0 },
  { task: 'sweep_files', match: '0 * * * *', backfillMs: HOUR_MS },
]
