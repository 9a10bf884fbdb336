// What happens later, by itself: each task in a transaction of its own.
import type { Tx } from '../db/db.ts'
import { ageEngagement } from '../write/engagement.ts'
import { applyIdentities } from '../write/identities.ts'
import { importNextBatch } from '../write/imports.ts'
import { addPendingRevenue } from '../write/revenue.ts'
import { refreshFigures } from '../write/segment-figures.ts'

/** One that has more to do than it did in this transaction answers `again`. */
export type Task = { name: string; run(tx: Tx): Promise<unknown> }

export const tasks: Task[] = [
  { name: 'apply_identities', run: applyIdentities },
  { name: 'import_next_batch', run: importNextBatch },
  { name: 'add_pending_revenue', run: addPendingRevenue },
  { name: 'refresh_figures', run: refreshFigures },
  { name: 'age_engagement', run: ageEngagement },
]
