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
  /** Beside the period before it. */
  compare?: 'before'
  /** How many records a ranking lists. */
  top?: string
  /** Instead of the name of the report, for a slide. */
  title?: string
}

export const RANGES = ['30d', '90d', 'quarter', 'last_quarter', '12m', '3y', '10y'] as const
export type Range = (typeof RANGES)[number]
export const DEFAULT_RANGE: Range = '12m'

export const INTERVALS: readonly Interval[] = ['day', 'week', 'month']
const MAX_BUCKETS = 400
const DAYS: Record<Interval, number> = { day: 1, week: 7, month: 30.4 }

export const MAX_TITLE = 100

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
    compare: among(['before'] as const, search.compare),
    top: matching(/^\d{1,3}$/, search.top),
    title: String(search.title ?? '').slice(0, MAX_TITLE) || undefined,
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
  if (search.range === 'quarter' || search.range === 'last_quarter') {
    const [year = 0, month = 1] = to.split('-').map(Number)
    const first = month - 1 - ((month - 1) % 3) - (search.range === 'quarter' ? 0 : 3)
    return {
      from: dayOf(Date.UTC(year, first, 1)),
      to: search.range === 'quarter' ? to : dayOf(Date.UTC(year, first + 3, 0)),
    }
  }
  const [, count = '12', unit] = /^(\d+)(\w)$/.exec(search.range ?? DEFAULT_RANGE) ?? []
  if (unit === 'd') return { from: dayOf(Date.parse(to) - (Number(count) - 1) * DAY), to }
  // Whole months, so that the first one is not a rest of one.
  const months = Number(count) * (unit === 'y' ? 12 : 1)
  const [year = 0, month = 1] = to.split('-').map(Number)
  return { from: dayOf(Date.UTC(year, month - months, 1)), to }
}

/** As many days right before, or as many months where the range is whole months or ends today. */
export function rangeBefore(search: ReportSearch): { from: string; to: string } {
  const { from, to } = rangeOf(search)
  const [first, last] = [new Date(from), new Date(to)]
  const before = dayOf(first.getTime() - DAY)
  if (first.getUTCDate() !== 1)
    return { from: dayOf(2 * first.getTime() - last.getTime() - DAY), to: before }
  const months =
    (last.getUTCFullYear() - first.getUTCFullYear()) * 12 +
    last.getUTCMonth() -
    first.getUTCMonth() +
    1
  const start = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - months, 1)
  // The same part of a period that is not over.
  const isWhole = new Date(last.getTime() + DAY).getUTCDate() === 1
  return {
    from: dayOf(start),
    to: isWhole ? before : dayOf(start + last.getTime() - first.getTime()),
  }
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

/** How many records each ranking can list, and lists by itself. */
export const TOPS: Partial<Record<ReportName, { options: number[]; byDefault: number }>> = {
  open_revenue: { options: [5, 10, 20, 50, 100], byDefault: 20 },
  top_accounts: { options: [5, 10, 20, 50, 100], byDefault: 20 },
  contributors: { options: [5, 10, 20, 50, 100], byDefault: 20 },
  labels: { options: [3, 5, 8, 12, 20], byDefault: 8 },
}

export const queryOf = (name: ReportName, search: ReportSearch): ReportQuery => ({
  ...rangeOf(search),
  ...(hasInterval(name) && { interval: intervalOf(search) }),
  ...(search.time_zone !== undefined && { time_zone: search.time_zone }),
  ...(search.segment !== undefined && { segment: Number(search.segment) }),
  ...(hasForum(name) && search.forum !== undefined && { forum: Number(search.forum) }),
  ...(TOPS[name] && search.top !== undefined && { per_page: Number(search.top) }),
})
