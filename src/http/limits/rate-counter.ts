// Counts the requests of each key in the current minute.
import type { Db } from '../../db/db.ts'
import { readCounts } from '../../read/rate-counts.ts'
import {
  addCounts,
  addToCount,
  deleteOldCounts,
  incrementWithinLimit,
} from '../../write/service/rate-counts.ts'

/** The id of an API client, an end user, or the network of a request without a valid token and its purpose. */
export type RateKey = number | string

/** Minutes are clock minutes since 1970. */
export type Counter = {
  /** Counts one request; false when the limit is reached. */
  take(key: RateKey, limit: number, minute: number): Promise<boolean>
  /** Adds a cost; a negative cost is a refund. */
  add(key: RateKey, cost: number, minute: number): Promise<void>
  /** The count that this process knows. */
  getUsed(key: RateKey, minute: number): number
  /** The counts of all processes. */
  readUsed(keys: RateKey[], minute: number): Promise<number[]>
}

// The operator limits the number of clients; nobody limits the number of networks.
const MAX_NETWORKS = 100_000
const OVERFLOW_KEY = 'others'

type MemoryCounter = Counter & {
  startMinute(minute: number): void
  /** The key that the request is counted under. */
  resolveKey(key: RateKey, minute: number): RateKey
  /** Sets a count from another source. Ignored when the minute has passed. */
  setCount(key: RateKey, count: number, minute: number): void
  /** All counts of the minute. */
  entries(minute: number): [key: RateKey, count: number][]
}

/** Exact in one process. Stores only the current minute, so there is nothing to clean up. */
export function createMemoryCounter(): MemoryCounter {
  let counts = new Map<RateKey, number>()
  let current = 0
  const startMinute = (minute: number) => {
    if (minute === current) return
    current = minute
    counts = new Map()
  }
  // Beyond the maximum, all new networks share one count.
  const resolveKey = (key: RateKey) =>
    typeof key === 'number' || counts.size < MAX_NETWORKS || counts.has(key) ? key : OVERFLOW_KEY
  const readCount = (key: RateKey) => counts.get(resolveKey(key)) ?? 0
  const put = (key: RateKey, count: number) => counts.set(resolveKey(key), Math.max(0, count))
  const getUsed = (key: RateKey, minute: number) => (minute === current ? readCount(key) : 0)
  return {
    startMinute,
    resolveKey(key, minute) {
      startMinute(minute)
      return resolveKey(key)
    },
    async take(key, limit, minute) {
      startMinute(minute)
      const used = readCount(key)
      if (used >= limit) return false
      put(key, used + 1)
      return true
    },
    async add(key, cost, minute) {
      startMinute(minute)
      put(key, readCount(key) + cost)
    },
    getUsed,
    readUsed: async (keys, minute) => keys.map((key) => getUsed(key, minute)),
    setCount(key, count, minute) {
      if (minute === current) put(key, count)
    },
    entries: (minute) => (minute === current ? [...counts] : []),
  }
}

type SharedCounter = Counter & {
  /** Adds what this process counted alone. */
  adopt(counts: [key: RateKey, count: number][], minute: number): Promise<void>
}

const ADOPTED_AT_ONCE = 10_000

type SharedCounterOptions = {
  /** False for one that counts under later minutes: deleting what is older would delete the counts of others. */
  deletesOldCounts?: boolean
}

/**
 * In memory while this is the only process, and in the database while there are others. What was counted alone in the current minute
 * goes along. A minute that was counted together is counted together to its end, also when the others are gone.
 */
export function createRateCounter(
  db: Db,
  isAlone: () => boolean,
  options: SharedCounterOptions = {},
): Counter {
  const memory = createMemoryCounter()
  const shared = createSharedCounter(db, options)
  let sharedMinute = -1
  let adopting = Promise.resolve()
  const choose = (minute: number): Counter => {
    if (minute === sharedMinute) return shared
    if (isAlone()) return memory
    if (minute > sharedMinute) {
      sharedMinute = minute
      adopting = shared.adopt(memory.entries(minute), minute)
    }
    return shared
  }
  const chooseComplete = async (minute: number) => {
    const counter = choose(minute)
    if (counter === shared) await adopting
    return counter
  }
  return {
    take: async (key, limit, minute) => (await chooseComplete(minute)).take(key, limit, minute),
    add: async (key, cost, minute) => (await chooseComplete(minute)).add(key, cost, minute),
    getUsed: (key, minute) => choose(minute).getUsed(key, minute),
    readUsed: async (keys, minute) => (await chooseComplete(minute)).readUsed(keys, minute),
  }
}

/**
 * Exact across processes, with one statement per request. A key known to have reached its limit is rejected without a
 * statement. When the database fails, each process counts on its own; the request itself reports the failure.
 */
export function createSharedCounter(
  db: Db,
  { deletesOldCounts = true }: SharedCounterOptions = {},
): SharedCounter {
  const local = createMemoryCounter()
  let current = 0
  const deleteOld = (minute: number) => {
    if (minute === current || !deletesOldCounts) return
    current = minute
    // The clock of another process can still be in the previous minute.
    deleteOldCounts(db, minute - 1).catch(() => {})
  }
  return {
    async take(key, limit, minute) {
      deleteOld(minute)
      if (local.getUsed(key, minute) >= limit) return false
      try {
        const counted = local.resolveKey(key, minute)
        const count = await incrementWithinLimit(db, String(counted), minute, limit)
        // Answers can arrive in another order than the statements ran.
        local.setCount(counted, Math.max(count ?? limit, local.getUsed(key, minute)), minute)
        return count !== undefined
      } catch {
        return local.take(key, limit, minute)
      }
    },
    async add(key, cost, minute) {
      try {
        const counted = local.resolveKey(key, minute)
        local.setCount(counted, await addToCount(db, String(counted), minute, cost), minute)
      } catch {
        await local.add(key, cost, minute)
      }
    },
    getUsed: local.getUsed,
    async readUsed(keys, minute) {
      const counts = await readCounts(db, keys.map(String), minute)
      return keys.map((key) => counts.get(String(key)) ?? 0)
    },
    async adopt(counts, minute) {
      local.startMinute(minute)
      for (const [key, count] of counts) local.setCount(key, count, minute)
      const rows = counts.map(([key, count]): [string, number] => [String(key), count])
      for (let i = 0; i < rows.length; i += ADOPTED_AT_ONCE)
        // What cannot be stored is still counted here.
        await addCounts(db, rows.slice(i, i + ADOPTED_AT_ONCE), minute).catch(() => {})
    },
  }
}
