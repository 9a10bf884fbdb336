// One report: its plot, a sentence about it, and the table behind it.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ChartColumn, ClipboardCopy, FileSpreadsheet, ImageDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import { loadPart } from '../../api/connection.ts'
import { readCsv } from '../../api/csv.ts'
import { describeError } from '../../api/errors.ts'
import { forumsQuery, segmentsQuery } from '../../api/options.ts'
import { REPORTS, type Report, type ReportName, reportQuery } from '../../api/reports.ts'
import { Button } from '../../components/button.tsx'
import { download } from '../../components/download.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState, ErrorState } from '../../components/states.tsx'
import { notify } from '../../components/toasts.tsx'
import { formatDay, t } from '../../core/i18n.ts'
import { Comparison } from './comparison.tsx'
import { Controls } from './controls.tsx'
import { Legend, PlotView, seriesOf } from './plot-view.tsx'
import { ReportTable } from './report-table.tsx'
import { hasForum, hasInterval, queryOf, type ReportSearch, TOPS } from './search.ts'
import { viewOf } from './views.ts'

const route = getRouteApi('/reports/$name')

export default function ReportScreen() {
  const { name } = route.useParams()
  const found = REPORTS.find((one) => one === name)
  return found ? (
    <OneReport key={found} name={found} />
  ) : (
    <EmptyState
      level={1}
      icon={ChartColumn}
      title={t('shell.not_found')}
      hint={t('shell.not_found_hint')}
    />
  )
}

function OneReport({ name }: { name: ReportName }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const query = queryOf(name, search)
  const { data, error, refetch, isPlaceholderData } = useQuery(reportQuery(name, query))
  return (
    <div className="mx-auto max-w-[1080px] space-y-4 p-4 md:p-6">
      <PageTitle name={search.title ?? t(`reports.${name}`)} />
      <header>
        <Link
          to="/reports"
          search={search}
          className="inline-flex items-center gap-1 text-sm text-muted hover:text-text"
        >
          <ArrowLeft size={14} aria-hidden />
          {t('shell.reports')}
        </Link>
        <h1 dir="auto" className="mt-1 text-xl font-semibold [overflow-wrap:anywhere]">
          {search.title ?? t(`reports.${name}`)}
        </h1>
        <p className="max-w-[100ch] text-muted">{t(`reports.${name}.hint`)}</p>
      </header>
      <Controls
        search={search}
        onChange={(change) =>
          void navigate({
            to: '/reports/$name',
            params: { name },
            search: { ...search, ...change } as ReportSearch,
          })
        }
        hasInterval={hasInterval(name)}
        hasForum={hasForum(name)}
        tops={TOPS[name]}
        defaultTitle={t(`reports.${name}`)}
      />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div className={isPlaceholderData ? 'opacity-60' : ''} aria-busy={isPlaceholderData}>
          <Content name={name} report={data} search={search} />
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

const Loading = () => (
  <div role="status" aria-label={t('shell.loading')} className="space-y-3">
    <span className="skeleton w-2/3" />
    <span className="skeleton h-72!" />
    {Array.from({ length: 6 }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity
      <span key={line} className="skeleton" />
    ))}
  </div>
)

function Content({
  name,
  report,
  search,
}: {
  name: ReportName
  report: Report
  search: ReportSearch
}) {
  const view = useMemo(() => viewOf(name, report), [name, report])
  const subtitle = useSubtitle(report)
  if (view.isEmpty)
    return (
      <EmptyState
        icon={ChartColumn}
        title={t('reports.empty')}
        hint={t('reports.empty_hint', subtitle.range)}
      >
        {(search.segment !== undefined || search.forum !== undefined) && (
          <Link
            to="/reports/$name"
            params={{ name }}
            search={{ ...search, segment: undefined, forum: undefined } as ReportSearch}
            className="text-accent hover:underline"
          >
            {t('reports.show_all')}
          </Link>
        )}
        {search.range !== '10y' && (
          <Link
            to="/reports/$name"
            params={{ name }}
            search={{ ...search, range: '10y', from: undefined, to: undefined } as ReportSearch}
            className="text-accent hover:underline"
          >
            {t('reports.show_longer')}
          </Link>
        )}
      </EmptyState>
    )
  const [main, ...others] = view.tables
  const makePicture = async () => {
    const { renderPicture } = await loadPart(() => import('./picture.ts'))
    return renderPicture({
      title: search.title ?? t(`reports.${name}`),
      subtitle: subtitle.text,
      spec: view.plot,
    })
  }
  const fileName = `${name}-${report.from}-${report.to}`
  return (
    <div className="space-y-4">
      <figure className="space-y-3 rounded border border-border p-4">
        <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <figcaption id="report-summary" dir="auto" className="max-w-[100ch] flex-1 basis-80">
            {view.summary}
          </figcaption>
          <div className="flex gap-2 md:ms-auto">
            <CopyPicture make={makePicture} />
            <Download
              icon={ImageDown}
              label="PNG"
              fileName={`${fileName}.png`}
              make={makePicture}
            />
            <Download
              icon={FileSpreadsheet}
              label="CSV"
              fileName={`${fileName}.csv`}
              make={() =>
                readCsv({
                  path: `/reports/${name}`,
                  query: Object.fromEntries(
                    Object.entries(queryOf(name, search)).map(([key, value]) => [
                      key,
                      String(value),
                    ]),
                  ),
                  header: view.csvHeader,
                  signal: new AbortController().signal,
                  onProgress: () => {},
                })
              }
            />
          </div>
        </div>
        <Legend series={seriesOf(view.plot)} />
        <PlotView
          spec={view.plot}
          label={t('reports.plot_of', { report: t(`reports.${name}`) })}
          describedBy="report-summary"
        />
      </figure>
      {search.compare && <Comparison name={name} report={report} search={search} />}
      <h2 className="font-semibold">{t('reports.table')}</h2>
      <ReportTable table={main} />
      {others.map((table) => (
        <section key={table.title} className="space-y-3 pt-2">
          <h2 className="font-semibold">{table.title}</h2>
          <ReportTable table={table} />
        </section>
      ))}
    </div>
  )
}

/** The days, the segment and the forum, for a picture that left the page. */
function useSubtitle({ from, to, time_zone, links }: Report) {
  const { data: forums = [] } = useQuery(forumsQuery)
  const { data: segments = [] } = useQuery(segmentsQuery)
  const range = { from: formatDay(from), to: formatDay(to) }
  const text = [
    t('reports.from_to', range),
    forums.find(({ id }) => id === links.forum)?.name,
    segments.find(({ id }) => id === links.segment)?.name,
    time_zone === 'UTC' ? undefined : time_zone.replaceAll('_', ' '),
  ]
  return { range, text: text.filter((part) => part !== undefined).join(' · ') }
}

/** Where the browser allows pictures in the clipboard. */
function CopyPicture({ make }: { make: () => Promise<Blob> }) {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard) return null
  const copy = async () => {
    try {
      // Safari wants the promise, not the picture: it allows no copy after a wait.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': make() })])
      notify({ message: t('reports.copied'), tone: 'success' })
    } catch (error) {
      notify({
        message: t('reports.download_failed', { reason: describeError(error).message }),
        tone: 'danger',
      })
    }
  }
  return (
    <Button icon={ClipboardCopy} onPress={() => void copy()}>
      {t('reports.copy_picture')}
    </Button>
  )
}

function Download({
  icon,
  label,
  fileName,
  make,
}: {
  icon: typeof ImageDown
  label: string
  fileName: string
  make: () => Promise<Blob>
}) {
  const [isPending, setPending] = useState(false)
  const start = async () => {
    setPending(true)
    try {
      download(await make(), fileName)
    } catch (error) {
      notify({
        message: t('reports.download_failed', { reason: describeError(error).message }),
        tone: 'danger',
      })
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      icon={icon}
      aria-label={t('reports.download', { format: label })}
      isPending={isPending}
      onPress={() => void start()}
    >
      {label}
    </Button>
  )
}
