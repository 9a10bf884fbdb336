// How wide the columns of a grid are: by default, as the address says, or as they are being dragged.

/** A column that is shown, with its width where that was changed. */
export type ShownColumn = { id: string; width?: number }

export const DEFAULT_WIDTH = 140
export const MIN_WIDTH = 64
export const MAX_WIDTH = 800

export const limitWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)))

/** A border that is being dragged: where the pointer went down, and where it is. */
export type Drag = { id: string; startWidth: number; startX: number; x: number }

/** From right to left, a column grows to the left. */
export const draggedWidth = ({ startWidth, startX, x }: Drag, isRightToLeft: boolean): number =>
  limitWidth(startWidth + (isRightToLeft ? startX - x : x - startX))

export const widthOf = (
  { id, width }: { id: string; width?: number },
  shown: readonly ShownColumn[],
): number => shown.find((one) => one.id === id)?.width ?? width ?? DEFAULT_WIDTH

/** Without a width, the column has its own again. */
export const withWidth = (
  shown: readonly ShownColumn[],
  id: string,
  width: number | undefined,
): ShownColumn[] =>
  shown.map((one) => {
    if (one.id !== id) return one
    return width === undefined ? { id } : { id, width: limitWidth(width) }
  })
