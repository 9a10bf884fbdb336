// The cell that has the focus, and the keys that move it. Only this cell is in the tab order.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { isRightToLeft } from '../../core/i18n.ts'
import { createStore, type Store } from '../../core/store.ts'

export const HEADER = -1
/** The column of check boxes, before the first column. */
export const CHECK = -1

export type Position = { row: number; column: number }
export type Cursor = Store<Position> & {
  /** Whether the grid has the focus, so that it moves with the cursor. */
  isFocused: () => boolean
  setFocused: (isFocused: boolean) => void
}

export function createCursor(): Cursor {
  let isFocused = false
  return {
    ...createStore<Position>({ row: 0, column: 0 }),
    isFocused: () => isFocused,
    setFocused: (next) => {
      isFocused = next
    },
  }
}

export type Bounds = { rows: number; columns: number; hasCheck: boolean; page: number }

const clamp = (value: number, from: number, to: number) => Math.max(from, Math.min(to, value))

const MOVES: Record<string, (at: Position, bounds: Bounds) => Position> = {
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(0, row - page), column }),
  Home: ({ row }) => ({ row, column: CHECK }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
  'Ctrl Home': () => ({ row: 0, column: 0 }),
  'Ctrl End': ({ column }, { rows }) => ({ row: rows - 1, column }),
}

const MIRRORED: Record<string, string> = { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' }

/** Where the key leads, or undefined when it is not a key of grids. */
export function moved(
  event: KeyboardEvent,
  at: Position,
  bounds: Bounds,
  isCompact: boolean,
): Position | undefined {
  if (event.altKey || event.shiftKey) return undefined
  const isWhole = event.ctrlKey || event.metaKey || isCompact
  const isEdge = event.key === 'Home' || event.key === 'End'
  if (!isEdge && (event.ctrlKey || event.metaKey)) return undefined
  const key = isRightToLeft() ? (MIRRORED[event.key] ?? event.key) : event.key
  const move = MOVES[isWhole && isEdge ? `Ctrl ${key}` : key]
  return move && within(move(at, bounds), bounds, isCompact)
}

export const within = (
  { row, column }: Position,
  { rows, columns, hasCheck }: Bounds,
  isCompact: boolean,
): Position => ({
  row: clamp(row, isCompact ? 0 : HEADER, rows - 1),
  column: clamp(column, hasCheck ? CHECK : 0, isCompact ? 0 : columns - 1),
})

/** Focuses the element while the cursor is on it. */
export function useCursorFocus<E extends HTMLElement>(cursor: Cursor, isActive: boolean) {
  const ref = useRef<E>(null)
  useEffect(() => {
    if (isActive && cursor.isFocused() && document.activeElement !== ref.current)
      ref.current?.focus({ preventScroll: true })
  }, [isActive, cursor])
  return ref
}
