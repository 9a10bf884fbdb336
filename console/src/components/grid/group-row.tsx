// The head of a group of rows: its name, how many it has, and whether they are shown.
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in the cell has the focus
// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { formatNumber } from '../../core/i18n.ts'
import { useStore } from '../../core/store.ts'
import { type Cursor, useCursorFocus } from './cursor.ts'
import type { GroupHead } from './groups.ts'

export type GroupRowProps = {
  head: GroupHead
  index: number
  top: number
  height: number
  columns: number
  isCompact: boolean
  cursor: Cursor
  onToggle: (key: string) => void
}

export const GroupRow = memo(function GroupRow({ head, index, cursor, ...row }: GroupRowProps) {
  const { key, label, mark, count, isOpen } = head
  const isActive = useStore(cursor, (at) => at.row === index)
  const ref = useCursorFocus<HTMLButtonElement>(cursor, isActive)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <div
      role="row"
      aria-rowindex={index + (row.isCompact ? 1 : 2)}
      className="grid-group absolute top-0 start-0 flex w-full"
      style={{ height: row.height, transform: `translateY(${row.top}px)` }}
    >
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={row.columns}
        className="grid-pinned max-w-full"
      >
        <button
          ref={ref}
          type="button"
          aria-expanded={isOpen}
          tabIndex={isActive ? 0 : -1}
          data-column={0}
          onClick={() => row.onToggle(key)}
          className="flex h-full min-w-0 cursor-default items-center gap-2 ps-3 pe-4 font-medium"
        >
          <Icon size={16} aria-hidden className="shrink-0 text-muted" />
          {mark}
          <span dir="auto" className="min-w-0 truncate">
            {label}
          </span>
          {count !== null && (
            <span className="font-normal text-muted tabular-nums">{formatNumber(count)}</span>
          )}
        </button>
      </div>
    </div>
  )
})
