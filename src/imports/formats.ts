// How a column writes its numbers or dates: detected from all of its values, or chosen. A value that has two readings is never
// read by a guess.
import { parseTime } from '../core/values.ts'

export const NUMBER_FORMATS = ['decimal_point', 'decimal_comma'] as const
/** The order of year, month and day. Dates with the year first or with the name of a month are read in all of them. */
export const DATE_FORMATS = ['ymd', 'dmy', 'mdy'] as const
/** Keeps the values of a new custom field as they are. */
export const TEXT_FORMAT = 'text'
export const FORMATS = [...NUMBER_FORMATS, ...DATE_FORMATS, TEXT_FORMAT] as const

export type NumberFormat = (typeof NUMBER_FORMATS)[number]
export type DateFormat = (typeof DATE_FORMATS)[number]
export type ColumnFormat = (typeof FORMATS)[number]
export type FormatKind = 'number' | 'date'

const CODES =
  'EUR|USD|GBP|CHF|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|TRY|UAH|CAD|AUD|NZD|MXN|BRL|ZAR|INR|JPY|CNY|KRW|SGD|HKD|ILS|AED'
const CURRENCY = `(?:[A-Z]{0,2}\\p{Sc}|${CODES}|Euro|Fr\\.?|kr\\.?|zł|Kč|Ft|lei)`
/** `€ -8.366,30`, `1'234.50 CHF`, `1.200,-`. */
const AMOUNT = new RegExp(
  `^([-+]?)\\s*(?:${CURRENCY})?\\s*([-+]?)\\s*(\\d(?:[\\d.,'’\\s]*\\d)?(?:[eE][-+]?\\d+)?)(?:([.,])-+)?\\s*(?:${CURRENCY})?$`,
  'u',
)
/** A group has three digits, and no number with groups begins with a zero. */
const NUMBERS: Record<NumberFormat, RegExp> = {
  decimal_point: /^(?:\d+|[1-9]\d{0,2}(?:([,'’\s])\d{3})(?:\1\d{3})*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/u,
  decimal_comma: /^(?:\d+|[1-9]\d{0,2}(?:([.'’\s])\d{3})(?:\1\d{3})*)(?:,\d+)?$/u,
}

export function readNumber(cell: string, format: NumberFormat): number | undefined {
  const [, sign, inner, digits = '', mark] = AMOUNT.exec(cell.trim().replace(/[−–—]/g, '-')) ?? []
  if ((sign && inner) || !NUMBERS[format].test(digits)) return undefined
  // The mark in `1.200,-` is that of decimals.
  if (mark !== undefined && (mark === ',') !== (format === 'decimal_comma')) return undefined
  const plain =
    format === 'decimal_point'
      ? digits.replace(/[,'’\s]/g, '')
      : digits.replace(/[.'’\s]/g, '').replace(',', '.')
  const value = Number(`${sign || inner}${plain}`)
  return Number.isFinite(value) ? value : undefined
}

/** In English and German; the first three letters are enough, and `Mrz` is usual. */
const MONTHS = [
  /^jan/,
  /^feb/,
  /^(mar|mär|mrz|maerz)/,
  /^apr/,
  /^(may|mai)/,
  /^jun/,
  /^jul/,
  /^aug/,
  /^sep/,
  /^(oct|okt)/,
  /^nov/,
  /^(dec|dez)/,
]
const CLOCK = String.raw`(?:(?:,?\s+|T)(?:um\s+|at\s+)?(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([AaPp]\.?[Mm]\.?)?(?:\s*(?:Z|UTC|GMT|Uhr))?)?`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?${CLOCK}$`)
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d\d)${CLOCK}$`)
const DAY_MONTH_NAME = new RegExp(
  String.raw`^(?:\p{L}{2,10}\.?,\s*)?(\d{1,2})(?:\.|st|nd|rd|th)?[\s-]*(\p{L}{3,9})\.?,?[\s-]*(\d{4}|\d\d)${CLOCK}$`,
  'u',
)
const MONTH_NAME_DAY = new RegExp(
  String.raw`^(?:\p{L}{2,10}\.?,\s*)?(\p{L}{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${CLOCK}$`,
  'u',
)
/** Of years with two digits: 70 is 1970, 69 is 2069. */
const FIRST_SHORT_YEAR = 70

type Clock = (string | undefined)[]

/** In UTC unless the value has an offset. */
export function readDate(cell: string, format: DateFormat): Date | undefined {
  const text = cell.trim()
  const plain = parseTime(text)
  if (plain) return plain
  const [, year, , month, day, ...clock] = YEAR_FIRST.exec(text) ?? []
  if (year) return toDate(year, month, day, clock)
  const named = readNamedMonth(text)
  if (named) return named
  const [, first, , second, last, ...time] = YEAR_LAST.exec(text) ?? []
  if (last === undefined || format === 'ymd') return undefined
  const full = fullYear(last)
  return format === 'dmy' ? toDate(full, second, first, time) : toDate(full, first, second, time)
}

const fullYear = (year: string): string =>
  year.length === 2 ? `${Number(year) < FIRST_SHORT_YEAR ? 20 : 19}${year}` : year

function readNamedMonth(text: string): Date | undefined {
  const [, day, month, year = '', ...clock] = DAY_MONTH_NAME.exec(text) ?? []
  if (month !== undefined) return toDate(fullYear(year), monthOf(month), day, clock)
  const [, name, date, last, ...time] = MONTH_NAME_DAY.exec(text) ?? []
  return name === undefined ? undefined : toDate(last, monthOf(name), date, time)
}

const monthOf = (name: string): string =>
  String(MONTHS.findIndex((month) => month.test(name.toLowerCase())) + 1)

function toDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  [hour, minute = '00', second = '00', half]: Clock,
): Date | undefined {
  const two = (part: string | number | undefined) => String(part ?? '').padStart(2, '0')
  let hours = Number(hour ?? 0)
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined
    hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0)
  }
  return parseTime(`${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${second}Z`)
}

/** Which of the formats of its kind can read a value, and whether they read the same. */
const READERS = {
  number: {
    formats: NUMBER_FORMATS,
    read: (cell: string, format: ColumnFormat): number | undefined =>
      readNumber(cell, format as NumberFormat),
  },
  date: {
    formats: DATE_FORMATS,
    read: (cell: string, format: ColumnFormat): number | undefined =>
      // Nowhere is a date with dots written with the month first.
      format === 'mdy' && /^\d{1,2}\./.test(cell.trim()) && !/\p{L}/u.test(cell)
        ? undefined
        : readDate(cell, format as DateFormat)?.getTime(),
  },
} as const

export const formatsOf = (kind: FormatKind): readonly ColumnFormat[] => READERS[kind].formats

/** What a format makes of a value, for people to compare. */
export function convert(cell: string, format: ColumnFormat): string | null {
  if (format === TEXT_FORMAT) return cell
  const isNumber = (NUMBER_FORMATS as readonly string[]).includes(format)
  const value = isNumber
    ? readNumber(cell, format as NumberFormat)
    : readDate(cell, format as DateFormat)
  if (value === undefined) return null
  return typeof value === 'number' ? String(value) : value.toISOString().replace('.000Z', 'Z')
}

export type DetectedFormat = {
  /** Undefined when the values have two readings, or when no format reads all that can be read. */
  format: ColumnFormat | undefined
  /** How many values each format reads. */
  readable: Map<ColumnFormat, number>
  /** The values that no format reads. */
  unreadable: number
  /** The values that tell the formats apart, or have two readings, first. */
  examples: string[]
}

export type FormatDetector = { add(cell: string): void; result(): DetectedFormat }

const MAX_EXAMPLES = 3

/** Counts only: a column can have any number of values. */
export function detectFormatOf(kind: FormatKind): FormatDetector {
  const { formats, read } = READERS[kind]
  const readable = new Map<ColumnFormat, number>(formats.map((format) => [format, 0]))
  const examples: Record<'unclear' | 'telling' | 'plain', string[]> = {
    unclear: [],
    telling: [],
    plain: [],
  }
  /** How many values only some of the formats read. */
  const needs = new Map<ColumnFormat, number>()
  let unclear = 0
  let unreadable = 0
  const keep = (list: string[], cell: string) => {
    if (list.length < MAX_EXAMPLES && !list.includes(cell)) list.push(cell)
  }
  return {
    add(cell) {
      const readings = formats.flatMap((format) => {
        const value = read(cell, format)
        return value === undefined ? [] : [{ format, value }]
      })
      for (const { format } of readings) readable.set(format, (readable.get(format) ?? 0) + 1)
      const [first] = readings
      if (first === undefined) {
        unreadable += 1
      } else if (readings.some(({ value }) => value !== first.value)) {
        unclear += 1
        keep(examples.unclear, cell)
      } else if (readings.length === 1) {
        needs.set(first.format, (needs.get(first.format) ?? 0) + 1)
        keep(examples.telling, cell)
      } else {
        keep(examples.plain, cell)
      }
    },
    result() {
      // `03/03/2025` is the same in two formats, and not in the third.
      const reading = Math.max(...readable.values())
      const able = formats.filter((format) => readable.get(format) === reading)
      const [needed, ...others] = needs.keys()
      const isClear = others.length === 0 && (needed !== undefined || unclear === 0)
      const format = isClear ? (needed ?? able[0]) : undefined
      return {
        format,
        readable,
        unreadable,
        examples: [...examples.unclear, ...examples.telling, ...examples.plain].slice(
          0,
          MAX_EXAMPLES,
        ),
      }
    },
  }
}
