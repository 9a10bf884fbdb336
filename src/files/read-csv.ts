// The text of a CSV file → its rows, one after the other.
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** The number is the one that a spreadsheet shows: the header is row 1. */
export type Row = { number: number; cells: string[] }

/** A file that is no CSV in UTF-8; the message says what it is instead. */
export class InvalidFileError extends Error {
  readonly row: number | null

  constructor(message: string, row: number | null = null) {
    super(message)
    this.row = row
  }
}

const LONGEST_ROW = 1024 * 1024

/** Empty lines are passed over. */
export async function* readRows(source: AsyncIterable<string>): AsyncGenerator<Row> {
  let number = 0
  const options = {
    relax_column_count: true,
    max_record_size: LONGEST_ROW,
    record_delimiter: ['\r\n', '\n', '\r'],
  }
  const text = Readable.from(source)
  const parser = text.pipe(parse(options))
  text.on('error', (error) => parser.destroy(error))
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++
      if (cells.length > 1 || cells[0] !== '') yield { number, cells }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new InvalidFileError(error.message, number + 1)
    throw error
  }
}

/** Without the byte order mark, which the decoder drops. */
export async function* decodeText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(file)) {
      const text = decoder.decode(bytes, { stream: true })
      if (text !== '') yield text
    }
    decoder.decode()
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
    throw new InvalidFileError('it is not text in UTF-8')
  }
}
