// The grid: rows of a list over its cursor pages, with the states, keys and semantics that every list of the console has.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isRightToLeft, t } from '../../core/i18n.ts'
import { useShortcut } from '../../core/shortcuts.ts'
import { useIsNarrow } from '../../core/use-width.ts'
import { Button } from '../button.tsx'
import { ErrorState } from '../states.tsx'
import { Body } from './body.tsx'
import { type Bounds, createCursor, HEADER, moved, type Position, within } from './cursor.ts'
import { Footer } from './footer.tsx'
import { groupOf, type Item, isHead, keyOfItem } from './groups.ts'
import { Header } from './header.tsx'
import type { EditCell, RowActions } from './row.tsx'
import { type SelectionStore, selectRange, toggleRow } from './selection.ts'
import type { Layout } from './use-layout.ts'
import type { Rows } from './use-rows.ts'

const CHECK_WIDTH = 40
const HEADER_HEIGHT = 32
const ROW_HEIGHT = 36
const COMPACT_ROW_HEIGHT = 60
const COMPACT_BELOW = 520

export type GridProps<T extends { id: number }> = {
  label: string
  rows: Rows<T>
  /** The rows in groups, with the heads of these. */
  groups?: { items: readonly Item<T>[]; onToggle: (key: string) => void }
  layout: Layout<T>
  sort: string | undefined
  onSort: (sort: string) => void
  selection: SelectionStore
  /** Whether rows can be selected. */
  hasCheck: boolean
  // Another function renders all rows: keep these the same between renders.
  nameOf: (record: T) => string
  hrefOf: (record: T) => string
  isMuted?: (record: T) => boolean
  /** A row of a narrow grid. */
  compact: (record: T) => ReactNode

  openId: number | undefined
  onOpen: (id: number, group?: string) => void
  onHover?: (id: number) => void
  /** Edits a cell of a column that can be edited. */
  onEdit?: EditCell
  /** The row that actions by key are about. */
  onCurrent?: (id: number | undefined) => void
  /** Shown when there are no rows. */
  empty: ReactNode
  /** Between the rows and the counts. */
  above?: ReactNode
  /** Beside the counts. */
  footer?: ReactNode
}

export function Grid<T extends { id: number }>(props: GridProps<T>) {
  const { label, rows, layout, selection, hasCheck, openId } = props
  const { records } = rows
  const items = itemsOf(props)
  const scroller = useRef<HTMLDivElement>(null)
  const isCompact = useIsNarrow(scroller, COMPACT_BELOW)
  const rowHeight = isCompact ? COMPACT_ROW_HEIGHT : ROW_HEIGHT
  const headerHeight = isCompact ? 0 : HEADER_HEIGHT
  const [cursor] = useState(createCursor)
  const { headers } = layout
  const { nameOf, hrefOf, isMuted, compact } = props
  const latest = useLatest(props)
  const canEdit = props.onEdit !== undefined
  const actions = useMemo<RowActions<T>>(
    () => ({
      cursor,
      selection,
      nameOf,
      hrefOf,
      isMuted,
      compact,
      open: (record) => latest.current.onOpen(record.id, groupOf(record)),
      hover: (id) => latest.current.onHover?.(id),
      toggle: (id, isRange) => {
        const loaded = idsOf(itemsOf(latest.current))
        if (isRange) selectRange(selection, id, loaded)
        else toggleRow(selection, id, loaded)
      },
      toggleGroup: (key) => latest.current.groups?.onToggle(key),
      edit: canEdit ? (id, column, cell) => latest.current.onEdit?.(id, column, cell) : undefined,
    }),
    [cursor, selection, nameOf, hrefOf, isMuted, compact, canEdit, latest],
  )

  const bounds = (): Bounds => ({
    rows: items.length,
    columns: headers.length,
    hasCheck,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
  })
  const moveTo = (at: Position) => {
    cursor.setFocused(true)
    cursor.set(within(at, bounds(), isCompact))
    // The cell takes the focus when it becomes the one of the cursor. It may have been that before.
    const cell = scroller.current?.querySelector<HTMLElement>('[data-column][tabindex="0"]')
    if (!scroller.current?.contains(document.activeElement)) cell?.focus({ preventScroll: true })
  }
  const current = () => {
    const item = items[cursor.get().row]
    return item && !isHead(item) ? item : undefined
  }
  const step = (by: number) => {
    const { row, column } = cursor.get()
    // The first press of a key only shows where the cursor is.
    moveTo({
      row: cursor.isFocused() && row !== HEADER ? Math.max(0, row + by) : Math.max(0, row),
      column,
    })
  }
  const withCurrent = (run: (id: number, record: T) => void) => () => {
    const record = current()
    if (record) run(record.id, record)
  }
  const hasRows = items.length > 0
  useShortcut('j', { label: 'grid.key.next', group: 'list', isEnabled: hasRows }, () => step(1))
  useShortcut('k', { label: 'grid.key.previous', group: 'list', isEnabled: hasRows }, () =>
    step(-1),
  )
  useShortcut(
    'Enter',
    {
      label: canEdit ? 'grid.key.open_or_edit' : 'grid.key.open',
      group: 'list',
      isEnabled: hasRows,
    },
    withCurrent((id, record) => {
      const column = isCompact ? undefined : headers[cursor.get().column]?.column
      const cell = document.activeElement?.closest<HTMLElement>('[role=gridcell]')
      if (column?.canEdit && actions.edit && cell) actions.edit(id, column.id, cell)
      else props.onOpen(id, groupOf(record))
    }),
  )
  const canSelect = hasRows && hasCheck
  useShortcut(
    'x',
    { label: 'grid.key.select', group: 'list', isEnabled: canSelect },
    withCurrent((id) => actions.toggle(id, false)),
  )
  useShortcut(
    'X',
    { label: 'grid.key.select_range', group: 'list', isEnabled: canSelect },
    withCurrent((id) => actions.toggle(id, true)),
  )
  useKeptCursor(cursor, items, props.onCurrent)

  const onKeyDown = (event: KeyboardEvent) => {
    if (togglesGroup(event)) {
      event.preventDefault()
      return
    }
    const next = moved(event, cursor.get(), bounds(), isCompact)
    if (!next || isInWidget(event.target)) return
    event.preventDefault()
    moveTo(next)
  }
  /** On the head of a group, the arrows along the line open and close it. */
  const togglesGroup = ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const item = items[cursor.get().row]
    if (!item || !isHead(item) || altKey || shiftKey || ctrlKey || metaKey) return false
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
    const opens = (key === 'ArrowRight') !== isRightToLeft()
    if (item.head.isOpen !== opens) props.groups?.onToggle(item.head.key)
    return true
  }
  const onFocus = ({ target }: FocusEvent) => {
    cursor.setFocused(true)
    const place = target instanceof HTMLElement ? target.dataset.column : undefined
    const index = target.closest('[role=row]')?.getAttribute('aria-rowindex')
    if (place !== undefined && index)
      cursor.set({ row: Number(index) - (isCompact ? 1 : 2), column: Number(place) })
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
      cursor.setFocused(false)
  }

  const shownWidth = headers.reduce((sum, { width }) => sum + width, hasCheck ? CHECK_WIDTH : 0)
  const pinnedWidth = (hasCheck ? CHECK_WIDTH : 0) + (headers[0]?.width ?? 0)
  const isEmpty = !rows.isLoading && !rows.error && !hasRows
  const isUnavailable = rows.error !== null || isEmpty
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div ref={scroller} className="relative min-h-0 flex-1 overflow-auto [contain:strict]">
        {!(isCompact && isUnavailable) && (
          <div
            role="grid"
            aria-label={label}
            aria-busy={rows.isLoading || rows.isPrevious}
            aria-rowcount={
              props.groups || rows.total === undefined ? -1 : rows.total + (isCompact ? 0 : 1)
            }
            aria-colcount={(isCompact ? 1 : headers.length) + (hasCheck ? 1 : 0)}
            aria-multiselectable={hasCheck || undefined}
            data-previous={rows.isPrevious || undefined}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            onBlur={onBlur}
            className="grid-frame"
            style={
              isCompact ? undefined : { ...offsetsOf(headers, hasCheck), minWidth: shownWidth }
            }
          >
            {!isCompact && (
              <Header
                headers={headers}
                sort={props.sort}
                onSort={props.onSort}
                onWidth={layout.setWidth}
                resize={layout.resize}
                cursor={cursor}
                selection={selection}
                hasCheck={hasCheck}
                loadedIds={idsOf(items)}
              />
            )}
            {!isUnavailable && (
              <Body
                items={items}
                hasMore={rows.isLoading || (rows.hasMore && !rows.moreError)}
                canReadMore={rows.canReadMore}
                onNearEnd={rows.readMore}
                columns={layout.columns}
                widths={headers.map(({ width }) => width)}
                pinnedWidth={pinnedWidth}
                headerHeight={headerHeight}
                rowHeight={rowHeight}
                hasCheck={hasCheck}
                isCompact={isCompact}
                openId={openId}
                actions={actions}
                scroller={scroller}
              />
            )}
          </div>
        )}
        <div className="sticky start-0">
          {rows.error && <ErrorState error={rows.error} onRetry={rows.retry} />}
          {isEmpty && props.empty}
          {rows.moreError && (
            <p role="alert" className="flex items-center gap-3 px-4 py-2 text-sm text-danger">
              {t('grid.more_failed')} <Button onPress={rows.retry}>{t('shell.retry')}</Button>
            </p>
          )}
        </div>
      </div>
      {props.above}
      <Footer
        loaded={props.groups ? (rows.total ?? records.length) : records.length}
        total={rows.total}
        isLoading={rows.isLoading}
        hasFailed={rows.error !== null}
      >
        {props.footer}
      </Footer>
    </div>
  )
}

const itemsOf = <T extends { id: number }>({
  groups,
  rows,
}: Pick<GridProps<T>, 'groups' | 'rows'>): readonly Item<T>[] => groups?.items ?? rows.records

const idsOf = <T extends { id: number }>(items: readonly Item<T>[]): number[] => [
  ...new Set(items.flatMap((item) => (isHead(item) ? [] : [item.id]))),
]

/** Widths and positions as variables, so that cells need not be rendered while a column is resized. */
function offsetsOf(headers: { width: number }[], hasCheck: boolean): Record<string, string> {
  let left = hasCheck ? CHECK_WIDTH : 0
  const offsets: Record<string, string> = {}
  headers.forEach(({ width }, place) => {
    offsets[`--x${place}`] = `${left}px`
    offsets[`--w${place}`] = `${width}px`
    left += width
  })
  return offsets
}

/** The cursor stays on its record when the rows around it change. */
function useKeptCursor<T extends { id: number }>(
  cursor: ReturnType<typeof createCursor>,
  items: readonly Item<T>[],
  onCurrent: ((id: number | undefined) => void) | undefined,
): void {
  const kept = useRef<string | undefined>(undefined)
  const tell = useEffectEvent((item: Item<T> | undefined) =>
    onCurrent?.(item && !isHead(item) ? item.id : undefined),
  )
  const remember = useEffectEvent(() => {
    const item = items[cursor.get().row]
    const key = item && keyOfItem(item)
    if (key === kept.current) return
    kept.current = key
    tell(item)
  })
  useEffect(() => {
    remember()
    return cursor.subscribe(() => remember())
  }, [cursor])
  useEffect(() => {
    const { row, column } = cursor.get()
    if (row === HEADER) return
    const found =
      kept.current === undefined ? -1 : items.findIndex((item) => keyOfItem(item) === kept.current)
    const next = found >= 0 ? found : Math.max(0, Math.min(row, items.length - 1))
    const item = items[next]
    kept.current = item && keyOfItem(item)
    tell(item)
    if (next !== row) cursor.set({ row: next, column })
  }, [cursor, items])
}

/** What was rendered last, for handlers that stay the same. */
function useLatest<V>(value: V) {
  const ref = useRef(value)
  useLayoutEffect(() => {
    ref.current = value
  }, [value])
  return ref
}

/** Keys of a cell's own control are not keys of the grid. */
const isInWidget = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea')
