// The state of the report screens in their address: a range relative to today or two days, and whose feedback counts.
import type { Interval, ReportName, ReportQuery } from '../../api/reports.ts'

export type ReportSearch = {
  /** The last 30 days and so on; without it, and without `from`, twelve months. */
  range?: Range
  from?: string
  to?: string
  interval?: Interval
  segment?: string
  forum?: string
  time_zone?: string
}

export const RANGES = ['30d', '90d', '12m', '3y', '10y'] as const
export type Range = (typeof RANGES)[number]
export const DEFAULT_RANGE: Range = '12m'

export const INTERVALS: readonly Interval[] = ['day', 'week', 'month']
const MAX_BUCKETS = 400
const DAYS: Record<Interval, number> = { day: 1, week: 7, month: 30.4 }

const among = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)
const matching = (pattern: RegExp, value: unknown): string | undefined =>
  pattern.test(String(value ?? '')) ? String(value) : undefined

/** What is not ours is dropped. */
export function parseReportSearch(search: Record<string, unknown>): ReportSearch {
  const found = {
    range: among(RANGES, search.range),
    from: matching(/^\d{4}-\d\d-\d\d$/, search.from),
    to: matching(/^\d{4}-\d\d-\d\d$/, search.to),
    interval: among(INTERVALS, search.interval),
    segment: matching(/^\d{1,15}$/, search.segment),
    forum: matching(/^\d{1,15}$/, search.forum),
    time_zone: matching(/^[A-Za-z][\w+\-/]*$/, search.time_zone),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

export const isCustom = ({ from, to }: ReportSearch) => from !== undefined || to !== undefined

const DAY = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

// Sweden writes dates as ISO 8601 does.
const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date())

/** The first and the last day. */
export function rangeOf(search: ReportSearch): { from: string; to: string } {
  const to = search.to ?? todayIn(search.time_zone ?? 'UTC')
  if (search.from !== undefined) return { from: search.from, to }
  const [, count = '12', unit] = /^(\d+)(\w)$/.exec(search.range ?? DEFAULT_RANGE) ?? []
  if (unit === 'd') return { from: dayOf(Date.parse(to) - (Number(count) - 1) * DAY), to }
  // Whole months, so that the first one is not a rest of one.
  const months = Number(count) * (unit === 'y' ? 12 : 1)
  const [year = 0, month = 1] = to.split('-').map(Number)
  return { from: dayOf(Date.UTC(year, month - months, 1)), to }
}

const daysOf = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / DAY + 1

/** Those with few enough rows. */
export const intervalsOf = (search: ReportSearch): Interval[] =>
  INTERVALS.filter((interval) => daysOf(rangeOf(search)) / DAYS[interval] < MAX_BUCKETS - 1)

/** The one that was chosen, or one that suits the range. */
export function intervalOf(search: ReportSearch): Interval {
  const possible = intervalsOf(search)
  const days = daysOf(rangeOf(search))
  const suitable = days <= 45 ? 'day' : days <= 200 ? 'week' : 'month'
  return among(possible, search.interval) ?? suitable
}

/** NPS ratings belong to no forum. */
export const hasForum = (name: ReportName) => name !== 'nps'
export const hasInterval = (name: ReportName) =>
  ['incoming', 'response_times', 'nps', 'labels'].includes(name)

export const queryOf = (name: ReportName, search: ReportSearch): ReportQuery => ({
  ...rangeOf(search),
  ...(hasInterval(name) && { interval: intervalOf(search) }),
  ...(search.time_zone !== undefined && { time_zone: search.time_zone }),
  ...(search.segment !== undefined && { segment: Number(search.segment) }),
  ...(hasForum(name) && search.forum !== undefined && { forum: Number(search.forum) }),
})
