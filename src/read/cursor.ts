// A cursor: the collection, its sort, the sort value and id of the last record, the total of the first page (null when
// no page counted yet), and the number of records returned so far.
import { ApiError } from '../core/api-error.ts'
import { parseTime } from '../core/values.ts'

export type SortValue = string | number | null
export type Cursor = {
  collection: string
  sort: string
  value: SortValue
  id: number
  total: number | null
  seen: number
}

export function encodeCursor({ collection, sort, value, id, total, seen }: Cursor): string {
  const place = [collection, sort, value, id, total, seen]
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

export function decodeCursor(text: string): Cursor {
  const [collection, sort, value, id, total, seen, ...rest] = parseCursorText(text)
  const ours =
    rest.length === 0 &&
    typeof collection === 'string' &&
    typeof sort === 'string' &&
    (value === null || typeof value === 'string' || Number.isFinite(value)) &&
    Number.isSafeInteger(id) &&
    (total === null || isCount(total)) &&
    isCount(seen)
  if (!ours) throw invalidCursor(text)
  return { collection, sort, value, id, total, seen } as Cursor
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0

/** The position for the database: a value that the sort's column can hold, or 400. */
export function cursorPosition(
  cursor: Cursor,
  kind: string,
  isNullable: boolean,
): Pick<Cursor, 'value' | 'id'> {
  const { value, id } = cursor
  if (value === null && isNullable) return { value, id }
  const time = kind === 'time' ? parseTime(value) : undefined
  // Normalised, because a client may have written it differently.
  if (time) return { value: time.toISOString(), id }
  const fits =
    (kind === 'text' &&
      typeof value === 'string' &&
      !value.includes('\0') &&
      value.isWellFormed()) ||
    (kind === 'integer' && Number.isSafeInteger(value)) ||
    (kind === 'number' && typeof value === 'number')
  if (!fits) throw invalidCursor(encodeCursor(cursor))
  return { value, id }
}

/** Empty when it is none. */
export function parseCursorText(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

export const invalidCursor = (text: string) =>
  new ApiError(
    'malformed',
    `cursor: ${JSON.stringify(text.slice(0, 60))} was not issued by this service. Start again without a cursor.`,
    { cursor: 'in' },
  )
