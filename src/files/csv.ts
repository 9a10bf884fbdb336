// Values → the lines of a CSV file (RFC 4180).

// A spreadsheet takes a cell that begins like this for a formula. It also begins one after a semicolon where that separates
// cells, as in German and French. Full-width signs count like the others.
const FORMULAS = /(^|;)('*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g
const GUARDED_FORMULAS = /(^|;)'('*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g

/** Lists are joined by commas; objects, and lists of anything else, are JSON. */
function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.every(isPlain)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// A comma inside an item would look like one between two items.
const isPlain = (item: unknown) =>
  typeof item === 'number' || (typeof item === 'string' && !item.includes(','))

/** Null is an empty cell, empty text is `""`. Unless `isRaw`, a `'` is put before what looks like a formula. */
function formatCell(value: unknown, isRaw: boolean): string {
  if (value === null || value === undefined) return ''
  const text = formatValue(value)
  const safe = typeof value === 'number' || isRaw ? text : text.replace(FORMULAS, "$1'$2")
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Undoes every `'` that `csvLine` puts before a formula. */
export const removeFormulaGuard = (text: string): string => text.replace(GUARDED_FORMULAS, '$1$2')

export const csvLine = (values: unknown[], isRaw = false): string =>
  `${values.map((value) => formatCell(value, isRaw)).join(',')}\r\n`
