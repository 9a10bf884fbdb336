// A CSV file of a source: its rows by the names of their columns, in whatever way these are written.
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
}

/** The rows below the header. Cells are separated by a comma, a semicolon or a tab. */
export async function* readCsv({ chunks, name, encoding }: CsvInput): AsyncGenerator<CsvRow> {
  let columns: Map<string, number> | undefined
  for await (const { line, cells } of rowsOf({ chunks, name, encoding })) {
    if (!columns) {
      columns = new Map(cells.map((cell, at) => [columnName(cell), at]))
      continue
    }
    const at = columns
    yield {
      line,
      get: (column) => {
        const cell = cells[at.get(columnName(column)) ?? -1]
        return cell === undefined || cell.trim() === '' ? undefined : cell
      },
    }
  }
}

/** The names in the first row. */
export async function readHeader(input: CsvInput): Promise<string[]> {
  for await (const { cells } of rowsOf(input)) return cells
  return []
}

async function* rowsOf({ chunks, name, encoding }: CsvInput) {
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

export function numberOf(value: string | undefined): number | undefined {
  const number = value === undefined ? Number.NaN : Number(value.trim())
  return Number.isFinite(number) ? number : undefined
}
