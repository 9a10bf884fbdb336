// The rows of a CSV text by their places in it, so that one row can be changed without parsing the others. The service
// decides what the file means; this follows the same rules (RFC 4180).

/** `line` is where the row begins, as an editor counts. The line break after it is not part of it. */
export type CsvRow = { line: number; start: number; end: number }

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** All rows, also blank ones and the header. */
export function indexRows(text: string, delimiter: string): CsvRow[] {
  const separator = delimiter.charCodeAt(0)
  const rows: CsvRow[] = []
  let line = 1
  let row: CsvRow = { line, start: 0, end: 0 }
  let isQuoted = false
  let isCellStart = true
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isBreak = code === LINE_FEED || code === CARRIAGE_RETURN
    const isPair = code === CARRIAGE_RETURN && text.charCodeAt(i + 1) === LINE_FEED
    if (isQuoted) {
      if (code === QUOTE && text.charCodeAt(i + 1) === QUOTE) i++
      else if (code === QUOTE) isQuoted = false
      else if (isBreak && !isPair) line++
    } else if (isBreak) {
      rows.push({ ...row, end: i })
      if (isPair) i++
      line++
      row = { line, start: i + 1, end: i + 1 }
      isCellStart = true
    } else {
      isQuoted = code === QUOTE && isCellStart
      isCellStart = code === separator
    }
  }
  if (row.start < text.length) rows.push({ ...row, end: text.length })
  return rows
}

/** The row that begins at a line; undefined when none does. */
export function rowAt(rows: CsvRow[], line: number): CsvRow | undefined {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle] as CsvRow
    if (row.line === line) return row
    if (row.line < line) low = middle + 1
    else high = middle - 1
  }
  return undefined
}

export const textOf = (text: string, { start, end }: CsvRow): string => text.slice(start, end)

/** The cells of one row. */
export function parseRow(row: string, delimiter: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= row.length; ) {
    let cell = ''
    if (row[at] === '"') {
      at++
      for (;;) {
        const end = row.indexOf('"', at)
        cell += row.slice(at, end === -1 ? row.length : end)
        at = end === -1 ? row.length : end + 1
        if (row[at] !== '"' || end === -1) break
        cell += '"'
        at++
      }
    }
    const end = row.indexOf(delimiter, at)
    cell += row.slice(at, end === -1 ? row.length : end)
    cells.push(cell)
    if (end === -1) break
    at = end + delimiter.length
  }
  return cells
}

export const writeRow = (cells: string[], delimiter: string): string =>
  cells.length === 1 && cells[0] === ''
    ? '""'
    : cells
        .map((cell) =>
          /["\r\n]/.test(cell) || cell.includes(delimiter)
            ? `"${cell.replaceAll('"', '""')}"`
            : cell,
        )
        .join(delimiter)

export const replaceRow = (text: string, { start, end }: CsvRow, row: string): string =>
  text.slice(0, start) + row + text.slice(end)

const DECLARED = /^((?:[ \t]*(?:\r\n|\n|\r))*)"?sep=[^"\r\n]"?[ ,;\t]*(?:\r\n|\n|\r|$)/i

/** The text with a first line that names its delimiter, which spreadsheets and the service know. */
export const declareDelimiter = (text: string, delimiter: string): string =>
  `sep=${delimiter}\n${text.replace(DECLARED, '$1')}`
