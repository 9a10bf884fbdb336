// Who has which record open. Each process knows all of it: what people say to one process is a notification to the others. It is
// nowhere stored, because it is over within a minute: an entry that is not repeated expires, and a process that missed some has
// them again after the next repetition.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export const PRESENCE_CHANNEL = 'presence'

/** Clients repeat what they have open three times in this period. */
export const PRESENCE_MS = 60_000

const MAX_TABS = 10
const MAX_ENTRIES = 5_000
const GATHER_MS = 20
/** A notification has less than 8,000 bytes. */
const MAX_NOTIFIED = 30

export type Place = { collection: string; id: number }
/** A tab of a person's browser, or whatever else has the record open. */
export type Visit = Place & { userId: number; tab: string; isOpen: boolean }

export type Presence = {
  note(visit: Visit): void
  /** The people who have it open, in the order in which they came. */
  usersAt(place: Place): number[]
  /** A notification; undefined when some were missed. */
  receive(payload?: string): void
  close(): void
}

export type PresenceOptions = {
  isAlone(): boolean
  onChange: (place: Place, users: number[]) => void
  periodMs?: number
}

export function createPresence(
  db: Db,
  { isAlone, onChange, periodMs = PRESENCE_MS }: PresenceOptions,
): Presence {
  const own = randomUUID()
  const entries = new Map<string, Place & { userId: number; expiresAt: number }>()
  let waiting: Visit[] = []
  let timer: NodeJS.Timeout | undefined

  const isAt = (one: Place, { collection, id }: Place) =>
    one.collection === collection && one.id === id
  const usersAt = (place: Place) => [
    ...new Set([...entries.values()].filter((one) => isAt(one, place)).map(({ userId }) => userId)),
  ]
  const remove = (key: string): void => {
    const entry = entries.get(key)
    entries.delete(key)
    if (entry) onChange(entry, usersAt(entry))
  }
  const makeRoom = (userId: number) => {
    const ofUser = [...entries].filter(([, one]) => one.userId === userId)
    if (ofUser.length >= MAX_TABS) remove(ofUser[0]?.[0] ?? '')
    if (entries.size >= MAX_ENTRIES) remove(entries.keys().next().value ?? '')
  }
  const apply = ({ userId, tab, collection, id, isOpen }: Visit): void => {
    const key = `${userId} ${tab}`
    const before = entries.get(key)
    const place = { collection, id }
    const isSame = before !== undefined && isAt(before, place)
    // What is left may have been replaced already: calls overtake each other.
    if (!isOpen) {
      if (isSame) remove(key)
      return
    }
    if (isSame) {
      before.expiresAt = performance.now() + periodMs
      return
    }
    if (before) remove(key)
    makeRoom(userId)
    entries.set(key, { ...place, userId, expiresAt: performance.now() + periodMs })
    onChange(place, usersAt(place))
  }
  const sweep = setInterval(() => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= performance.now()) remove(key)
  }, periodMs / 10).unref()
  const notify = () => {
    timer = undefined
    const all = waiting
    waiting = []
    for (let i = 0; i < all.length; i += MAX_NOTIFIED) {
      const payload = JSON.stringify({ from: own, visits: all.slice(i, i + MAX_NOTIFIED) })
      // The next repetition makes up for a lost one.
      sql`select pg_notify(${PRESENCE_CHANNEL}, ${payload})`.execute(db).catch(() => {})
    }
  }
  return {
    note(visit) {
      apply(visit)
      if (isAlone()) return
      waiting = [...waiting, visit].slice(-MAX_ENTRIES)
      timer ??= setTimeout(notify, GATHER_MS).unref()
    },
    usersAt,
    receive(payload) {
      if (!payload) return
      const { from, visits } = JSON.parse(payload) as { from: string; visits: Visit[] }
      if (from !== own) for (const visit of visits) apply(visit)
    },
    close() {
      clearInterval(sweep)
      clearTimeout(timer)
    },
  }
}
