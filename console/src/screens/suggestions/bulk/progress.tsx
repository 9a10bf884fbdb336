// How far bulk actions are, and what they could not change.
import { ProgressBar } from 'react-aria-components'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { formatNumber, t } from '../../../core/i18n.ts'
import { type BulkAction, cancelBulkAction } from './actions.ts'

export const BulkProgress = ({ running }: { running: BulkAction[] }) =>
  running.map(({ id, action, state, done_count, undone_count, total_count }) => {
    const isUndoing = state === 'undoing'
    const done = isUndoing ? undone_count : done_count
    const label = isUndoing
      ? t('suggestions.bulk.undoing')
      : t(`suggestions.bulk.${action}` as 'suggestions.bulk.label')
    return (
      <div key={id} className="flex items-center gap-3 border-t border-border px-4 py-1.5 text-sm">
        <ProgressBar
          aria-label={label}
          value={done}
          maxValue={Math.max(1, total_count)}
          className="flex min-w-0 flex-1 items-center gap-3"
        >
          {({ percentage = 0 }) => (
            <>
              <span className="whitespace-nowrap tabular-nums">
                {t('suggestions.bulk.progress', {
                  ...{ label, done: formatNumber(done), total: formatNumber(total_count) },
                })}
              </span>
              <span className="h-1 min-w-0 flex-1 overflow-hidden rounded bg-hover">
                <span className="block h-full bg-accent" style={{ width: `${percentage}%` }} />
              </span>
            </>
          )}
        </ProgressBar>
        {!isUndoing && (
          <Button onPress={() => void cancelBulkAction(id)}>{t('shell.cancel')}</Button>
        )}
      </div>
    )
  })

export function BulkFailures({
  action,
  titleOf,
  onClose,
}: {
  action: BulkAction | undefined
  titleOf: (id: number) => string | undefined
  onClose: () => void
}) {
  if (!action) return null
  const errors = action.errors as { id: number; reason: string }[]
  const others = action.failed_count - errors.length
  return (
    <Dialog
      title={t('suggestions.bulk.failures', { count: action.failed_count })}
      isOpen
      onClose={onClose}
      width="medium"
      actions={
        <Button look="primary" onPress={onClose}>
          {t('shell.close')}
        </Button>
      }
    >
      <p className="mb-3">{t('suggestions.bulk.failures_hint', { count: action.changed_count })}</p>
      <ul className="max-h-[40vh] divide-y divide-border overflow-y-auto text-sm">
        {errors.map(({ id, reason }) => (
          <li key={id} className="flex gap-3 py-1.5">
            <span className="min-w-0 flex-1 truncate">{titleOf(id) ?? `#${id}`}</span>
            <span className="text-muted">{reason}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="mt-2 text-muted">{t('suggestions.bulk.more_failures', { count: others })}</p>
      )}
    </Dialog>
  )
}
