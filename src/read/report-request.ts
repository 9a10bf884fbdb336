// The parameters of reports: a range of days in a time zone, an interval, and whose suggestions count.
import { ApiError } from '../core/api-error.ts'
import { formatValue, parseId } from '../core/values.ts'
import { invalidValue, type Query, singleValue } from './list-request.ts'

export const INTERVALS = ['day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

export const MAX_BUCKETS = 400
const DEFAULT_MONTHS = 12
const FIRST_DAY = '1900-01-01'

export type ReportRequest = {
  /** The first and the last day, as `2026-01-31`. */
  from: string
  to: string
  interval: Interval
  timeZone: string
  forum: number | null
  segment: number | null
}

export function parseReportRequest(query: Query, today = new Date()): ReportRequest {
  const interval = parseInterval(query)
  const timeZone = parseTimeZone(query)
  const to = parseDay(query, 'to') ?? dayIn(timeZone, today)
  const from = parseDay(query, 'from') ?? monthsBefore(to, DEFAULT_MONTHS)
  if (from > to)
    throw new ApiError('malformed', `from: ${formatValue(from)} is after to, ${formatValue(to)}.`, {
      from: 'in',
    })
  const buckets = countBuckets(from, to, interval)
  if (buckets > MAX_BUCKETS)
    throw new ApiError(
      'malformed',
      `interval: ${from} to ${to} has ${buckets} ${interval}s. Maximum: ${MAX_BUCKETS}. Use a longer interval or a shorter range.`,
      { interval: 'max_length' },
    )
  return {
    from,
    to,
    interval,
    timeZone,
    forum: parseRecordId(query, 'forum'),
    segment: parseRecordId(query, 'segment'),
  }
}

function parseInterval(query: Query): Interval {
  const text = singleValue(query, 'interval') ?? 'month'
  const interval = INTERVALS.find((name) => name === text)
  if (interval === undefined)
    throw invalidValue('interval', text, `one of ${INTERVALS.join(', ')}`, 'in')
  return interval
}

function parseDay(query: Query, name: 'from' | 'to'): string | undefined {
  const text = singleValue(query, name)
  if (text === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00Z`) : undefined
  // Date reads 30 February as a day in March.
  const isDay = time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
  if (!isDay || text < FIRST_DAY)
    throw invalidValue(name, text, `a date such as 2026-01-31, not before ${FIRST_DAY}`, 'date')
  return text
}

function parseTimeZone(query: Query): string {
  const text = singleValue(query, 'time_zone') ?? 'UTC'
  // Offsets are not names: PostgreSQL reads their sign the other way round.
  if (/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(text) && isTimeZone(text)) return text
  throw invalidTimeZone(text)
}

export const invalidTimeZone = (text: string) =>
  invalidValue('time_zone', text, 'an IANA time zone such as Europe/Berlin', 'in')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function parseRecordId(query: Query, name: 'forum' | 'segment'): number | null {
  const text = singleValue(query, name)
  if (text === undefined) return null
  const id = parseId(text)
  if (id === undefined) throw invalidValue(name, text, 'an id (a whole number)', 'int')
  return id
}

// Sweden writes dates as ISO 8601 does.
const dayIn = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(time)

const DAY = 24 * 60 * 60 * 1000
const timeOf = (day: string) => Date.parse(`${day}T00:00Z`)

/** The day after the same day of an earlier month, so that both ends together are whole months. */
function monthsBefore(day: string, months: number): string {
  const time = new Date(timeOf(day))
  const last = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() - months + 1, 0))
  const date = Math.min(time.getUTCDate(), last.getUTCDate())
  last.setUTCDate(date)
  return new Date(last.getTime() + DAY).toISOString().slice(0, 10)
}

/** How many days, weeks from Monday or months the range touches. */
function countBuckets(from: string, to: string, interval: Interval): number {
  const [first, last] = [timeOf(from), timeOf(to)]
  if (interval === 'day') return (last - first) / DAY + 1
  // 1970 began on a Thursday.
  const week = (time: number) => Math.floor((time / DAY + 3) / 7)
  if (interval === 'week') return week(last) - week(first) + 1
  const month = (time: number) =>
    new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth()
  return month(last) - month(first) + 1
}
