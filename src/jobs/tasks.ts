// The tasks of background jobs, and the periodic ones. A job can run again after its process died, or beside one that was
// taken for dead: its records say what is left to do, and a transaction locks them.

import { deleteEndedSignIns } from '../auth/sign-in/ended-sign-ins.ts'
import { keepOwnerAfterImport } from '../auth/staff/staff.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/db.ts'
import type { TaskName, Tasks } from '../db/enqueue.ts'
import { applyIdentities, recheckIdentities } from '../imports/bulk-identify.ts'
import { importNextBatch } from '../imports/queue.ts'
import { deleteOldImports } from '../imports/retention.ts'
import { undoNextBatch } from '../imports/undo.ts'
import { publishDueAnnouncements } from '../write/announcements.ts'
import { ageEngagement } from '../write/background/engagement.ts'
import { deleteOldBulkActions } from '../write/background/old-bulk-actions.ts'
import { deleteOldIncomingMails } from '../write/background/read-mails.ts'
import { copyForReports } from '../write/background/report-copies.ts'
import { addPendingRevenue } from '../write/background/revenue.ts'
import { refreshFigures } from '../write/background/segment-figures.ts'
import { deleteOldDeliveries } from '../write/background/webhook-deliveries.ts'
import { hideNextBatch } from '../write/blocking.ts'
import { runNextBatch } from '../write/bulk-actions.ts'
import { inTransaction, inTransactionUnlessLocked } from '../write/core/transaction.ts'
import { mergeNextBatch } from '../write/forum-merges.ts'
import { deleteExpiredGuestContributions } from '../write/guest-contributions.ts'
import { deleteExpiredDrafts } from '../write/portal-drafts.ts'
import { deleteOldEvents } from '../write/service/event-history.ts'
import { deleteExpiredResponses } from '../write/service/idempotent-responses.ts'
import { reindexNextBatch } from '../write/service/search-language.ts'
import { makeScheduledBackup } from './backup.ts'
import { loadDemoData, removeDemoData } from './demo-data.ts'
import { removeFiles, sweepFiles } from './files.ts'
import { readIncomingMail } from './incoming-mail.ts'
import {
  addDigests,
  addMailsOf,
  queueMailsToStaff,
  sendDigest,
  sendFailures,
  sendMail,
  sendMailingMail,
  sendMailingMails,
} from './mail.ts'
import { cleanUpMoves, workOnMove } from './moves.ts'
import { makeThumbnailOf } from './thumbnails.ts'

export type TaskContext = Pick<
  Context,
  'db' | 'owner' | 'store' | 'mail' | 'settings' | 'reader' | 'readKeys' | 'backups'
> &
  Partial<Pick<Context, 'limits' | 'incomingMail' | 'moves' | 'outgoing' | 'translations'>>

/** A process that stops waits for its jobs. */
const MAX_REFRESH_MS = 5000

type Run<Payload> = (context: TaskContext, payload: Payload) => Promise<unknown>

export type TaskTable = { [Name in TaskName]: Run<Tasks[Name]> }

const inOneTransaction =
  <Payload>(run: (tx: Tx, payload: Payload) => Promise<unknown>): Run<Payload> =>
  ({ db }, payload) =>
    inTransaction(db, (tx) => run(tx, payload))

const unlessLocked =
  (run: (tx: Tx) => Promise<unknown>): Run<unknown> =>
  ({ db }) =>
    inTransactionUnlessLocked(db, run)

export const tasks: TaskTable = {
  apply_identities: inOneTransaction((tx, { identify_job }) => applyIdentities(tx, identify_job)),
  recheck_identities: unlessLocked(recheckIdentities),
  import_batch: inOneTransaction((tx, job) =>
    importNextBatch(tx, job.import, job.processed_rows, keepOwnerAfterImport),
  ),
  undo_import: inOneTransaction((tx, job) =>
    undoNextBatch(tx, job.import, job.position, keepOwnerAfterImport),
  ),
  delete_old_imports: inOneTransaction(deleteOldImports),
  run_bulk_action: inOneTransaction((tx, job) => runNextBatch(tx, job.bulk_action, job.position)),
  delete_old_bulk_actions: inOneTransaction(deleteOldBulkActions),
  merge_forum: inOneTransaction((tx, { forum }) => mergeNextBatch(tx, forum)),
  hide_contents: inOneTransaction((tx, { user, actor }) => hideNextBatch(tx, user, actor)),
  delete_expired_guest_contributions: inOneTransaction(async (tx) => {
    await deleteExpiredGuestContributions(tx)
    await deleteExpiredDrafts(tx)
  }),
  add_pending_revenue: inOneTransaction(addPendingRevenue),
  // Many short transactions: one over a whole large segment would be cancelled.
  refresh_figures: ({ db }, { continues }) =>
    refreshFigures(db, { maxMs: MAX_REFRESH_MS, isContinued: continues !== undefined }),
  age_engagement: unlessLocked(ageEngagement),
  copy_for_reports: ({ db }) => copyForReports(db, MAX_REFRESH_MS),
  publish_announcements: inOneTransaction(publishDueAnnouncements),
  delete_expired_responses: inOneTransaction(deleteExpiredResponses),
  delete_ended_sign_ins: inOneTransaction(deleteEndedSignIns),
  delete_old_events: inOneTransaction(deleteOldEvents),
  delete_old_webhook_deliveries: async ({ db }) => {
    while (await inTransaction(db, deleteOldDeliveries));
  },
  reindex_search: inOneTransaction(reindexNextBatch),
  // Work on files and mail can be slow and holds no transaction.
  make_thumbnail: (context, { attachment }) => makeThumbnailOf(context, attachment),
  remove_files: removeFiles,
  sweep_files: sweepFiles,
  make_backup: makeScheduledBackup,
  send_mail: (context, { mail }) => sendMail(context, mail),
  expand_mailing: (context, { mailing }) => addMailsOf(context, mailing),
  send_mailing_mail: (context, { mail }) => sendMailingMail(context, mail),
  send_mailing_mails: sendMailingMails,
  add_digests: addDigests,
  queue_staff_mails: queueMailsToStaff,
  send_digest: (context, { user }) => sendDigest(context, user),
  send_failures: (context, { user }) => sendFailures(context, user),
  read_incoming_mail: (context, { mail }) => readIncomingMail(context, mail),
  delete_old_incoming_mails: async ({ db }) => {
    while (await inTransaction(db, deleteOldIncomingMails));
  },
  load_demo_data: loadDemoData,
  remove_demo_data: removeDemoData,
  work_on_move: workOnMove,
  clean_up_moves: cleanUpMoves,
}

const HOUR_MS = 3_600_000

/** In UTC. One process adds the job of each time; a missed one is added at the next start within `backfillMs`. */
export const schedule: { task: TaskName; match: string; backfillMs: number }[] = [
  { task: 'refresh_figures', match: '* * * * *', backfillMs: 0 },
  { task: 'age_engagement', match: '* * * * *', backfillMs: 0 },
  { task: 'copy_for_reports', match: '* * * * *', backfillMs: 0 },
  { task: 'recheck_identities', match: '* * * * *', backfillMs: 0 },
  { task: 'publish_announcements', match: '* * * * *', backfillMs: 0 },
  { task: 'add_digests', match: '* * * * *', backfillMs: 0 },
  { task: 'queue_staff_mails', match: '*/10 * * * *', backfillMs: 0 },
  { task: 'delete_expired_responses', match: '*/10 * * * *', backfillMs: 0 },
  { task: 'delete_ended_sign_ins', match: '*/10 * * * *', backfillMs: 0 },
  { task: 'delete_old_events', match: '*/10 * * * *', backfillMs: 0 },
  { task: 'delete_old_webhook_deliveries', match: '5 * * * *', backfillMs: HOUR_MS },
  { task: 'clean_up_moves', match: '45 * * * *', backfillMs: HOUR_MS },
  { task: 'delete_old_imports', match: '15 * * * *', backfillMs: HOUR_MS },
  { task: 'delete_old_bulk_actions', match: '30 * * * *', backfillMs: HOUR_MS },
  { task: 'delete_expired_guest_contributions', match: '45 * * * *', backfillMs: HOUR_MS },
  { task: 'delete_old_incoming_mails', match: '50 * * * *', backfillMs: HOUR_MS },
  { task: 'sweep_files', match: '0 * * * *', backfillMs: HOUR_MS },
]
