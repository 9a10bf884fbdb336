// The bytes of a CSV file → its rows, one after the other.
import { Readable } from 'node:stream'
import { CsvError, type Options, parse } from 'csv-parse'
import {
  type CsvFormat,
  type CsvOptions,
  countLineBreaks,
  decodeText,
  detectFormat,
  InvalidFileError,
} from './csv-text.ts'
import type { FileRow } from './rows.ts'

const MAX_ROW_BYTES = 1024 * 1024
/** In characters: enough for the header of every file that is accepted. */
const HEAD_LENGTH = 64 * 1024

/** Blank lines are left out. */
export async function* readRows(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { delimiter, encoding, maxRowBytes = MAX_ROW_BYTES }: CsvOptions & { maxRowBytes?: number } = {},
  onFormat: (format: CsvFormat) => void = () => {},
): AsyncGenerator<FileRow> {
  const texts = decodeText(chunks, encoding)
  const format = detectFormat(await readHead(texts), delimiter)
  onFormat(format)
  let line = 1 + format.skippedLines
  const options: Options = {
    delimiter: format.delimiter,
    relax_column_count: true,
    max_record_size: maxRowBytes,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Called while parsing, so that `line` is exact when the next row fails.
    on_record: (cells: string[]) => {
      const row: FileRow = { line, cells }
      line += 1 + cells.reduce((sum, cell) => sum + countLineBreaks(cell), 0)
      // Declared for cells only, though any value can be returned.
      return row as unknown as string[]
    },
  }
  const source = Readable.from(textOf(format, texts))
  const parser = source.pipe(parse(options))
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const row of parser as unknown as AsyncIterable<FileRow>)
      if (row.cells.length > 1 || row.cells[0]?.trim() !== '') yield row
  } catch (error) {
    throw error instanceof CsvError
      ? new InvalidFileError(describe(error, maxRowBytes), line)
      : error
  }
}

async function readHead(texts: AsyncGenerator<string>): Promise<string> {
  let head = ''
  while (head.length < HEAD_LENGTH) {
    const { done, value } = await texts.next()
    if (done) break
    head += value
  }
  return head
}

async function* textOf({ body }: CsvFormat, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (body !== '') yield body
  yield* rest
}

const PROBLEMS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote that begins in this row does not end',
  CSV_INVALID_CLOSING_QUOTE:
    'text follows the closing quote of a cell; write a quote inside a quoted cell twice',
  INVALID_OPENING_QUOTE:
    'a cell without quotes around it contains a quote; put the cell in quotes and write the quote twice',
}

const describe = ({ code, message }: CsvError, maxRowBytes: number) =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `the row is larger than ${maxRowBytes} bytes`
    : (PROBLEMS[code] ?? message)
