// What the person changed lately, in any browser, with undo for a day.
import type { RecentChange } from '@earshot/client'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { FileUp, History, Layers, Pencil } from 'lucide-react'
import { useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { isChangedSince, recentChangesQuery, undoChange } from '../../api/recent-changes.ts'
import { useSession } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../components/states.tsx'
import { notify } from '../../components/toasts.tsx'
import { formatAge, formatTime, t, textOfValue } from '../../core/i18n.ts'
import { ChangedRecord, describeChange, differenceOf } from './words.tsx'

// A bulk action or an import ends without telling this list.
const POLL_MS = 3000

export default function ChangesScreen() {
  const { user } = useSession()
  const pages = useInfiniteQuery({
    ...recentChangesQuery(user.id),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.recent_changes.some(isRunning)) ? POLL_MS : false,
  })
  const { data, error, isPending, refetch, hasNextPage } = pages
  const changes = data?.pages.flatMap((page) => page.recent_changes) ?? []
  return (
    <div className="mx-auto max-w-[880px] p-4 md:p-6">
      <PageTitle name={t('shell.recent_changes')} />
      <h1 className="text-xl font-semibold">{t('shell.recent_changes')}</h1>
      <p className="mt-1 mb-4 text-sm text-muted">{t('changes.hint')}</p>
      {isPending ? (
        <SkeletonLines lines={6} />
      ) : error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : changes.length === 0 ? (
        <EmptyState icon={History} title={t('changes.empty')} hint={t('changes.empty_hint')} />
      ) : (
        <ul
          aria-label={t('shell.recent_changes')}
          className="divide-y divide-border rounded border border-border"
        >
          {changes.map((change) => (
            <li key={change.id}>
              <Item change={change} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="pt-3">
          <ShowMore query={pages} />
        </div>
      )}
    </div>
  )
}

const isRunning = ({ undo_problem }: RecentChange) => undo_problem === 'running'

function Item({ change }: { change: RecentChange }) {
  const queryClient = useQueryClient()
  const [isUndoing, setUndoing] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { action, created_at, undo_problem } = change
  const Icon = action === 'update' ? Pencil : action === 'import' ? FileUp : Layers
  const difference = differenceOf(change)
  const undo = async () => {
    setUndoing(true)
    setFailure(undefined)
    try {
      await undoChange(change.id)
      notify({ message: t('shell.undone') })
      await queryClient.invalidateQueries()
    } catch (error) {
      setFailure(
        isChangedSince(error) ? t('changes.problem.changed_since') : describeError(error).message,
      )
    } finally {
      setUndoing(false)
    }
  }
  return (
    <div className="flex items-start gap-3 px-3 py-2.5 text-sm">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <span className="text-muted">{describeChange(change)} </span>
          <ChangedRecord change={change} />
        </p>
        {difference && (
          <p className="mt-0.5 line-clamp-2 text-muted [overflow-wrap:anywhere]">
            <del>{difference.before || t('record.none')}</del>{' '}
            <ins className="text-text no-underline">{difference.after || t('record.none')}</ins>
          </p>
        )}
        <time
          dateTime={created_at}
          title={formatTime(created_at)}
          className="mt-0.5 block text-xs text-muted"
        >
          {formatAge(created_at)}
        </time>
        {failure && (
          <p role="alert" className="mt-1 text-danger">
            {failure}
          </p>
        )}
      </div>
      {undo_problem === null ? (
        <Button onPress={() => void undo()} isPending={isUndoing}>
          {t('shell.undo')}
        </Button>
      ) : (
        <span className="max-w-40 shrink-0 py-1.5 text-end text-xs text-muted">
          {textOfValue(`changes.problem.${undo_problem}`, undo_problem)}
        </span>
      )}
    </div>
  )
}
