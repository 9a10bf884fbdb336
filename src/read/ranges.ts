// Numbers in filters: `10..20`, `10..`, `..20` or `10`. Ranges include both ends.
import { ApiError } from '../core/api-error.ts'

/** A number has equal ends; an open end is undefined. */
export type Range = { from: number | undefined; to: number | undefined }

// Each range is a condition of its own; all values together are one.
const MAX_RANGES = 20

export const EXPECTED_NUMBERS = 'a number, or a range such as 10..20, 10.. or ..20'

/** Undefined when the text is invalid. `toNumber` returns NaN for an end that is none. */
export function parseRange(text: string, toNumber: (end: string) => number): Range | undefined {
  const [first = '', last = first, ...more] = text.split('..')
  const [from, to] = [first, last].map((end) => (end === '' ? undefined : toNumber(end)))
  const isNone = more.length > 0 || (first === '' && last === '')
  return isNone || Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to }
}

/** NaN when the text is no number. */
export const parseNumber = (text: string): number =>
  /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN

export function refuseManyRanges(filter: string, ranges: Range[]): void {
  const count = ranges.filter(({ from, to }) => from !== to).length
  if (count <= MAX_RANGES) return
  throw new ApiError(
    'malformed',
    `${filter}: too many ranges (${count}). Maximum: ${MAX_RANGES}.`,
    { [filter]: 'max_length' },
  )
}

/** Adds a value to the JSON array that is the parameter of the condition, and returns its index there. */
export type Place = (value: unknown) => number

/** Conditions on the column, of which one must hold. `?` is the JSON array. */
export function rangesSql(column: string, type: string, ranges: Range[], place: Place): string[] {
  const numbers = ranges.flatMap(({ from, to }) => (from === to ? (from as number) : []))
  const number = (value: number) => `(? ->> ${place(value)})::${type}`
  return [
    ...(numbers.length > 0 ? [`${column} = ${anySql(numbers, type, place)}`] : []),
    ...ranges
      .filter(({ from, to }) => from !== to)
      .map(({ from, to }) => {
        const ends = [
          ...(from === undefined ? [] : [`${column} >= ${number(from)}`]),
          ...(to === undefined ? [] : [`${column} <= ${number(to)}`]),
        ]
        return `(${ends.join(' and ')})`
      }),
  ]
}

/** As the text of an array and not as a subquery: the planner reads it, and knows how common the values are. */
export const anySql = (values: (string | number)[], type: string, place: Place) =>
  values.length === 1
    ? `(? ->> ${place(values[0])})::${type}`
    : `any((? ->> ${place(toArrayText(values))})::${type}[])`

const toArrayText = (values: (string | number)[]) =>
  `{${values.map((value) => `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`
