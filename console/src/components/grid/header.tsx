// The row of column headers: sort by pressing, resize by dragging or with Shift and the arrows.
// biome-ignore-all lint/a11y/useFocusableInteractive: the control in the cell has the focus
// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { isRightToLeft, t } from '../../core/i18n.ts'
import { useStore } from '../../core/store.ts'
import { CHECK, type Cursor, HEADER, useCursorFocus } from './cursor.ts'
import { clearSelection, type SelectionStore, selectRows, useSelection } from './selection.ts'
import type { Resize, ShownHeader } from './use-layout.ts'

const STEP = 16

export type HeaderProps<T> = {
  headers: ShownHeader<T>[]
  sort: string | undefined
  onSort: (sort: string) => void
  onWidth: (id: string, width: number | undefined) => void
  resize: Resize
  cursor: Cursor
  selection: SelectionStore
  hasCheck: boolean
  loadedIds: readonly number[]
}

export function Header<T>({ headers, cursor, selection, hasCheck, ...rest }: HeaderProps<T>) {
  const active = useStore(cursor, (at) => (at.row === HEADER ? at.column : null))
  const cell = (header: ShownHeader<T>, place: number) => (
    <HeaderCell
      key={header.column.id}
      header={header}
      place={place}
      colIndex={place + (hasCheck ? 2 : 1)}
      isActive={active === place}
      cursor={cursor}
      {...rest}
    />
  )
  return (
    <div role="rowgroup" className="grid-header">
      <div role="row" aria-rowindex={1} tabIndex={-1} className="relative flex h-full">
        <div className="grid-pinned">
          {hasCheck && (
            <CheckAll
              cursor={cursor}
              selection={selection}
              isActive={active === CHECK}
              loadedIds={rest.loadedIds}
            />
          )}
          {headers.slice(0, 1).map((header) => cell(header, 0))}
        </div>
        {headers.slice(1).map((header, index) => cell(header, index + 1))}
      </div>
    </div>
  )
}

type CheckAllProps = {
  cursor: Cursor
  selection: SelectionStore
  isActive: boolean
  loadedIds: readonly number[]
}

function CheckAll({ cursor, selection, isActive, loadedIds }: CheckAllProps) {
  const ref = useCursorFocus<HTMLInputElement>(cursor, isActive)
  const { ids, isAll } = useSelection(selection)
  const isEvery = isAll || (loadedIds.length > 0 && loadedIds.every((id) => ids.has(id)))
  return (
    <div role="columnheader" aria-colindex={1} data-check className="grid-check">
      <input
        ref={(element) => {
          ref.current = element
          if (element) element.indeterminate = !isEvery && ids.size > 0
        }}
        type="checkbox"
        aria-label={t('grid.select_loaded')}
        checked={isEvery}
        tabIndex={isActive ? 0 : -1}
        data-column={CHECK}
        onChange={() => (isEvery ? clearSelection(selection) : selectRows(selection, loadedIds))}
        className="size-4 accent-accent"
      />
    </div>
  )
}

type HeaderCellProps<T> = {
  header: ShownHeader<T>
  place: number
  colIndex: number
  isActive: boolean
  cursor: Cursor
  sort: string | undefined
  onSort: (sort: string) => void
  onWidth: (id: string, width: number | undefined) => void
  resize: Resize
}

function HeaderCell<T>({ header, place, colIndex, isActive, cursor, ...rest }: HeaderCellProps<T>) {
  const { column, width, isResizing } = header
  const { resize } = rest
  const ref = useCursorFocus<HTMLButtonElement>(cursor, isActive)
  const direction = directionOf(column.sort, rest.sort)
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || !/^Arrow(Left|Right)$/.test(event.key)) return
    event.preventDefault()
    rest.onWidth(
      column.id,
      width + ((event.key === 'ArrowLeft') === isRightToLeft() ? STEP : -STEP),
    )
  }
  const onPointerDown = ({ button, clientX, currentTarget, pointerId }: PointerEvent) => {
    if (button !== 0) return
    currentTarget.setPointerCapture(pointerId)
    resize.start(column.id, clientX)
  }
  return (
    <div
      role="columnheader"
      aria-colindex={colIndex}
      aria-sort={column.sort === undefined ? undefined : (direction ?? 'none')}
      className={place === 0 ? 'grid-title' : 'grid-cell'}
      style={
        place === 0
          ? undefined
          : { insetInlineStart: `var(--x${place})`, width: `var(--w${place})` }
      }
    >
      <button
        ref={ref}
        type="button"
        tabIndex={isActive ? 0 : -1}
        data-column={place}
        aria-disabled={column.sort === undefined || undefined}
        aria-description={t('grid.resize_hint')}
        title={column.label}
        onKeyDown={onKeyDown}
        onClick={() => column.sort !== undefined && rest.onSort(nextSort(column, rest.sort))}
        className={`flex h-full min-w-0 flex-1 cursor-default items-center gap-1 font-medium ${column.align === 'end' ? 'justify-end' : ''} ${column.sort === undefined ? '' : 'hover:text-text'} ${direction ? 'text-text' : ''}`}
      >
        <span className="truncate">{column.label}</span>
        {direction && <Arrow size={12} aria-hidden className="shrink-0" />}
      </button>
      {/* Dragging has a keyboard form on the button. */}
      <span
        aria-hidden
        onPointerDown={onPointerDown}
        onPointerMove={({ clientX }) => isResizing && resize.move(clientX)}
        onPointerUp={({ clientX }) => resize.end(clientX)}
        onPointerCancel={resize.cancel}
        onDoubleClick={() => rest.onWidth(column.id, undefined)}
        className={`absolute top-0 -end-1 z-10 h-full w-2 cursor-col-resize touch-none border-e-2 hover:border-accent ${isResizing ? 'border-accent' : 'border-transparent'}`}
      />
    </div>
  )
}

const directionOf = (name: string | undefined, sort: string | undefined) =>
  name === undefined
    ? undefined
    : sort === name
      ? 'ascending'
      : sort === `-${name}`
        ? 'descending'
        : undefined

/** Figures and times start with the largest, texts with A. Pressed again, the other way. */
function nextSort<T>({ sort = '', align, id }: ShownHeader<T>['column'], current?: string): string {
  const isFigure = align === 'end' || id.endsWith('_at')
  const [first, second] = isFigure ? [`-${sort}`, sort] : [sort, `-${sort}`]
  return current === first ? second : first
}
