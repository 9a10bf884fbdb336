// How far bulk actions are, and what they could not change.

import { type BulkAction, cancelAction } from '../../../api/suggestion-actions.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ProgressLine } from '../../../components/progress-line.tsx'
import { t } from '../../../core/i18n.ts'

export const BulkProgress = ({ running }: { running: BulkAction[] }) =>
  running.map(({ id, action, state, done_count, undone_count, total_count }) => {
    const isUndoing = state === 'undoing'
    const done = isUndoing ? undone_count : done_count
    const label = isUndoing
      ? t('suggestions.bulk.undoing')
      : t(`suggestions.bulk.${action}` as 'suggestions.bulk.label')
    return (
      <ProgressLine key={id} label={label} done={done} total={total_count}>
        {!isUndoing && <Button onPress={() => void cancelAction(id)}>{t('shell.cancel')}</Button>}
      </ProgressLine>
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
