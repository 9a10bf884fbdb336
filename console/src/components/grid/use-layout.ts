// Which columns are shown, in which order and how wide. The address holds it; a width that is being dragged is held here.
import { useMemo, useState } from 'react'
import { isRightToLeft } from '../../core/i18n.ts'
import { type Column, formatColumns, parseColumns } from './column.ts'
import { type Drag, draggedWidth, type ShownColumn, widthOf, withWidth } from './column-sizes.ts'

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
}

/** Drags the border of a column by the positions of the pointer. */
export type Resize = {
  start: (id: string, x: number) => void
  move: (x: number) => void
  end: (x: number) => void
  cancel: () => void
}

export type Layout<T> = {
  all: Column<T>[]
  defaults: readonly string[]
  shown: ShownColumn[]
  /** The shown columns. It stays the same array while only widths change. */
  columns: Column<T>[]
  headers: ShownHeader<T>[]
  setShown: (shown: ShownColumn[]) => void
  setWidth: (id: string, width: number | undefined) => void
  resize: Resize
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
  const ids = shown.map(({ id }) => id).join(',')
  const shownColumns = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return ids.split(',').flatMap((id) => byId.get(id) ?? [])
  }, [ids, columns])

  const [drag, setDrag] = useState<Drag | null>(null)
  const setShown = (next: ShownColumn[]) => onChange(formatColumns(next, defaults))
  const setWidth = (id: string, width: number | undefined) => setShown(withWidth(shown, id, width))
  const headers = shownColumns.map((column) => {
    const isResizing = drag?.id === column.id
    const width = isResizing ? draggedWidth(drag, isRightToLeft()) : widthOf(column, shown)
    return { column, width, isResizing }
  })
  return {
    all: columns,
    defaults,
    shown,
    columns: shownColumns,
    headers,
    setShown,
    setWidth,
    resize: {
      start: (id, x) => {
        const header = headers.find(({ column }) => column.id === id)
        if (header) setDrag({ id, startWidth: header.width, startX: x, x })
      },
      move: (x) => setDrag((now) => now && { ...now, x }),
      // The address changes once, when the pointer is released.
      end: (x) => {
        setDrag(null)
        if (drag && x !== drag.startX)
          setWidth(drag.id, draggedWidth({ ...drag, x }, isRightToLeft()))
      },
      cancel: () => setDrag(null),
    },
  }
}
