// The rows that an import left out, with the reasons: to look at, to download, or to correct at once.
import type { Import } from '@earshot/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Wrench } from 'lucide-react'
import { useState } from 'react'
import { type LeftOut, leftOutPath, leftOutQuery, PROBLEMS_PER_PAGE } from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/record/section.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { Pager } from './pager.tsx'
import { labelOf, problemText } from './texts.ts'

export function LeftOutRows({ data }: { data: Import }) {
  const navigate = useNavigate()
  const [page, setPage] = useState(0)
  const query = useQuery({
    ...leftOutQuery(data.id, page + 1),
    placeholderData: keepPreviousData,
  })
  const total = query.data?.pagination.total_records ?? 0
  const type = data.type === 'suggestions' ? 'suggestions' : 'users'
  return (
    <Section title={t('import.left_out_rows')} count={data.skipped_rows}>
      {query.isPending ? (
        <SkeletonLines lines={4} />
      ) : !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : total === 0 ? (
        <p className="text-sm text-muted">{t('import.left_out_gone')}</p>
      ) : (
        <div className="space-y-2">
          <p className="text-sm text-muted">{t('import.left_out_hint')}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              icon={Wrench}
              onPress={() =>
                void navigate({ to: '/import', search: { type, problems_of: String(data.id) } })
              }
            >
              {t('import.correct')}
            </Button>
            <a
              href={`/api/v2/admin${leftOutPath(data.id)}?format=csv`}
              download={`import-${data.id}-problems.csv`}
              className="inline-flex h-8 items-center gap-1.5 rounded border border-border bg-raised px-3 text-sm hover:bg-hover"
            >
              <Download size={16} aria-hidden />
              {t('import.download')}
            </a>
          </div>
          <Rows leftOut={query.data} />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-sm text-muted">
              {total < data.skipped_rows &&
                t('import.left_out_some', { shown: formatNumber(total) })}
            </span>
            <Pager
              page={page}
              pages={Math.ceil(total / PROBLEMS_PER_PAGE)}
              pageSize={PROBLEMS_PER_PAGE}
              total={total}
              onPage={setPage}
            />
          </div>
        </div>
      )}
    </Section>
  )
}

const Rows = ({ leftOut: { columns, rows } }: { leftOut: LeftOut }) => (
  <ul
    aria-label={t('import.left_out_rows')}
    className="divide-y divide-border rounded border border-border text-sm"
  >
    {rows.map(({ line, cells, problems }) => (
      <li key={line} className="px-3 py-2">
        <p className="flex gap-3">
          <span className="shrink-0 text-muted tabular-nums">
            {t('import.line_number', { line: formatNumber(line) })}
          </span>
          <span dir="auto" className="min-w-0 truncate" title={cells.join(' · ')}>
            {cells.filter((cell) => cell !== '').join(' · ')}
          </span>
        </p>
        {problems.map(({ column, message }) => (
          <p key={`${column} ${message}`} className="text-danger">
            {column !== null && `${columns.includes(column) ? column : labelOf(column, [])}: `}
            {problemText({ message }, [])}
          </p>
        ))}
      </li>
    ))}
  </ul>
)
