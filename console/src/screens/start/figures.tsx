// Four figures of the last thirty days, each beside that of the thirty days before.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { type Report, type ReportName, reportQuery } from '../../api/reports.ts'
import { formatDuration, formatNumber, type MessageId, t } from '../../core/i18n.ts'
import { Sparkline } from './sparkline.tsx'

const DAYS = 30

const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Without today, which is not over: its figure would look like a fall. */
const courseOf = <R,>(rows: R[] | undefined, read: (row: R) => number | null) =>
  rows?.slice(0, -1).map(read)

type Figure = {
  label: MessageId
  report: ReportName
  now: number | null | undefined
  before: number | null | undefined
  hasFailed: boolean
  course: (number | null)[] | undefined
  format: (value: number) => string
}

export function Figures() {
  const incoming = useReports('incoming')
  const times = useReports('response_times')
  const nps = useReports('nps')
  const figures: Figure[] = [
    {
      label: 'start.received',
      report: 'incoming',
      format: formatNumber,
      hasFailed: incoming.hasFailed,
      now: incoming.now?.totals.created_count,
      before: incoming.before?.totals.created_count,
      course: courseOf(incoming.now?.rows, (row) => row.created_count),
    },
    {
      label: 'start.answered',
      report: 'incoming',
      format: formatNumber,
      hasFailed: incoming.hasFailed,
      now: incoming.now?.totals.answered_count,
      before: incoming.before?.totals.answered_count,
      course: courseOf(incoming.now?.rows, (row) => row.answered_count),
    },
    {
      label: 'start.time_to_answer',
      report: 'response_times',
      format: formatDuration,
      hasFailed: times.hasFailed,
      now: times.now?.totals.answer_median_seconds,
      before: times.before?.totals.answer_median_seconds,
      course: courseOf(times.now?.rows, (row) => row.answer_median_seconds),
    },
    {
      label: 'start.nps',
      report: 'nps',
      format: formatNumber,
      hasFailed: nps.hasFailed,
      now: nps.now?.totals.score,
      before: nps.before?.totals.score,
      course: courseOf(nps.now?.rows, (row) => row.score),
    },
  ]
  return (
    <section aria-label={t('start.figures')}>
      <h2 className="mb-2 text-sm font-semibold">{t('start.figures')}</h2>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded border border-border bg-border lg:grid-cols-4">
        {figures.map((figure) => (
          <li key={figure.label} className="bg-surface">
            <FigureCard {...figure} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The report of the last thirty days by day, and the totals of the thirty days before. */
function useReports<N extends ReportName>(name: N) {
  const query = (from: number, to: number) => ({
    ...reportQuery(name, { from: dayOf(from), to: dayOf(to), interval: 'day' as const }),
    staleTime: 5 * 60_000,
  })
  const { data: now, error } = useQuery(query(DAYS - 1, 0))
  const { data: before, error: errorBefore } = useQuery(query(2 * DAYS - 1, DAYS))
  return {
    now: now as Report<N> | undefined,
    before: before as Report<N> | undefined,
    hasFailed: (error ?? errorBefore) !== null,
  }
}

function FigureCard({ label, report, now, before, hasFailed, course, format }: Figure) {
  const isLoading = now === undefined || before === undefined
  return (
    <Link
      to="/reports/$name"
      params={{ name: report }}
      className="flex h-full flex-col gap-1 p-3 hover:bg-hover"
    >
      <span className="text-sm text-muted">{t(label)}</span>
      {isLoading ? (
        // The report says why.
        hasFailed ? (
          <span className="text-muted">{t('shell.error')}</span>
        ) : (
          <span className="skeleton my-2 w-1/2" />
        )
      ) : (
        <>
          {now === null ? (
            <span className="text-xl text-muted">{t('start.none')}</span>
          ) : (
            <span className="text-xl font-semibold tabular-nums">{format(now)}</span>
          )}
          <span className="flex items-start gap-1 text-xs text-muted">
            <Trend now={now} before={before} />
            {before === null
              ? t('start.before_none')
              : t('start.before', { before: format(before) })}
          </span>
        </>
      )}
      <span className="mt-auto pt-1">{course && <Sparkline values={course} />}</span>
    </Link>
  )
}

/** The sentence beside it says the same. */
function Trend({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return null
  const Icon = now === before ? ArrowRight : now > before ? ArrowUp : ArrowDown
  return <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
}
