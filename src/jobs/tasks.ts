// The background jobs. Each runs in its own transaction, except those that work on files.
import type { Tx } from '../db/db.ts'
import { ageEngagement } from '../write/engagement.ts'
import { deleteExpiredResponses } from '../write/idempotent-responses.ts'
import { applyIdentities } from '../write/identities.ts'
import { importNextBatch } from '../write/imports.ts'
import { addPendingRevenue } from '../write/revenue.ts'
import { refreshFigures } from '../write/segment-figures.ts'
import { type FileTaskContext, sweepFiles } from './files.ts'
import { makeNextThumbnail } from './thumbnails.ts'

/**
 * A task that has more to do returns `again`. Tasks on files can be slow, so they run without a transaction and claim the
 * rows that they work on.
 */
export type Task = { name: string } & (
  | { run(tx: Tx): Promise<unknown> }
  | { work(files: FileTaskContext): Promise<unknown> }
)

export const tasks: Task[] = [
  { name: 'apply_identities', run: applyIdentities },
  { name: 'import_next_batch', run: importNextBatch },
  { name: 'add_pending_revenue', run: addPendingRevenue },
  { name: 'refresh_figures', run: refreshFigures },
  { name: 'age_engagement', run: ageEngagement },
  { name: 'forget_old_answers', run: deleteExpiredResponses },
  { name: 'make_thumbnails', work: makeNextThumbnail },
  { name: 'sweep_files', work: sweepFiles },
]
