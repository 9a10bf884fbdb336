// The newest events, read once for all streams of the process. It reads only while somebody follows.
import { ApiError } from '../core/api-error.ts'
import type { Queries } from '../db/db.ts'
import {
  comparePositions,
  type Event,
  type EventPage,
  type Position,
  readEvents,
} from './events.ts'

const PAGE = 1000
// For one client that was away; it takes them whole.
const CATCH_UP_PAGE = 200
const MAX_KEPT = 10_000
// What other processes write without a notification is seen this late.
const POLL_MS = 1000
// An older transaction is still running.
const DELAYED_POLL_MS = 100
// Many writes at once are one read.
const MIN_INTERVAL_MS = 20

export type Follower = {
  onEvents(): void
  /** The history is another one, or too much of it is gone. */
  onReset(): void
}

export type Feed = {
  /** Resolves when the position of the newest event is known. Call `unfollow` also when it rejects. */
  follow(follower: Follower): Promise<void>
  unfollow(follower: Follower): void
  /** Something may have been written. */
  wake(): void
  readonly history: string
  /** Nothing before it is still to come. */
  readonly newest: Position
  /** Whether the position can be continued from. */
  knows(history: string, position: Position): Promise<boolean>
  /** The next events that are kept; undefined when some are kept no longer. */
  kept(position: Position): Event[] | undefined
  /** The next events from the database, and how far they reach; undefined when some are deleted. */
  read(position: Position): Promise<{ events: Event[]; reached: Position } | undefined>
  close(): void
}

export function createFeed(pool: Queries): Feed {
  const followers = new Set<Follower>()
  const kept: Event[] = []
  let history = ''
  // `kept` has everything after `oldest`, up to `newest`.
  let oldest: Position = { xid: 0, id: 0 }
  let newest: Position = oldest
  let isStarted = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined
  let lastStart = 0
  let isWoken = false
  // One at a time: clients that come back together must not take all connections.
  let lastRead: Promise<unknown> = Promise.resolve()

  const restart = (horizon: number) => {
    kept.length = 0
    newest = { xid: horizon, id: 0 }
    oldest = newest
  }
  /** Returns whether more can be read soon. */
  const readOnce = async (): Promise<boolean> => {
    const page = await readEvents(pool, newest, isStarted ? PAGE : 0)
    if (!isStarted || page.history !== history || page.completeFrom > newest.xid) {
      const isReset = isStarted
      isStarted = true
      history = page.history
      restart(page.horizon)
      if (isReset) for (const follower of followers) follower.onReset()
      return page.isDelayed
    }
    kept.push(...page.events)
    const excess = kept.splice(0, Math.max(0, kept.length - MAX_KEPT))
    oldest = excess.at(-1) ?? oldest
    newest = reachOf(page, PAGE)
    if (page.events.length > 0) for (const follower of followers) follower.onEvents()
    if (page.events.length === PAGE) isWoken = true
    return page.isDelayed
  }
  const schedule = (milliseconds: number) => {
    clearTimeout(timer)
    if (followers.size > 0 && !isClosed) timer = setTimeout(refresh, milliseconds).unref()
  }
  const refresh = (): Promise<void> => {
    isWoken = false
    lastStart = performance.now()
    reading ??= readOnce()
      .then(
        (isDelayed) => (isDelayed ? DELAYED_POLL_MS : POLL_MS),
        () => POLL_MS,
      )
      .then((pause) => {
        reading = undefined
        schedule(isWoken ? MIN_INTERVAL_MS : pause)
      })
    return reading
  }

  const read: Feed['read'] = async (position) => {
    const page = await readEvents(pool, position, CATCH_UP_PAGE)
    if (page.history !== history || page.completeFrom > position.xid) return undefined
    return { events: page.events, reached: reachOf(page, CATCH_UP_PAGE) }
  }

  return {
    async follow(follower) {
      followers.add(follower)
      if (followers.size === 1) isStarted = false
      if (!isStarted) {
        await reading
        if (!isStarted) await refresh()
        if (!isStarted) throw new ApiError('unavailable', 'The events cannot be read. Retry later.')
      }
    },
    unfollow(follower) {
      followers.delete(follower)
      if (followers.size > 0) return
      clearTimeout(timer)
      kept.length = 0
    },
    wake() {
      if (followers.size === 0) return
      isWoken = true
      if (!reading) schedule(Math.max(0, lastStart + MIN_INTERVAL_MS - performance.now()))
    },
    get history() {
      return history
    },
    get newest() {
      return newest
    },
    async knows(of, position) {
      if (of !== history) return false
      // Another process can have read further.
      if (position.xid > newest.xid) {
        await reading
        await refresh()
      }
      return of === history && position.xid <= newest.xid
    },
    kept(position) {
      if (comparePositions(position, oldest) < 0) return undefined
      const first = firstAfter(kept, position)
      return kept.slice(first, first + PAGE)
    },
    read(position) {
      const next = lastRead.then(() => read(position))
      lastRead = next.catch(() => {})
      return next
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** A page that is not full has everything up to its horizon. */
const reachOf = ({ events, horizon }: EventPage, limit: number): Position => {
  const last = events.length === limit ? events.at(-1) : undefined
  return last ? { xid: last.xid, id: last.id } : { xid: horizon, id: 0 }
}

/** The index of the first event after the position, by bisection. */
function firstAfter(events: Event[], position: Position): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePositions(events[middle] as Event, position) > 0) high = middle
    else low = middle + 1
  }
  return low
}
