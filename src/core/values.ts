// Parsers for values in queries, forms and JSON. Each returns undefined for an invalid value.

export function parseId(input: unknown): number | undefined {
  const value = typeof input === 'string' && /^\d{1,16}$/.test(input) ? Number(input) : input
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** The text of a scalar; undefined for an array or an object. */
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

// The plus sign of an offset arrives as a space when the client does not escape it in a query.
const TIME =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|z|[+\- ]\d\d:?\d\d)?)?$/

/** RFC 3339 with up to 9 fractional digits. UTC when the offset or the time of day is missing. */
export function parseTime(input: unknown): Date | undefined {
  const [, day, clock = '00:00', offset = 'Z'] =
    (typeof input === 'string' && TIME.exec(input)) || []
  if (!day) return undefined
  const time = new Date(`${day}T${clock}${offset === 'Z' ? offset : readOffset(offset)}`)
  const isDayKept = offset === 'Z' && time.getUTCDate() === dayOfMonth(day)
  return (isDayKept || isDay(day)) && isInCalendar(time) ? time : undefined
}

const readOffset = (offset: string) =>
  offset
    .replace(' ', '+')
    .replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
    .toUpperCase()

/** Years 1 to 9999 in UTC; the database cannot store all others. */
function isInCalendar(time: Date): boolean {
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999
}

// Date reads 30 February as a day in March.
function isDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00Z`)
  return midnight.getUTCDate() === dayOfMonth(day)
}

const dayOfMonth = (day: string) => Number(day.slice(-2))

/** Splits comma-separated text or an array of it. Trims the items and drops empty and non-scalar ones. */
export function parseList(input: unknown): string[] {
  const items = Array.isArray(input) ? input : [input]
  return items
    .flatMap((item) => scalarText(item)?.split(',') ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

const MAX_SHOWN_CHARACTERS = 100

/** A value as error messages show it: text in double quotes, cut to 100 characters. */
export function formatValue(input: unknown): string {
  if (typeof input === 'string') return JSON.stringify(input.slice(0, MAX_SHOWN_CHARACTERS))
  if (Array.isArray(input)) return 'an array'
  if (typeof input === 'object' && input !== null) return 'an object'
  return String(input)
}

const MAX_FIELD_CHARACTERS = 200

/** The name of a field that can be as long as the client likes. */
export const joinPath = (path: (string | number)[]): string =>
  path.join('.').slice(0, MAX_FIELD_CHARACTERS)

/** Whether the character at this position continues in the next code unit. */
export const isHighSurrogate = (text: string, i: number) => (text.charCodeAt(i) & 0xfc00) === 0xd800

/** PostgreSQL has no text with NUL, and UTF-8 no lone surrogates. */
export const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()

// One address, never a list, a name with an address, or a header.
const EMAIL_PART = '[^\\s@,;:<>()\\[\\]"\\\\\\u0000-\\u001f\\u007f]+'
export const EMAIL_PATTERN = `^${EMAIL_PART}@${EMAIL_PART}$`
export const MAX_EMAIL = 255

export const isEmailAddress = (text: string) =>
  text.length <= MAX_EMAIL && new RegExp(EMAIL_PATTERN).test(text)

/**
 * Whether mail to both reaches the same person. Other letters than ASCII have case mappings that make two different
 * addresses equal in the database.
 */
export const isSameAddress = (a: string, b: string) =>
  a === b || (isAscii(a) && isAscii(b) && a.toLowerCase() === b.toLowerCase())

const isAscii = (text: string) => !/[^ -~]/.test(text)

/** As the API shows a time: in UTC, to the second. */
export function formatTime(time: Date): string
export function formatTime(time: Date | null): string | null
export function formatTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString().replace(/\.\d+Z$/, 'Z')
}
