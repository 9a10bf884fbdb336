// When the last backup was made, for metrics: read from the store now and then, and known while the store is away.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queries } from '../db/db.ts'
import type { Store } from '../store/store.ts'
import { listBackups } from './scheduled.ts'

const REFRESH_MS = 60_000
const TIMEOUT_MS = 1000

/** Seconds since 1970; 0 as long as no backup is known, so that its age is an alarm. */
export function createLastBackup(store: Store, queries: Queries): () => Promise<number> {
  let latest = 0
  let expiresAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = async () => {
    const [newest] = await listBackups(store, queries)
    latest = newest ? newest.madeAt.getTime() / 1000 : 0
    expiresAt = performance.now() + REFRESH_MS
  }
  return async () => {
    if (performance.now() < expiresAt) return latest
    reading ??= read()
      .catch(() => {})
      .finally(() => {
        reading = undefined
      })
    await Promise.race([reading, sleep(TIMEOUT_MS, undefined, { ref: false })])
    return latest
  }
}
