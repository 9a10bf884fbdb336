// Loads and removes demonstration data. A failure is recorded for people instead of being retried.
import type { Context } from '../context.ts'
import { loadDemo } from '../demo/demo.ts'
import { inTransaction } from '../write/core/transaction.ts'
import { createSegment } from '../write/segments.ts'
import { isLoadRequested, recordDemoData, recordDemoFailure } from '../write/service/demo-data.ts'
import { removeDemoBatch } from '../write/service/demo-removal.ts'

type DemoContext = Pick<Context, 'db' | 'owner'>

/** Enough for every screen to have something to show, and loaded in seconds. */
const AMOUNTS = { suggestions: 300, users: 150, accounts: 25 }

export async function loadDemoData({ db, owner }: DemoContext): Promise<void> {
  try {
    const around = {
      mayLoad: isLoadRequested,
      makeSegment: createSegment,
      record: recordDemoData,
    }
    await loadDemo(owner(), AMOUNTS, () => {}, around)
  } catch (error) {
    await recordDemoFailure(db, 'loading', error)
  }
}

export async function removeDemoData({ db }: Pick<DemoContext, 'db'>): Promise<void> {
  try {
    while (!(await inTransaction(db, removeDemoBatch)));
  } catch (error) {
    await recordDemoFailure(db, 'removing', error)
  }
}
