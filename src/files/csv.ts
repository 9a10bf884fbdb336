// Values → the lines of a CSV file, as RFC 4180 has them.

/** A cell that begins like this is a formula to a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/

/** The text of a value: lists joined by commas, objects and lists of anything else as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every(isPlain)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

// A comma within an item would look like one between two.
const isPlain = (item: unknown) =>
  typeof item === 'number' || (typeof item === 'string' && !item.includes(','))

/** Null is an empty cell, empty text is `""`. Unless `isRaw`, text that begins like a formula is led by a `'`. */
function cell(value: unknown, isRaw: boolean): string {
  if (value === null || value === undefined) return ''
  const text = textOf(value)
  const isFormula = typeof value !== 'number' && FORMULA.test(text)
  const safe = isFormula && !isRaw ? `'${text}` : text
  return safe === '' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvLine = (values: unknown[], isRaw = false): string =>
  `${values.map((value) => cell(value, isRaw)).join(',')}\r\n`
