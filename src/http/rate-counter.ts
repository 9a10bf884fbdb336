// How many requests each key has sent in the current minute.
import type { Db } from '../db/db.ts'
import { addToCount, deleteOldCounts, incrementWithinLimit } from '../write/rate-counts.ts'

/** The id of a client, or the network of whoever has no valid token, and what they come for. */
export type RateKey = number | string

/** Minutes are those of the clock, since 1970. */
export type Counter = {
  /** Takes one, if there is one left. */
  take(key: RateKey, limit: number, minute: number): Promise<boolean>
  /** Charges what a request cost besides; less than zero gives back. */
  add(key: RateKey, cost: number, minute: number): Promise<void>
  /** As far as this process knows. */
  getUsed(key: RateKey, minute: number): number
}

// Clients are as many as the operator makes; networks as many as anybody likes.
const MAX_NETWORKS = 100_000
const OVERFLOW_KEY = 'others'

type MemoryCounter = Counter & {
  /** Under which key it is counted. */
  entryOf(key: RateKey, minute: number): RateKey
  /** What another count says; of a minute that is over it is no news. */
  learn(key: RateKey, count: number, minute: number): void
}

/** Exact in one process. Only the current minute is kept, so there is nothing to clean up. */
export function createMemoryCounter(): MemoryCounter {
  let counts = new Map<RateKey, number>()
  let current = 0
  const turnTo = (minute: number) => {
    if (minute === current) return
    current = minute
    counts = new Map()
  }
  // Once there are very many, whoever is new shares one count.
  const entryOf = (key: RateKey) =>
    typeof key === 'number' || counts.size < MAX_NETWORKS || counts.has(key) ? key : OVERFLOW_KEY
  const usedNow = (key: RateKey) => counts.get(entryOf(key)) ?? 0
  const put = (key: RateKey, count: number) => counts.set(entryOf(key), Math.max(0, count))
  return {
    entryOf(key, minute) {
      turnTo(minute)
      return entryOf(key)
    },
    async take(key, limit, minute) {
      turnTo(minute)
      const used = usedNow(key)
      if (used >= limit) return false
      put(key, used + 1)
      return true
    },
    async add(key, cost, minute) {
      turnTo(minute)
      put(key, usedNow(key) + cost)
    },
    getUsed: (key, minute) => (minute === current ? usedNow(key) : 0),
    learn(key, count, minute) {
      if (minute === current) put(key, count)
    },
  }
}

/**
 * Exact over several processes, by one statement a request. What is known to be used up is refused without asking. When
 * the database does not answer, each process goes on by what it knows: the request will hear of the database itself.
 */
export function createSharedCounter(db: Db): Counter {
  const known = createMemoryCounter()
  let current = 0
  const forgetOld = (minute: number) => {
    if (minute === current) return
    current = minute
    // The clock of another process may still be in the minute before.
    deleteOldCounts(db, minute - 1).catch(() => {})
  }
  return {
    async take(key, limit, minute) {
      forgetOld(minute)
      if (known.getUsed(key, minute) >= limit) return false
      try {
        const entry = known.entryOf(key, minute)
        const count = await incrementWithinLimit(db, String(entry), minute, limit)
        known.learn(entry, count ?? limit, minute)
        return count !== undefined
      } catch {
        return known.take(key, limit, minute)
      }
    },
    async add(key, cost, minute) {
      try {
        const entry = known.entryOf(key, minute)
        known.learn(entry, await addToCount(db, String(entry), minute, cost), minute)
      } catch {
        await known.add(key, cost, minute)
      }
    },
    getUsed: known.getUsed,
  }
}
