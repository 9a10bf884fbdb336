// The totals of a report beside those of the period before it.
import { useQuery } from '@tanstack/react-query'
import { type Report, type ReportName, reportQuery } from '../../api/reports.ts'
import { Loaded } from '../../components/states.tsx'
import { formatAmount, formatDay, formatDuration, formatNumber, t } from '../../core/i18n.ts'
import { ReportTable } from './report-table.tsx'
import { queryOf, type ReportSearch, rangeBefore } from './search.ts'
import type { ColumnId } from './view.ts'

type Figure = { member: string; label: ColumnId; format?: (value: number) => string }

const count = (member: string, label: ColumnId): Figure => ({ member: `${member}_count`, label })

const FIGURES: Record<ReportName, Figure[]> = {
  incoming: [
    count('created', 'reports.column.created'),
    count('answered', 'reports.column.answered'),
    count('closed', 'reports.column.closed'),
  ],
  response_times: [
    count('suggestions', 'reports.column.suggestions'),
    {
      member: 'answer_median_seconds',
      label: 'reports.column.answer_median',
      format: formatDuration,
    },
    {
      member: 'close_median_seconds',
      label: 'reports.column.close_median',
      format: formatDuration,
    },
  ],
  open_revenue: [
    count('suggestions', 'reports.column.open_suggestions'),
    count('accounts', 'reports.column.accounts'),
    { member: 'revenue', label: 'reports.column.revenue', format: formatAmount },
  ],
  top_accounts: [
    count('suggestions', 'reports.column.open_suggestions'),
    { member: 'mrr', label: 'reports.column.mrr', format: formatAmount },
  ],
  nps: [
    count('ratings', 'reports.column.ratings'),
    { member: 'score', label: 'reports.column.score' },
  ],
  labels: [
    count('suggestions', 'reports.column.suggestions'),
    count('unlabelled', 'reports.column.unlabelled'),
  ],
  contributors: [
    count('contributors', 'reports.column.person'),
    count('suggestions', 'reports.column.suggestions'),
    count('comments', 'reports.column.comments'),
    count('votes', 'reports.column.votes'),
  ],
}

export function Comparison({
  name,
  report,
  search,
}: {
  name: ReportName
  report: Report
  search: ReportSearch
}) {
  const query = useQuery(reportQuery(name, { ...queryOf(name, search), ...rangeBefore(search) }))
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">{t('reports.compare.before')}</h2>
      <Loaded query={query}>
        {(before) => <Totals name={name} now={report} before={before} />}
      </Loaded>
    </section>
  )
}

function Totals({ name, now, before }: { name: ReportName; now: Report; before: Report }) {
  const range = ({ from, to }: Report) =>
    t('reports.from_to', { from: formatDay(from), to: formatDay(to) })
  const totalOf = (report: Report, member: string) =>
    (report.totals as Record<string, number | null>)[member] ?? null
  return (
    <ReportTable
      table={{
        title: t('reports.compare.before'),
        columns: [
          { label: t('reports.compare.figure'), isNumber: false },
          { label: range(now), isNumber: true },
          { label: range(before), isNumber: true },
          { label: t('reports.compare.change'), isNumber: true },
        ],
        rows: FIGURES[name].map(({ member, label, format = formatNumber }) => {
          const [one, other] = [totalOf(now, member), totalOf(before, member)]
          const shown = (value: number | null) => (value === null ? '–' : format(value))
          return {
            key: member,
            cells: [
              { text: t(label) },
              { text: shown(one) },
              { text: shown(other) },
              { text: changeOf(one, other) },
            ],
          }
        }),
      }}
    />
  )
}

/** In percent of the period before; a score or a beginning from nothing has none. */
function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null || before <= 0) return '–'
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : ''}${formatNumber(percent)} %`
}
