// The rows in view, of all that are loaded. More are read before the end is reached.
// biome-ignore-all lint/a11y/useSemanticElements: a virtual list cannot be a table
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react'
import type { Column } from './column.ts'
import type { Cursor } from './cursor.ts'
import { GroupRow } from './group-row.tsx'
import { type Item, isHead, keyOfItem } from './groups.ts'
import { Row, type RowActions, SkeletonRow } from './row.tsx'

const OVERSCAN_ROWS = 6
const READ_AHEAD = 40
const SKELETONS = 20
const HEAD_HEIGHT = 36

export type BodyProps<T> = {
  items: readonly Item<T>[]
  hasMore: boolean
  canReadMore: boolean
  onNearEnd: () => void
  columns: Column<T>[]
  widths: readonly number[]
  pinnedWidth: number
  headerHeight: number
  rowHeight: number
  hasCheck: boolean
  isCompact: boolean
  openId: number | undefined
  actions: RowActions<T>
  scroller: RefObject<HTMLDivElement | null>
}

export function Body<T extends { id: number }>({
  items: shown,
  columns,
  widths,
  ...body
}: BodyProps<T>) {
  const { hasMore, canReadMore, rowHeight, isCompact, actions, scroller, headerHeight } = body
  const { cursor } = actions
  const count = shown.length + (hasMore ? SKELETONS : 0)
  const isHeadAt = (index: number) => {
    const item = shown[index]
    return item !== undefined && isHead(item)
  }
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer changes without a render of its own
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isHeadAt(index) ? HEAD_HEIGHT : rowHeight),
    overscan: OVERSCAN_ROWS,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    useFlushSync: false,
    // The row with the focus stays, wherever the page is scrolled to.
    rangeExtractor: (range) => withOne(defaultRangeExtractor(range), cursor.get().row, count),
  })
  const cells = useCellsInView({ columns, widths, pinnedWidth: body.pinnedWidth }, scroller, cursor)
  const items = rows.getVirtualItems()

  const last = items.at(-1)?.index ?? 0
  const isNearEnd = canReadMore && shown.length > 0 && last >= shown.length - READ_AHEAD
  const onNearEnd = useEffectEvent(body.onNearEnd)
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd])

  const heads = shown.flatMap((item, index) => (isHead(item) ? [index] : [])).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights of rows decide what is in view
  useLayoutEffect(() => rows.measure(), [rows, rowHeight, heads])
  useFollowCursor(cursor, rows.scrollToIndex, cells.scrollToPlace)

  const first = columns[0]
  return (
    <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
      {items.map(({ index, start }) => {
        const item = shown[index]
        const top = start - headerHeight
        if (item && isHead(item))
          return (
            <GroupRow
              key={keyOfItem(item)}
              head={item.head}
              index={index}
              top={top}
              height={HEAD_HEIGHT}
              columns={isCompact ? 1 : columns.length + (body.hasCheck ? 1 : 0)}
              isCompact={isCompact}
              cursor={cursor}
              onToggle={actions.toggleGroup}
            />
          )
        return item && first ? (
          <Row
            key={keyOfItem(item)}
            record={item}
            index={index}
            top={top}
            cells={cells.inView}
            first={first}
            rowHeight={rowHeight}
            hasCheck={body.hasCheck}
            isCompact={isCompact}
            isOpen={item.id === body.openId}
            actions={actions}
          />
        ) : (
          <SkeletonRow
            key={`skeleton ${index}`}
            index={index}
            top={top}
            rowHeight={rowHeight}
            hasCheck={body.hasCheck}
            isCompact={isCompact}
            cells={cells.inView}
          />
        )
      })}
    </div>
  )
}

/** Thirty columns are rendered only where they are in view. The first one is always there. */
function useCellsInView<T>(
  {
    columns,
    widths,
    pinnedWidth,
  }: { columns: Column<T>[]; widths: readonly number[]; pinnedWidth: number },
  scroller: RefObject<HTMLDivElement | null>,
  cursor: Cursor,
) {
  const count = Math.max(0, columns.length - 1)
  const measured = widths.join(' ')
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer changes without a render of its own
  const virtual = useVirtualizer({
    horizontal: true,
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index + 1] ?? 0,
    overscan: 2,
    scrollMargin: pinnedWidth,
    scrollPaddingStart: pinnedWidth,
    useFlushSync: false,
    rangeExtractor: (range) =>
      withOne(defaultRangeExtractor(range), cursor.get().column - 1, count),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other widths, other positions
  useEffect(() => virtual.measure(), [virtual, measured])
  const places = virtual
    .getVirtualItems()
    .map(({ index }) => index + 1)
    .join()
  // The same array while the same columns are in view, so that the rows need not be rendered.
  const inView = useMemo(
    () =>
      places
        .split(',')
        .map(Number)
        .flatMap((place) => {
          const column = columns[place]
          return place > 0 && column ? [{ column, place }] : []
        }),
    [places, columns],
  )
  return {
    inView,
    scrollToPlace: (place: number) => place > 0 && virtual.scrollToIndex(place - 1),
  }
}

/** Brings the cell of the cursor into view when it moves. */
function useFollowCursor(
  cursor: Cursor,
  scrollToRow: (index: number) => void,
  scrollToPlace: (place: number) => void,
): void {
  const follow = useEffectEvent(() => {
    if (!cursor.isFocused()) return
    const { row, column } = cursor.get()
    if (row >= 0) scrollToRow(row)
    scrollToPlace(column)
  })
  useEffect(() => cursor.subscribe(() => follow()), [cursor])
}

function withOne(range: number[], index: number, count: number): number[] {
  if (index < 0 || index >= count || range.includes(index)) return range
  return [...range, index].sort((a, b) => a - b)
}
