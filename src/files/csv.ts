// Values → the lines of a CSV file (RFC 4180).

/** A spreadsheet takes a cell that begins like this for a formula; with quotes before it, it was text already. */
const FORMULA = /^'*[=+\-@\t\r]/
const GUARD = "'"

/** Lists are joined by commas; objects, and lists of anything else, are JSON. */
function formatValue(value: unknown): string {
  if (Array.isArray(value) && value.every(isPlain)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// A comma inside an item would look like one between two items.
const isPlain = (item: unknown) =>
  typeof item === 'number' || (typeof item === 'string' && !item.includes(','))

/** Null is an empty cell, empty text is `""`. Unless `isRaw`, a `'` is put before text that looks like a formula. */
function formatCell(value: unknown, isRaw: boolean): string {
  if (value === null || value === undefined) return ''
  const text = formatValue(value)
  const isFormula = typeof value !== 'number' && FORMULA.test(text)
  const safe = isFormula && !isRaw ? GUARD + text : text
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Undoes the `'` that `csvLine` puts before text. */
export const removeFormulaGuard = (text: string): string =>
  text.startsWith(GUARD) && FORMULA.test(text) ? text.slice(GUARD.length) : text

export const csvLine = (values: unknown[], isRaw = false): string =>
  `${values.map((value) => formatCell(value, isRaw)).join(',')}\r\n`
