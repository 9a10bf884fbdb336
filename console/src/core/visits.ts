// When the person was here before, in this browser.

/** A pause of this length ends a visit. */
const PAUSE_MS = 4 * 3_600_000
/** What is new for somebody who has never been here. */
const FIRST_MS = 7 * 86_400_000

const keyOf = (user: number) => `earshot.visit.${user}`

type Visit = { since: string; seen: string }

/** Continues the visit or begins one. Returns the end of the visit before it. */
export function rememberVisit(user: number, now = new Date()): string {
  const stored = JSON.parse(localStorage.getItem(keyOf(user)) ?? 'null') as Visit | null
  const seen = now.toISOString()
  const isNew = !stored || now.getTime() - Date.parse(stored.seen) > PAUSE_MS
  const since = isNew
    ? (stored?.seen ?? new Date(now.getTime() - FIRST_MS).toISOString())
    : stored.since
  localStorage.setItem(keyOf(user), JSON.stringify({ since, seen } satisfies Visit))
  return since
}
