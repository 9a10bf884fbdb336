// How clients write values: in queries, in forms and in JSON. Each answers undefined for what is none.

export function parseId(input: unknown): number | undefined {
  const value = typeof input === 'string' && /^\d{1,16}$/.test(input) ? Number(input) : input
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** Of a value that is one: a list or an object has no text that a client could have meant. */
export const scalarText = (input: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof input) ? String(input) : undefined

export function parseBoolean(input: unknown): boolean | undefined {
  switch (scalarText(input)?.trim().toLowerCase()) {
    case 'true':
    case 't':
    case '1':
      return true
    case 'false':
    case 'f':
    case '0':
      return false
  }
}

// An offset's plus sign in a query that was not escaped arrives as a space.
const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|z|[+\- ]\d\d:?\d\d)?)?$/

/** RFC 3339 with any number of fractional digits; without an offset, or without a time of day, it is UTC. */
export function parseTime(input: unknown): Date | undefined {
  const [, day, clock = '00:00', offset = 'Z'] =
    (typeof input === 'string' && TIME.exec(input)) || []
  if (!day) return undefined
  const zone = offset
    .replace(' ', '+')
    .replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
    .toUpperCase()
  const time = new Date(`${day}T${clock}${zone}`)
  return isDay(day) && isInCalendar(time) ? time : undefined
}

/** A time whose year has four digits in UTC, and is not 0: further away the database does not follow. */
function isInCalendar(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999
}

// Date takes the 30th of February to mean a day in March.
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}

/** Comma-separated or an array, trimmed, without empty items; what is no text is left out. */
export function parseList(input: unknown): string[] {
  const items = Array.isArray(input) ? input : [input]
  return items
    .flatMap((item) => scalarText(item)?.split(',') ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
