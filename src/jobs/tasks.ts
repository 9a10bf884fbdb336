// What happens later, by itself: each task in a transaction of its own.
import type { Tx } from '../db/db.ts'
import { ageEngagement } from '../write/engagement.ts'
import { refreshFigures } from '../write/segment-figures.ts'

export type Task = { name: string; run(tx: Tx): Promise<unknown> }

export const tasks: Task[] = [
  { name: 'refresh_figures', run: refreshFigures },
  { name: 'age_engagement', run: ageEngagement },
]
