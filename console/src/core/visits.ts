// When the person was here before, in this browser.

/** A pause of this length ends a visit. */
const PAUSE_MS = 4 * 3_600_000
/** What is new for somebody who has never been here. */
const FIRST_MS = 7 * 86_400_000

const keyOf = (user: number) => `earshot.visit.${user}`

type Stored = { since: string | null; seen: string }

/** `isFirst` when nobody was here before: then `since` is a week ago. */
export type Visit = { since: string; isFirst: boolean }

/** Continues the visit or begins one. `since` is the end of the visit before it. */
export function rememberVisit(user: number, now = new Date()): Visit {
  const stored = JSON.parse(localStorage.getItem(keyOf(user)) ?? 'null') as Stored | null
  const isNew = !stored || now.getTime() - Date.parse(stored.seen) > PAUSE_MS
  const since = isNew ? (stored?.seen ?? null) : stored.since
  localStorage.setItem(
    keyOf(user),
    JSON.stringify({ since, seen: now.toISOString() } satisfies Stored),
  )
  return {
    since: since ?? new Date(now.getTime() - FIRST_MS).toISOString(),
    isFirst: since === null,
  }
}
