// How many rows are selected, and what can be done with them.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Toolbar } from 'react-aria-components'
import { formatNumber, t } from '../../core/i18n.ts'
import { Button, IconButton } from '../button.tsx'

export type SelectionBarProps = {
  count: number
  /** All that match, when not all of them are selected. */
  total: number | undefined
  isAll: boolean
  onAll: () => void
  onClear: () => void
  /** The actions. */
  children: ReactNode
}

export const SelectionBar = ({
  count,
  total,
  isAll,
  onAll,
  onClear,
  children,
}: SelectionBarProps) => (
  <Toolbar
    aria-label={t('list.selection')}
    className="flex flex-wrap items-center gap-1.5 border-t border-border bg-selected px-3 py-1.5 text-sm"
  >
    <span role="status" className="me-1 font-medium tabular-nums">
      {isAll
        ? t('list.selection.all_selected', { count })
        : t('list.selection.selected', { count })}
    </span>
    {!isAll && total !== undefined && total > count && (
      <Button look="quiet" onPress={onAll}>
        {t('list.selection.select_all', { total: formatNumber(total) })}
      </Button>
    )}
    {children}
    <span className="flex-1" />
    <IconButton icon={X} label={t('list.selection.clear')} keys="Escape" onPress={onClear} />
  </Toolbar>
)
