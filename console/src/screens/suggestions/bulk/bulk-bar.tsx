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
  ThumbsUp,
  Trash2,
} from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { SelectionBar, type SelectionBarProps } from '../../../components/list/selection-bar.tsx'
import { Menu } from '../../../components/menu.tsx'
import { t } from '../../../core/i18n.ts'
import type { ActionName } from './actions.ts'

export type BulkBarProps = Omit<SelectionBarProps, 'children'> & {
  onAction: (action: ActionName) => void
  onSupport: () => void
}

export const BulkBar = ({ onAction, onSupport, ...bar }: BulkBarProps) => {
  const item = (id: ActionName, icon: typeof Tag, keys?: string, isDangerous = false) => ({
    id,
    icon,
    isDangerous,
    label: t(`suggestions.bulk.${id}`),
    ...(keys && { keys }),
    onAction: () => onAction(id),
  })
  return (
    <SelectionBar {...bar}>
      <Button icon={Tag} keys="l" onPress={() => onAction('label')}>
        {t('suggestions.bulk.label')}
      </Button>
      <Button icon={CircleDot} keys="e" onPress={() => onAction('status')}>
        {t('suggestions.bulk.status')}
      </Button>
      <Button icon={Merge} keys="m" onPress={() => onAction('merge')}>
        {t('suggestions.bulk.merge')}
      </Button>
      <Button icon={ThumbsUp} keys="v" onPress={onSupport}>
        {t('shell.add_support')}
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
    </SelectionBar>
  )
}
