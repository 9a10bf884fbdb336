// The text of a cell → a value, or what would be right in its place.
import { EMAIL_PATTERN, parseBoolean, parseId, parseTime } from '../core/values.ts'
import { coerceValue, type FieldType, MAX_VALUE_LENGTH } from '../write/core/custom-values.ts'
import { MAX_TEXT_LENGTH } from './external-users.ts'
import {
  type ColumnFormat,
  type DateFormat,
  type NumberFormat,
  readDate,
  readNumber,
} from './formats.ts'

/** A comment in a cell; without an address it is by the person who imports. */
export type ImportedComment = { email?: string; body: string }

type Value = string | number | boolean | null | string[] | ImportedComment
export type ParsedCell = { value: Value } | { expected: string }
/** The format is that of the column, where it has one. */
export type CellParser = (cell: string, format?: ColumnFormat) => ParsedCell

const MAX_SHORT_TEXT_LENGTH = 255
const MAX_MONEY = 99_999_999_999.99
const MAX_INTEGER = 2_147_483_647

const textUpTo =
  (maxLength: number): CellParser =>
  (cell) =>
    [...cell].length <= maxLength
      ? { value: cell }
      : { expected: `at most ${maxLength} characters` }

export const text = textUpTo(MAX_TEXT_LENGTH)
export const shortText = textUpTo(MAX_SHORT_TEXT_LENGTH)

const EMAIL = new RegExp(EMAIL_PATTERN)

export const email: CellParser = (cell) =>
  EMAIL.test(cell.trim()) ? shortText(cell.trim()) : { expected: 'an e-mail address' }

/** Of a new suggestion, as in the API. */
export const SUGGESTION_STATES = ['published', 'approved', 'new'] as const

export const state: CellParser = (cell) => {
  const value = cell.trim().toLowerCase()
  return (SUGGESTION_STATES as readonly string[]).includes(value)
    ? { value }
    : { expected: SUGGESTION_STATES.join(' or ') }
}

/** The same limits as in the API. */
export const title = textUpTo(140)
export const body = textUpTo(10_000)

const MAX_LABELS = 100
const MAX_LABEL_LENGTH = 128

/** The names of labels, each of which can contain commas. */
export const labels = (cells: string[]): ParsedCell => {
  const names = [...new Set(cells.map((name) => name.trim()).filter((name) => name !== ''))]
  return names.length <= MAX_LABELS && names.every((name) => [...name].length <= MAX_LABEL_LENGTH)
    ? { value: names }
    : { expected: `at most ${MAX_LABELS} labels of ${MAX_LABEL_LENGTH} characters` }
}

const MAX_VOTERS = 5_000
const MAX_VOTES = 1_000_000

/** How often the author votes, or the addresses of the people who vote. */
export const votes: CellParser = (cell) => {
  if (/^\s*\d+\s*$/.test(cell))
    return Number(cell) <= MAX_VOTES
      ? { value: Number(cell) }
      : { expected: `at most ${MAX_VOTES} votes` }
  const addresses = splitList(cell, /[,;|\s]+/)
  const isValid =
    addresses.length <= MAX_VOTERS && addresses.every((address) => 'value' in email(address))
  return isValid
    ? { value: addresses }
    : { expected: `a number, or at most ${MAX_VOTERS} e-mail addresses` }
}

/** `ann@example.com: text`, or the text alone. */
export const comment: CellParser = (cell) => {
  const [, address, text] = /^\s*([^\s:@]+@[^\s:@]+)\s*:\s*(\S.*)$/s.exec(cell) ?? []
  const parsed = body(text ?? cell)
  if ('expected' in parsed) return parsed
  if (address !== undefined && 'expected' in shortText(address)) return shortText(address)
  const value: ImportedComment = { body: text ?? cell }
  if (address !== undefined) value.email = address
  return { value }
}

const splitList = (cell: string, separator: RegExp) => [
  ...new Set(
    cell
      .split(separator)
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
]

export const id: CellParser = (cell) => {
  const value = parseId(cell.trim())
  return value === undefined ? { expected: 'an id, a whole number' } : { value }
}

export const integer: CellParser = (cell) => {
  const value = parseId(cell.trim())
  return value === undefined || value > MAX_INTEGER
    ? { expected: `a whole number, at most ${MAX_INTEGER}` }
    : { value }
}

export const boolean: CellParser = (cell) => {
  const value = parseBoolean(cell)
  return value === undefined ? { expected: 'true or false' } : { value }
}

export const oneOf =
  (...allowed: string[]): CellParser =>
  (cell) =>
    allowed.includes(cell.trim()) ? { value: cell.trim() } : { expected: allowed.join(' or ') }

export const time: CellParser = (cell, format = 'ymd') => {
  const value = readDate(cell, format as DateFormat)
  return value ? { value: value.toISOString() } : { expected: EXPECTED_TIME[format as DateFormat] }
}

const EXPECTED_TIME: Record<DateFormat, string> = {
  ymd: 'a time such as 2026-01-31T00:00:00Z or 2026-01-31 00:00:00 (UTC)',
  dmy: 'a time such as 31.01.2026, 31/01/2026 08:00 or 2026-01-31 (UTC)',
  mdy: 'a time such as 01/31/2026, 01/31/2026 08:00 or 2026-01-31 (UTC)',
}

export const money: CellParser = (cell, format = 'decimal_point') => {
  const value = readNumber(cell, format as NumberFormat)
  return value !== undefined && Math.abs(value) <= MAX_MONEY
    ? { value }
    : { expected: `${EXPECTED_NUMBER[format as NumberFormat]}, at most ${MAX_MONEY}` }
}

const EXPECTED_NUMBER: Record<NumberFormat, string> = {
  decimal_point: 'a number such as 1200.50',
  decimal_comma: 'a number such as 1.200,50',
}

const EXPECTED_TEXT = {
  boolean: 'true or false',
  string: `at most ${MAX_VALUE_LENGTH.string} characters`,
  text: `at most ${MAX_VALUE_LENGTH.text} characters`,
}

export const customValue =
  (type: FieldType): CellParser =>
  (cell, format) => {
    if (type === 'timestamp' || type === 'number') return customFormatted(type, cell, format)
    const coerced = coerceValue(type, type === 'boolean' ? cell.trim() : cell)
    return 'value' in coerced ? coerced : { expected: EXPECTED_TEXT[type] }
  }

function customFormatted(
  type: 'timestamp' | 'number',
  cell: string,
  format: ColumnFormat = type === 'number' ? 'decimal_point' : 'ymd',
): ParsedCell {
  if (type === 'number') {
    const value = readNumber(cell, format as NumberFormat)
    return value === undefined ? { expected: EXPECTED_NUMBER[format as NumberFormat] } : { value }
  }
  const value = readDate(cell, format as DateFormat)
  if (!value) return { expected: EXPECTED_TIME[format as DateFormat] }
  // Responses show times without fractions of a second.
  return { value: `${value.toISOString().slice(0, 19)}Z` }
}

/** The types of a new custom field, the narrowest first. A number has to look the same when it is written again. */
const CANDIDATES: [FieldType, (cell: string) => boolean][] = [
  ['boolean', (cell) => cell === 'true' || cell === 'false'],
  ['number', (cell) => String(Number(cell)) === cell && Number.isFinite(Number(cell))],
  ['timestamp', (cell) => /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/.test(cell) && !!parseTime(cell)],
  ['string', (cell) => [...cell].length <= MAX_VALUE_LENGTH.string],
  ['text', () => true],
]

/** The narrowest type that fits all values that were added; undefined before the first. */
export function inferFieldType() {
  let candidates = CANDIDATES
  let isEmpty = true
  return {
    add(cell: string): void {
      isEmpty = false
      candidates = candidates.filter(([, fits]) => fits(cell))
    },
    type: (): FieldType | undefined => (isEmpty ? undefined : candidates[0]?.[0]),
    textType: (): FieldType => (candidates.find(([type]) => type === 'string') ? 'string' : 'text'),
  }
}
