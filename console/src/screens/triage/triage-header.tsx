// Which queue, how much of it is left, and what was done.
import { useQuery } from '@tanstack/react-query'
import { useNewCount } from '../../api/new-suggestions.ts'
import { forumsQuery } from '../../api/options.ts'
import { Select } from '../../components/fields.tsx'
import { formatNumber, type MessageId, t } from '../../core/i18n.ts'
import { DEFAULT_SORT } from './queue.ts'
import { Queues } from './queues.tsx'
import { isInForce, isSaving, isSettling } from './session-state.ts'
import type { Triage } from './use-triage.ts'

const ALL = 'all'
const SORTS: [string, MessageId][] = [
  [DEFAULT_SORT, 'triage.sort.oldest'],
  ['-created_at', 'triage.sort.newest'],
  ['-supporters_count', 'triage.sort.supporters'],
]

export function TriageHeader({ triage }: { triage: Triage }) {
  const { search, session, change } = triage
  const { data: forums = [] } = useQuery(forumsQuery)
  const left = useNewCount(search.forum)
  const done = session.actions.filter((one) => isSettling(one) && isInForce(one)).length
  const isBusy = session.actions.some(isSaving)
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border px-4 py-2">
      <h1 className="text-xl font-semibold max-md:sr-only">{t('shell.triage')}</h1>
      <Queues />
      <div className="flex min-w-0 gap-2 max-md:w-full *:min-w-0 *:flex-1 md:*:w-44 md:*:flex-none">
        <Select
          label={t('triage.forum')}
          isLabelHidden
          options={[
            { id: ALL, label: t('triage.all_forums') },
            ...forums.map(({ id, name }) => ({ id: String(id), label: name })),
          ]}
          value={search.forum ?? ALL}
          onChange={(id) => change({ forum: id === ALL ? undefined : id, suggestion: undefined })}
        />
        <Select
          label={t('triage.sort')}
          isLabelHidden
          options={SORTS.map(([id, label]) => ({ id, label: t(label) }))}
          value={search.sort ?? DEFAULT_SORT}
          onChange={(id) =>
            change({ sort: id === DEFAULT_SORT ? undefined : id, suggestion: undefined })
          }
        />
      </div>
      <p role="status" className="text-sm text-muted">
        {isBusy ? t('triage.saving') : ''}
      </p>
      <p className="ms-auto flex items-center gap-3 text-sm tabular-nums">
        {done > 0 && (
          <span className="text-muted">{t('triage.handled', { count: formatNumber(done) })}</span>
        )}
        {left !== undefined && <span>{t('triage.left', { count: left })}</span>}
      </p>
      {left !== undefined && done > 0 && (
        <progress
          aria-label={t('triage.progress')}
          value={done}
          max={done + left}
          className="h-1 w-24 overflow-hidden rounded-full max-md:w-full [&::-moz-progress-bar]:bg-success [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-success"
        />
      )}
    </header>
  )
}
