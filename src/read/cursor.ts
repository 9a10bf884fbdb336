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

/** The place as the database takes it: a value that the sort's column can hold, or a refusal. */
export function placeOf(
  cursor: Cursor,
  kind: string,
  isNullable: boolean,
): Pick<Cursor, 'value' | 'id'> {
  const { value, id } = cursor
  if (value === null && isNullable) return { value, id }
  const time = kind === 'time' ? parseTime(value) : undefined
  // As we write times, and not as somebody else may.
  if (time) return { value: time.toISOString(), id }
  const fits =
    (kind === 'text' &&
      typeof value === 'string' &&
      !value.includes('\0') &&
      value.isWellFormed()) ||
    (kind === 'integer' && Number.isSafeInteger(value)) ||
    (kind === 'number' && typeof value === 'number')
  if (!fits) throw foreignCursor(encodeCursor(cursor))
  return { value, id }
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
