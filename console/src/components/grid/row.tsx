// One row and its cells. Each renders again only when its own record, focus or selection changes.
// biome-ignore-all lint/a11y/useFocusableInteractive: the control in the cell has the focus
// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table
import { Pencil } from 'lucide-react'
import { type MouseEvent, memo, type ReactNode } from 'react'
import { t } from '../../core/i18n.ts'
import { useStore } from '../../core/store.ts'
import type { Column } from './column.ts'
import { CHECK, type Cursor, useCursorFocus } from './cursor.ts'
import { type SelectionStore, useIsSelected } from './selection.ts'

/** What all rows share. Another object renders all of them. */
export type RowActions<T> = {
  cursor: Cursor
  selection: SelectionStore
  nameOf: (record: T) => string
  hrefOf: (record: T) => string
  isMuted: ((record: T) => boolean) | undefined
  compact: (record: T) => ReactNode
  open: (record: T) => void
  hover: (id: number) => void
  toggle: (id: number, isRange: boolean) => void
  toggleGroup: (key: string) => void
  /** Where cells can be edited. */
  edit: EditCell | undefined
}

export type EditCell = (id: number, column: string, cell: HTMLElement) => void

export type RowProps<T> = {
  record: T
  index: number
  /** Where it is among the rows. */
  top: number
  /** The columns in view, with their place among all that are shown. */
  cells: readonly { column: Column<T>; place: number }[]
  first: Column<T>
  rowHeight: number
  hasCheck: boolean
  isCompact: boolean
  isOpen: boolean
  actions: RowActions<T>
}

function RowView<T extends { id: number }>({ record, index, cells, first, ...row }: RowProps<T>) {
  const { top, rowHeight, hasCheck, isCompact, isOpen, actions } = row
  const active = useStore(actions.cursor, (at) => (at.row === index ? at.column : null))
  const isSelected = useIsSelected(actions.selection, record.id)
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    if (event.target instanceof Element && event.target.closest('[data-check], [data-edit]')) return
    event.preventDefault()
    actions.open(record)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the row of the cursor
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + (isCompact ? 1 : 2)}
      aria-selected={hasCheck ? isSelected : undefined}
      data-active={active !== null || undefined}
      data-open={isOpen || undefined}
      onClick={onClick}
      onPointerEnter={() => actions.hover(record.id)}
      className="grid-row group absolute top-0 start-0 flex w-full outline-none"
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
    >
      {/* One sticky element for both: each is a layer of its own when the browser scrolls. */}
      <div className={`grid-pinned ${isCompact ? 'min-w-0 flex-1' : ''}`}>
        {hasCheck && (
          <CheckCell
            label={t('grid.select_row', { name: actions.nameOf(record) })}
            isSelected={isSelected}
            isActive={active === CHECK}
            cursor={actions.cursor}
            onToggle={(isRange) => actions.toggle(record.id, isRange)}
          />
        )}
        <TitleCell
          record={record}
          column={first}
          hasCheck={hasCheck}
          isCompact={isCompact}
          isActive={active === 0}
          actions={actions}
        />
      </div>
      {!isCompact &&
        cells.map(({ column, place }) => (
          <Cell
            key={column.id}
            record={record}
            column={column}
            place={place}
            hasCheck={hasCheck}
            isActive={active === place}
            cursor={actions.cursor}
            edit={column.canEdit ? actions.edit : undefined}
          />
        ))}
    </div>
  )
}
export const Row = memo(RowView) as typeof RowView

type CheckCellProps = {
  label: string
  isSelected: boolean
  isActive: boolean
  cursor: Cursor
  onToggle: (isRange: boolean) => void
}

function CheckCell({ label, isSelected, isActive, cursor, onToggle }: CheckCellProps) {
  const ref = useCursorFocus<HTMLInputElement>(cursor, isActive)
  return (
    <div role="gridcell" aria-colindex={1} data-check className="grid-check">
      {/* A native check box: React Aria's is too much for every row. */}
      <input
        ref={ref}
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        tabIndex={isActive ? 0 : -1}
        data-column={CHECK}
        onChange={() => {}}
        onClick={(event) => onToggle(event.shiftKey)}
        className="size-4 accent-accent"
      />
    </div>
  )
}

type TitleCellProps<T> = {
  record: T
  column: Column<T>
  hasCheck: boolean
  isCompact: boolean
  isActive: boolean
  actions: RowActions<T>
}

function TitleCellView<T extends { id: number }>({ record, column, ...cell }: TitleCellProps<T>) {
  const { hasCheck, isCompact, isActive, actions } = cell
  const ref = useCursorFocus<HTMLDivElement>(actions.cursor, isActive)
  return (
    <div
      ref={ref}
      role="rowheader"
      aria-colindex={hasCheck ? 2 : 1}
      tabIndex={isActive ? 0 : -1}
      data-column={0}
      data-muted={actions.isMuted?.(record) || undefined}
      className={`grid-title ${isCompact ? 'min-w-0 flex-1 border-e-0!' : ''}`}
    >
      <a
        href={actions.hrefOf(record)}
        tabIndex={-1}
        dir={isCompact ? undefined : 'auto'}
        className="block min-w-0 flex-1 truncate"
      >
        {isCompact ? actions.compact(record) : column.render(record)}
      </a>
    </div>
  )
}
const TitleCell = memo(TitleCellView) as typeof TitleCellView

type CellProps<T> = {
  record: T
  column: Column<T>
  place: number
  hasCheck: boolean
  isActive: boolean
  cursor: Cursor
  edit: EditCell | undefined
}

function CellView<T extends { id: number }>({ record, column, place, ...cell }: CellProps<T>) {
  const { hasCheck, isActive, cursor, edit } = cell
  const ref = useCursorFocus<HTMLDivElement>(cursor, isActive)
  return (
    <div
      ref={ref}
      role="gridcell"
      aria-colindex={place + (hasCheck ? 2 : 1)}
      tabIndex={isActive ? 0 : -1}
      data-column={place}
      className={`grid-cell ${column.align === 'end' ? 'justify-end tabular-nums' : ''}`}
      style={{ insetInlineStart: `var(--x${place})`, width: `var(--w${place})` }}
    >
      <span className="min-w-0 truncate">{column.render(record)}</span>
      {edit && (
        // Enter does it on the keyboard.
        <button
          type="button"
          tabIndex={-1}
          data-edit
          aria-label={t('grid.edit', { column: column.label })}
          onClick={({ currentTarget: { parentElement } }) => {
            parentElement?.focus({ preventScroll: true })
            if (parentElement) edit(record.id, column.id, parentElement)
          }}
          className="ms-auto grid size-6 shrink-0 cursor-default place-items-center rounded text-muted opacity-0 group-hover:opacity-100 hover:bg-hover hover:text-text"
        >
          <Pencil size={12} aria-hidden />
        </button>
      )}
    </div>
  )
}
const Cell = memo(CellView) as typeof CellView

export type SkeletonRowProps<T> = {
  index: number
  top: number
  rowHeight: number
  hasCheck: boolean
  isCompact: boolean
  cells: { column: Column<T>; place: number }[]
}

/** In the place of rows that are loading, with a line where each value will be. */
export const SkeletonRow = <T,>({ index, top, rowHeight, ...row }: SkeletonRowProps<T>) => (
  <div
    aria-hidden
    className="absolute top-0 start-0 flex w-full border-b border-border"
    style={{ height: rowHeight, transform: `translateY(${top}px)` }}
  >
    {row.hasCheck && <span className="grid-check" />}
    <span className={`grid-title ${row.isCompact ? 'min-w-0 flex-1 border-e-0!' : ''}`}>
      <span className={`skeleton ${index % 3 === 0 ? 'w-1/2' : 'w-3/4'}`} />
    </span>
    {!row.isCompact &&
      row.cells.map(({ column, place }) => (
        <span
          key={column.id}
          className={`grid-cell ${column.align === 'end' ? 'justify-end' : ''}`}
          style={{ insetInlineStart: `var(--x${place})`, width: `var(--w${place})` }}
        >
          <span className={`skeleton ${column.align === 'end' ? 'w-10' : 'w-2/3'}`} />
        </span>
      ))}
  </div>
)
