// All reports at a glance, of the same range and the same people.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { describeError } from '../../api/errors.ts'
import { REPORTS, type ReportName, reportQuery } from '../../api/reports.ts'
import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { t } from '../../core/i18n.ts'
import { Controls } from './controls.tsx'
import { PlotView } from './plot-view.tsx'
import { queryOf, type ReportSearch } from './search.ts'
import { viewOf } from './views.ts'

const route = getRouteApi('/reports')

export default function ReportsScreen() {
  const search = route.useSearch()
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-[1240px] space-y-4 p-4 md:p-6">
      <PageTitle name={t('shell.reports')} />
      <h1 className="text-xl font-semibold">{t('shell.reports')}</h1>
      <Controls
        search={search}
        onChange={(change) =>
          void navigate({ to: '/reports', search: { ...search, ...change } as ReportSearch })
        }
        hasInterval={false}
        hasForum
      />
      <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {REPORTS.map((name) => (
          <Card key={name} name={name} search={search} />
        ))}
      </ul>
    </div>
  )
}

function Card({ name, search }: { name: ReportName; search: ReportSearch }) {
  const { data, error, refetch } = useQuery(reportQuery(name, queryOf(name, search)))
  const view = useMemo(() => data && viewOf(name, data), [name, data])
  const summary = `summary-${name}`
  return (
    <li className="relative flex min-w-0 flex-col gap-3 rounded border border-border p-4 hover:border-border-strong">
      <h2 className="font-semibold">
        {/* The whole card leads there. */}
        <Link
          to="/reports/$name"
          params={{ name }}
          search={search}
          className="after:absolute after:inset-0 hover:underline"
        >
          {t(`reports.${name}`)}
        </Link>
      </h2>
      {error && !data ? (
        <div className="relative space-y-2 text-sm" role="alert">
          <p className="text-danger">{describeError(error).message}</p>
          <Button onPress={() => void refetch()}>{t('shell.retry')}</Button>
        </div>
      ) : !view ? (
        <div role="status" aria-label={t('shell.loading')}>
          <span className="skeleton h-[120px]!" />
        </div>
      ) : (
        <>
          {view.isEmpty ? (
            <div className="grid h-[120px] place-items-center rounded bg-sunken text-sm text-muted">
              {t('reports.empty')}
            </div>
          ) : (
            <PlotView
              spec={view.plot}
              label={t('reports.plot_of', { report: t(`reports.${name}`) })}
              describedBy={summary}
              isSmall
            />
          )}
          <p id={summary} dir="auto" className="line-clamp-4 text-sm text-muted">
            {view.isEmpty ? t(`reports.${name}.hint`) : view.summary}
          </p>
        </>
      )}
    </li>
  )
}
