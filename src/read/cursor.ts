// A place in a list: its sort, the sort value and id of the last record seen, and the total counted at the start.
import { ApiError } from '../api-error.ts'
import { parseTime } from '../values.ts'

export type SortValue = string | number | null
export type Cursor = { sort: string; value: SortValue; id: number; total: number }

export function encodeCursor({ sort, value, id, total }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id, total])).toString('base64url')
}

export function decodeCursor(text: string): Cursor {
  const [sort, value, id, total, ...rest] = parsed(text)
  const ours =
    rest.length === 0 &&
    typeof sort === 'string' &&
    (value === null || typeof value === 'string' || Number.isFinite(value)) &&
    Number.isSafeInteger(id) &&
    Number.isSafeInteger(total) &&
    (total as number) >= 0
  if (!ours) throw foreignCursor(text)
  return { sort, value, id, total } as Cursor
}

/** The value must be one that the sort's column can hold, or the database would refuse it. */
export function checkCursorValue(cursor: Cursor, kind: string, text: string): void {
  const { value } = cursor
  const fits =
    value === null ||
    (kind === 'text' && typeof value === 'string' && !value.includes('\0')) ||
    (kind === 'time' && parseTime(value) !== undefined) ||
    (kind === 'integer' && Number.isSafeInteger(value)) ||
    (kind === 'number' && typeof value === 'number')
  if (!fits) throw foreignCursor(text)
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const foreignCursor = (text: string) =>
  new ApiError(
    'malformed',
    `cursor ${JSON.stringify(text.slice(0, 60))} is not one that this service issued; begin again without a cursor.`,
    { cursor: 'in' },
  )
