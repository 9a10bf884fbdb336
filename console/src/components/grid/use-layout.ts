// Which columns are shown, in which order and how wide. The address holds it; a width that is being dragged is held here.
import {
  type ColumnSizingState,
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useRef, useState } from 'react'
import { isRightToLeft } from '../../core/i18n.ts'
import {
  type Column,
  DEFAULT_WIDTH,
  formatColumns,
  limitWidth,
  MAX_WIDTH,
  MIN_WIDTH,
  parseColumns,
  type ShownColumn,
} from './column.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
})
// The table holds the columns only: rows come from the pages of the query, one by one and without a copy.
const NO_ROWS: never[] = []

export type LayoutOptions<T> = {
  columns: Column<T>[]
  defaults: readonly string[]
  text: string | undefined
  onChange: (text: string | undefined) => void
}

export type ShownHeader<T> = {
  column: Column<T>
  width: number
  isResizing: boolean
  onResizeStart: (event: unknown) => void
}

export type Layout<T> = {
  all: Column<T>[]
  defaults: readonly string[]
  shown: ShownColumn[]
  headers: ShownHeader<T>[]
  setShown: (shown: ShownColumn[]) => void
  setWidth: (id: string, width: number | undefined) => void
}

export function useLayout<T>({ columns, defaults, text, onChange }: LayoutOptions<T>): Layout<T> {
  const shown = useMemo(
    () =>
      parseColumns(
        text,
        columns.map(({ id }) => id),
        defaults,
      ),
    [text, columns, defaults],
  )
  const [dragged, setDragged] = useState<ColumnSizingState | null>(null)
  const latest = useRef<ColumnSizingState | null>(null)
  const setShown = (next: ShownColumn[]) => onChange(formatColumns(next, defaults))
  const setWidth = (id: string, width: number | undefined) =>
    setShown(
      shown.map((one) =>
        one.id !== id ? one : width === undefined ? { id } : { id, width: limitWidth(width) },
      ),
    )

  const state = useMemo(() => {
    const ids = shown.map(({ id }) => id)
    return {
      columnOrder: ids,
      columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, ids.includes(id)])),
      columnSizing: Object.fromEntries(
        shown.flatMap(({ id, width }) => (width === undefined ? [] : [[id, width]])),
      ),
    }
  }, [shown, columns])
  const definitions = useMemo(
    () =>
      columns.map(({ id, label, width }) => ({
        id,
        header: label,
        size: width ?? DEFAULT_WIDTH,
        minSize: MIN_WIDTH,
        maxSize: MAX_WIDTH,
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    columnResizeMode: 'onChange',
    columnResizeDirection: isRightToLeft() ? 'rtl' : 'ltr',
    state: { ...state, columnSizing: dragged ?? state.columnSizing },
    onColumnSizingChange: (update) => {
      const before = latest.current ?? state.columnSizing
      latest.current = typeof update === 'function' ? update(before) : update
      setDragged(latest.current)
    },
  })
  const resizing = table.state.columnResizing.isResizingColumn
  const wasResizing = useRef<string | false>(false)
  // The address changes once, when the pointer is released.
  if (wasResizing.current !== false && resizing === false && latest.current !== null) {
    const [id, widths] = [wasResizing.current, latest.current]
    latest.current = null
    queueMicrotask(() => {
      setWidth(id, widths[id])
      setDragged(null)
    })
  }
  wasResizing.current = resizing

  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const headers = (table.getHeaderGroups()[0]?.headers ?? []).flatMap((header) => {
    const column = byId.get(header.column.id)
    return column
      ? [
          {
            column,
            width: header.getSize(),
            isResizing: resizing === column.id,
            onResizeStart: header.getResizeHandler(),
          },
        ]
      : []
  })
  return { all: columns, defaults, shown, headers, setShown, setWidth }
}
