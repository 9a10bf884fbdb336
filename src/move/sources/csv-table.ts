// A CSV file of a source: its rows by the names of their columns, in whatever way these are written.
import { createReadStream } from 'node:fs'
import { InvalidFileError } from '../../imports/csv-text.ts'
import { readRows } from '../../imports/read-csv.ts'
import { MAX_LINE_BYTES } from '../form.ts'
import { SourceError } from './source-client.ts'

export type CsvRow = {
  line: number
  /** The text of a column, undefined for an empty one. */
  get(column: string): string | undefined
}

/** `Idea ID`, `ideaId`, `idea_id` and `idea.id` are the same column. */
export const columnName = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

type CsvInput = {
  chunks: AsyncIterable<Buffer>
  /** Of the file, for errors. */
  name: string
  encoding?: string | undefined
  /** The source writes a `'` before what a spreadsheet would take for a formula. */
  hasGuards?: boolean
}

const GUARD = /^'(?=[=+\-@\t\r])/

/** The rows below the header. Cells are separated by a comma, a semicolon or a tab. */
export async function* readCsv({
  chunks,
  name,
  encoding,
  hasGuards = false,
}: CsvInput): AsyncGenerator<CsvRow> {
  let find: ((column: string) => number) | undefined
  for await (const { line, cells } of rowsOf({ chunks, name, encoding })) {
    if (!find) {
      find = placeIn(new Map(cells.map((cell, at) => [columnName(cell), at])))
      continue
    }
    const placeOf = find
    yield {
      line,
      get: (column) => {
        const cell = cells[placeOf(column)]
        if (cell === undefined || cell.trim() === '') return undefined
        return hasGuards ? cell.replace(GUARD, '') : cell
      },
    }
  }
}

/** Where a column is; -1 for one that is absent. Each name is looked at once. */
function placeIn(columns: Map<string, number>) {
  const known = new Map<string, number>()
  return (column: string): number => {
    const place = known.get(column) ?? columns.get(columnName(column)) ?? -1
    known.set(column, place)
    return place
  }
}

/** The names in the first row of a file. */
export async function readHeader(path: string, encoding: string | undefined): Promise<string[]> {
  const chunks = createReadStream(path)
  try {
    for await (const { cells } of rowsOf({ chunks, name: path, encoding })) return cells
    return []
  } finally {
    chunks.destroy()
  }
}

async function* rowsOf({ chunks, name, encoding }: Omit<CsvInput, 'hasGuards'>) {
  try {
    yield* readRows(chunks, { encoding, maxRowBytes: MAX_LINE_BYTES })
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error
    const at = error.line === null ? '' : `:${error.line}`
    throw new SourceError(`${name}${at}: ${error.message}.`)
  }
}

const TRUE = ['true', 't', '1', 'yes']

export const flagOf = (value: string | undefined): boolean =>
  value !== undefined && TRUE.includes(value.trim().toLowerCase())
