// What can be done with the selected suggestions.
import {
  ArrowRightLeft,
  Check,
  CircleDot,
  Ellipsis,
  Folder,
  Merge,
  OctagonAlert,
  RotateCcw,
  Tag,
  Trash2,
  X,
} from 'lucide-react'
import { Toolbar } from 'react-aria-components'
import { Button, IconButton } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { formatNumber, t } from '../../../core/i18n.ts'
import type { ActionName } from './actions.ts'

export type BulkBarProps = {
  count: number
  /** All that match, when not all of them are selected. */
  total: number | undefined
  isAll: boolean
  onAll: () => void
  onClear: () => void
  onAction: (action: ActionName) => void
}

export const BulkBar = ({ count, total, isAll, onAll, onClear, onAction }: BulkBarProps) => {
  const item = (id: ActionName, icon: typeof Tag, keys?: string, isDangerous = false) => ({
    ...{ id, icon, isDangerous, label: t(`suggestions.bulk.${id}`) },
    ...(keys && { keys }),
    onAction: () => onAction(id),
  })
  return (
    <Toolbar
      aria-label={t('suggestions.bulk')}
      className="flex flex-wrap items-center gap-1.5 border-t border-border bg-selected px-3 py-1.5 text-sm"
    >
      <span role="status" className="mr-1 font-medium tabular-nums">
        {isAll
          ? t('suggestions.bulk.all_selected', { count })
          : t('suggestions.bulk.selected', { count })}
      </span>
      {!isAll && total !== undefined && total > count && (
        <Button look="quiet" onPress={onAll}>
          {t('suggestions.bulk.select_all', { total: formatNumber(total) })}
        </Button>
      )}
      <Button icon={Tag} keys="l" onPress={() => onAction('label')}>
        {t('suggestions.bulk.label')}
      </Button>
      <Button icon={CircleDot} keys="e" onPress={() => onAction('status')}>
        {t('suggestions.bulk.status')}
      </Button>
      <Button icon={Merge} keys="m" onPress={() => onAction('merge')}>
        {t('suggestions.bulk.merge')}
      </Button>
      <Menu
        label={t('suggestions.bulk.more')}
        groups={[
          {
            actions: [
              item('unlabel', Tag),
              item('categorize', Folder),
              item('move', ArrowRightLeft),
              item('approve', Check),
              item('restore', RotateCcw),
            ],
          },
          {
            actions: [item('spam', OctagonAlert, '!'), item('delete', Trash2, '#', true)],
          },
        ]}
      >
        <Button icon={Ellipsis}>{t('suggestions.bulk.more')}</Button>
      </Menu>
      <span className="flex-1" />
      <IconButton icon={X} label={t('suggestions.bulk.clear')} keys="Escape" onPress={onClear} />
    </Toolbar>
  )
}
