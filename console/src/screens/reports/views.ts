// From the reports of the API to what is shown of them.
import type { Report, ReportName } from '../../api/reports.ts'
import {
  formatAmount,
  formatDay,
  formatDuration,
  formatMonth,
  formatNumber,
  t,
} from '../../core/i18n.ts'
import type { ListSearch } from '../../core/list-search.ts'
import type {
  Cell,
  ColumnId,
  Paint,
  RankPlot,
  ReportView,
  Series,
  Table,
  Target,
  TimePlot,
} from './view.ts'

const BUCKET: ColumnId[] = [
  ...(['reports.column.date', 'reports.column.starts_at', 'reports.column.ends_at'] as const),
]

export const viewOf = <N extends ReportName>(name: N, report: Report<N>): ReportView =>
  (VIEWS[name] as (report: Report<N>) => ReportView)(report)

const VIEWS: { [N in ReportName]: (report: Report<N>) => ReportView } = {
  incoming: viewIncoming,
  response_times: viewResponseTimes,
  open_revenue: viewOpenRevenue,
  top_accounts: viewTopAccounts,
  nps: viewNps,
  labels: viewLabels,
  contributors: viewContributors,
}

type Bucketed = Report<'incoming' | 'response_times' | 'nps' | 'labels'>
type Bucket = { date: string; starts_at: string; ends_at: string }

/** 2 March 2026, or March 2026. */
const bucketTitle = ({ interval }: Pick<Bucketed, 'interval'>, date: string): string => {
  if (interval === 'month') return formatMonth(date)
  return interval === 'week' ? t('reports.week_of', { date: formatDay(date) }) : formatDay(date)
}

const span = ({ from, to }: { from: string; to: string }) => ({
  from: formatDay(from),
  to: formatDay(to),
})

const cell = (text: string, target?: Target): Cell => (target ? { text, target } : { text })
const count = (value: number, target?: Target) =>
  cell(formatNumber(value), value > 0 ? target : undefined)

/** The list of suggestions that a number counts. It has no filter by the segment of the creator. */
function counted(
  { links }: Pick<Bucketed, 'links'>,
  { starts_at, ends_at }: { starts_at: string; ends_at: string },
  more: ListSearch = {},
): Target | undefined {
  if (links.segment !== null) return undefined
  return {
    to: '/suggestions',
    search: {
      state: 'new,approved,published',
      created_after: starts_at,
      created_before: ends_at,
      ...(links.forum !== null && { forum: String(links.forum) }),
      ...more,
    },
  }
}

const suggestion = (id: number): Target => ({ to: '/suggestions/$id', params: { id: String(id) } })

const tableOf = (
  title: string,
  columns: ColumnId[],
  rows: { key: string; cells: Cell[] }[],
  texts: ColumnId[] = [],
): Table => ({
  title,
  columns: columns.map((id, i) => ({ label: t(id), isNumber: i > 0 && !texts.includes(id) })),
  rows,
})

/** Lines of a tooltip: the bucket, then each series. */
const tooltip = (
  title: string,
  series: Series[],
  values: (number | null)[],
  format: (value: number) => string,
) =>
  [
    title,
    ...series.map(
      ({ label }, i) => `${label}: ${values[i] == null ? '–' : format(values[i] as number)}`,
    ),
  ].join('\n')

const DAY = 86_400_000

function timePlot<R extends Bucket>(
  report: Bucketed & { rows: R[] },
  series: { bars?: Series[]; lines?: Series[] },
  valuesOf: (row: R) => {
    bars?: (number | null)[]
    lines?: (number | null)[]
    title?: string
    target?: Target | undefined
  },
  format: (value: number) => string,
): TimePlot {
  const { bars = [], lines = [] } = series
  const after = new Date(Date.parse(report.to) + DAY)
  const now = new Date().toISOString()
  return {
    kind: 'time',
    bars,
    lines,
    format,
    rows: report.rows.map((row, i) => {
      const next = report.rows[i + 1]
      const values = valuesOf(row)
      const title = bucketTitle(report, row.date)
      return {
        start: new Date(row.date),
        end: next ? new Date(next.date) : after,
        bars: values.bars ?? [],
        lines: values.lines ?? [],
        title:
          values.title ??
          tooltip(
            title,
            [...bars, ...lines],
            [...(values.bars ?? []), ...(values.lines ?? [])],
            format,
          ),
        isPartial: row.ends_at > now && row.starts_at <= now,
        ...(values.target && { target: values.target }),
      }
    }),
  }
}

/** The row with the largest value, for the sentence. */
const peakOf = <R>(rows: R[], value: (row: R) => number): R | undefined =>
  rows.reduce<R | undefined>(
    (best, row) => (!best || value(row) > value(best) ? row : best),
    undefined,
  )

function viewIncoming(report: Report<'incoming'>): ReportView {
  const { rows, totals } = report
  const peak = peakOf(rows, ({ created_count }) => created_count)
  const columns: ColumnId[] = [
    ...(['reports.column.created', 'reports.column.answered', 'reports.column.closed'] as const),
  ]
  const plot = timePlot(
    report,
    {
      bars: [{ label: t('reports.column.created'), color: 'plot-1' }],
      lines: [
        { label: t('reports.column.answered'), color: 'plot-2' },
        { label: t('reports.column.closed'), color: 'plot-3' },
      ],
    },
    (row) => ({
      bars: [row.created_count],
      lines: [row.answered_count, row.closed_count],
      target: counted(report, row),
    }),
    formatNumber,
  )
  return {
    isEmpty: totals.created_count + totals.answered_count + totals.closed_count === 0,
    summary: t('reports.incoming.summary', {
      ...span(report),
      created: totals.created_count,
      answered: totals.answered_count,
      closed: totals.closed_count,
      peak: peak ? bucketTitle(report, peak.date) : '',
      peak_count: peak?.created_count ?? 0,
    }),
    plot,
    tables: [
      tableOf(
        t('reports.incoming'),
        ['reports.column.date', ...columns],
        rows.map((row) => ({
          key: row.date,
          cells: [
            cell(bucketTitle(report, row.date)),
            count(row.created_count, counted(report, row)),
            count(row.answered_count),
            count(row.closed_count),
          ],
        })),
      ),
    ],
    csvHeader: [...BUCKET, ...columns].map((id) => t(id)),
  }
}

const duration = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds))

function viewResponseTimes(report: Report<'response_times'>): ReportView {
  const { rows, totals } = report
  const counts: ColumnId[] = [
    ...([
      'reports.column.suggestions',
      'reports.column.answered',
      'reports.column.unanswered',
    ] as const),
    ...(['reports.column.closed', 'reports.column.open'] as const),
  ]
  const times: ColumnId[] = [
    ...(['reports.column.answer_median', 'reports.column.answer_p90'] as const),
    ...(['reports.column.close_median', 'reports.column.close_p90'] as const),
  ]
  const timesOf = (row: (typeof rows)[number]) => [
    row.answer_median_seconds,
    row.answer_p90_seconds,
    row.close_median_seconds,
    row.close_p90_seconds,
  ]
  // In the unit of the axis, so that its steps are round.
  const longest = Math.max(0, ...rows.flatMap((row) => timesOf(row).map(Number)))
  const unit = longest > 2 * 86_400 ? 86_400 : 3_600
  const plot = timePlot(
    report,
    {
      lines: times.map((id, i) => ({
        label: t(id),
        color: i < 2 ? 'plot-1' : 'plot-2',
        isDashed: i % 2 === 1,
      })),
    },
    (row) => ({ lines: timesOf(row).map((seconds) => seconds && seconds / unit) }),
    (value) => (value === 0 ? '0' : formatDuration(value * unit)),
  )
  return {
    isEmpty: totals.suggestions_count === 0,
    summary: t('reports.response_times.summary', {
      ...span(report),
      count: totals.suggestions_count,
      answered: totals.answered_count,
      unanswered: totals.unanswered_count,
      open: totals.open_count,
      answer: duration(totals.answer_median_seconds),
      answer_p90: duration(totals.answer_p90_seconds),
      close: duration(totals.close_median_seconds),
    }),
    plot,
    tables: [
      tableOf(
        t('reports.response_times'),
        ['reports.column.created_in', ...counts, ...times],
        rows.map((row) => ({
          key: row.date,
          cells: [
            cell(bucketTitle(report, row.date)),
            count(row.suggestions_count),
            count(row.answered_count),
            count(row.unanswered_count),
            count(row.closed_count),
            count(row.open_count),
            ...timesOf(row).map((seconds) => cell(duration(seconds))),
          ],
        })),
      ),
    ],
    csvHeader: [...BUCKET, ...counts, ...times].map((id) => t(id)),
  }
}

const rankPlot = (
  bars: Series[],
  rows: RankPlot['rows'],
  format: (value: number) => string,
): RankPlot => ({ kind: 'rank', bars, rows, format })

function viewOpenRevenue(report: Report<'open_revenue'>): ReportView {
  const { rows, totals } = report
  const columns: ColumnId[] = [
    ...([
      'reports.column.revenue',
      'reports.column.accounts',
      'reports.column.supporters',
    ] as const),
  ]
  const revenue: Series = { label: t('reports.column.revenue'), color: 'plot-1' }
  return {
    isEmpty: rows.length === 0,
    summary: t('reports.open_revenue.summary', {
      ...span(report),
      count: totals.supported_suggestions_count,
      all: formatNumber(totals.suggestions_count),
      revenue: formatAmount(totals.revenue),
      accounts: totals.accounts_count,
      first: rows[0]?.title ?? '',
      first_revenue: formatAmount(rows[0]?.revenue ?? 0),
    }),
    plot: rankPlot(
      [revenue],
      rows.map((row) => ({
        label: row.title,
        title: [
          row.title,
          `${revenue.label}: ${formatAmount(row.revenue)}`,
          `${t('reports.column.accounts')}: ${formatNumber(row.accounts_count)}`,
        ].join('\n'),
        bars: [row.revenue],
        target: suggestion(row.id),
      })),
      formatAmount,
    ),
    tables: [
      tableOf(
        t('reports.open_revenue'),
        ['reports.column.suggestion', ...columns],
        rows.map((row) => ({
          key: String(row.id),
          cells: [
            cell(row.title, suggestion(row.id)),
            cell(formatAmount(row.revenue)),
            count(row.accounts_count),
            count(row.supporters_count),
          ],
        })),
      ),
    ],
    csvHeader: [
      t('reports.column.id'),
      t('reports.column.suggestion'),
      ...columns.map((id) => t(id)),
    ],
  }
}

function viewTopAccounts(report: Report<'top_accounts'>): ReportView {
  const { rows, totals, links } = report
  const name = (row: (typeof rows)[number]) => row.name ?? row.external_id ?? `#${row.id}`
  const mrr: Series = { label: t('reports.column.mrr'), color: 'plot-1' }
  const asked = ({ id }: (typeof rows)[number]): Target => ({
    to: '/suggestions',
    search: {
      external_account: String(id),
      state: 'open',
      created_after: report.starts_at,
      created_before: report.ends_at,
      ...(links.forum !== null && { forum: String(links.forum) }),
    },
  })
  const wishes = ({ suggestions }: (typeof rows)[number]) =>
    suggestions.map(({ title }) => title).join(' · ')
  return {
    isEmpty: rows.length === 0,
    summary: t('reports.top_accounts.summary', {
      ...span(report),
      count: totals.accounts_count,
      mrr: formatAmount(totals.mrr),
      suggestions: totals.suggestions_count,
      first: rows[0] ? name(rows[0]) : '',
      first_count: rows[0]?.suggestions_count ?? 0,
    }),
    plot: rankPlot(
      [mrr],
      rows.map((row) => ({
        label: name(row),
        title: [
          name(row),
          `${mrr.label}: ${formatAmount(row.mrr)}`,
          `${t('reports.column.open_suggestions')}: ${formatNumber(row.suggestions_count)}`,
        ].join('\n'),
        bars: [row.mrr],
        target: asked(row),
      })),
      formatAmount,
    ),
    tables: [
      tableOf(
        t('reports.top_accounts'),
        [
          ...(['reports.column.account', 'reports.column.plan', 'reports.column.mrr'] as const),
          ...(['reports.column.open_suggestions', 'reports.column.asks_for'] as const),
        ],
        rows.map((row) => ({
          key: String(row.id),
          cells: [
            cell(name(row)),
            cell(row.plan ?? '–'),
            cell(formatAmount(row.mrr)),
            count(row.suggestions_count, links.segment === null ? asked(row) : undefined),
            cell(wishes(row) || '–'),
          ],
        })),
        ['reports.column.plan', 'reports.column.asks_for'],
      ),
    ],
    csvHeader: (
      [
        ...(['reports.column.id', 'reports.column.account', 'reports.column.external_id'] as const),
        ...([
          'reports.column.plan',
          'reports.column.mrr',
          'reports.column.open_suggestions',
        ] as const),
        'reports.column.asks_for',
      ] as const
    ).map((id) => t(id)),
  }
}

function viewNps(report: Report<'nps'>): ReportView {
  const { rows, totals, suggestions } = report
  const columns: ColumnId[] = [
    ...(['reports.column.ratings', 'reports.column.promoters', 'reports.column.passives'] as const),
    ...(['reports.column.detractors', 'reports.column.score'] as const),
  ]
  const share = (part: number, whole: number) => (whole === 0 ? null : (100 * part) / whole)
  const score = (value: number | null) => (value === null ? '–' : formatNumber(value))
  const plot = timePlot(
    report,
    {
      bars: [
        { label: t('reports.nps.promoters_share'), color: 'success' },
        { label: t('reports.nps.detractors_share'), color: 'danger' },
      ],
      lines: [{ label: t('reports.column.score'), color: 'text' }],
    },
    (row) => ({
      // The score is the difference of the two shares, so all three fit one axis.
      bars: [
        share(row.promoters_count, row.ratings_count),
        share(-row.detractors_count, row.ratings_count),
      ],
      lines: [row.score],
      title: [
        bucketTitle(report, row.date),
        `${t('reports.column.score')}: ${score(row.score)}`,
        `${t('reports.column.promoters')}: ${formatNumber(row.promoters_count)}`,
        `${t('reports.column.passives')}: ${formatNumber(row.passives_count)}`,
        `${t('reports.column.detractors')}: ${formatNumber(row.detractors_count)}`,
      ].join('\n'),
    }),
    formatNumber,
  )
  const asked = tableOf(
    t('reports.nps.detractors_ask'),
    ['reports.column.suggestion', 'reports.column.detractors'],
    suggestions.map(({ id, title, detractors_count }) => ({
      key: String(id),
      cells: [cell(title, suggestion(id)), count(detractors_count)],
    })),
  )
  return {
    isEmpty: totals.ratings_count === 0,
    summary: t('reports.nps.summary', {
      ...span(report),
      count: totals.ratings_count,
      score: score(totals.score),
      promoters: totals.promoters_count,
      passives: totals.passives_count,
      detractors: totals.detractors_count,
      asked: suggestions.length,
      first: suggestions[0]?.title ?? '',
    }),
    plot,
    tables: [
      tableOf(
        t('reports.nps'),
        ['reports.column.date', ...columns],
        rows.map((row) => ({
          key: row.date,
          cells: [
            cell(bucketTitle(report, row.date)),
            count(row.ratings_count),
            count(row.promoters_count),
            count(row.passives_count),
            count(row.detractors_count),
            cell(score(row.score)),
          ],
        })),
      ),
      ...(suggestions.length > 0 ? [asked] : []),
    ],
    csvHeader: [...BUCKET, ...columns].map((id) => t(id)),
  }
}

function viewLabels(report: Report<'labels'>): ReportView {
  const { rows, totals, labels } = report
  const hasOther = totals.other_count > 0
  const series: Series[] = [
    ...labels.map(
      ({ full_name }, i): Series => ({
        label: full_name,
        color: `plot-${(i % 8) + 1}` as Paint,
      }),
    ),
    ...(hasOther ? [{ label: t('reports.column.other'), color: 'plot-rest' } as const] : []),
    { label: t('reports.column.unlabelled'), color: 'plot-none' },
  ]
  const valuesOf = (row: (typeof rows)[number]) => [
    ...row.counts,
    ...(hasOther ? [row.other_count] : []),
    row.unlabelled_count,
  ]
  return {
    isEmpty: totals.suggestions_count === 0,
    summary: t('reports.labels.summary', {
      ...span(report),
      count: totals.suggestions_count,
      unlabelled: totals.unlabelled_count,
      labels: labels.length,
      first: labels[0]?.full_name ?? '',
      first_count: labels[0]?.suggestions_count ?? 0,
    }),
    plot: timePlot(
      report,
      { bars: series },
      (row) => ({ bars: valuesOf(row), target: counted(report, row) }),
      formatNumber,
    ),
    tables: [
      {
        title: t('reports.labels'),
        columns: [
          { label: t('reports.column.date'), isNumber: false },
          ...series.map(({ label }) => ({ label, isNumber: true })),
          { label: t('reports.column.suggestions'), isNumber: true },
        ],
        rows: rows.map((row) => ({
          key: row.date,
          cells: [
            cell(bucketTitle(report, row.date)),
            ...valuesOf(row).map((value, i) => {
              const label = labels[i]
              return count(value, label && counted(report, row, { label: String(label.id) }))
            }),
            count(row.suggestions_count, counted(report, row)),
          ],
        })),
      },
    ],
    csvHeader: [
      ...[
        ...BUCKET,
        'reports.column.suggestions',
        'reports.column.other',
        'reports.column.unlabelled',
      ].map((id) => t(id as ColumnId)),
      ...labels.map(({ full_name }) => full_name),
    ],
  }
}

function viewContributors(report: Report<'contributors'>): ReportView {
  const { rows, totals } = report
  const columns: ColumnId[] = [
    ...(['reports.column.suggestions', 'reports.column.comments', 'reports.column.votes'] as const),
  ]
  const series = columns.map((id, i): Series => ({ label: t(id), color: `plot-${i + 1}` as Paint }))
  const valuesOf = (row: (typeof rows)[number]) => [
    row.suggestions_count,
    row.comments_count,
    row.votes_count,
  ]
  const name = (row: (typeof rows)[number]) => row.name || row.email_address
  // The creator is the filter here, whatever the segment.
  const made = ({ id }: (typeof rows)[number]) =>
    counted({ links: { ...report.links, segment: null } }, report, { creator: String(id) })
  return {
    isEmpty: rows.length === 0,
    summary: t('reports.contributors.summary', {
      ...span(report),
      count: totals.contributors_count,
      suggestions: totals.suggestions_count,
      comments: totals.comments_count,
      votes: totals.votes_count,
      first: rows[0] ? name(rows[0]) : '',
    }),
    plot: rankPlot(
      series,
      rows.map((row) => {
        const target = made(row)
        return {
          label: name(row),
          title: tooltip(name(row), series, valuesOf(row), formatNumber),
          bars: valuesOf(row),
          ...(target && row.suggestions_count > 0 && { target }),
        }
      }),
      formatNumber,
    ),
    tables: [
      tableOf(
        t('reports.contributors'),
        ['reports.column.person', 'reports.column.email', ...columns],
        rows.map((row) => ({
          key: String(row.id),
          cells: [
            cell(name(row)),
            cell(row.email_address),
            count(row.suggestions_count, made(row)),
            count(row.comments_count),
            count(row.votes_count),
          ],
        })),
        ['reports.column.email'],
      ),
    ],
    csvHeader: [
      t('reports.column.id'),
      t('reports.column.person'),
      t('reports.column.email'),
      ...columns.map((id) => t(id)),
    ],
  }
}
