// The console finds the rows of a file in the browser, to show and correct them. It must find what the service finds.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  declareDelimiter,
  indexRows,
  parseRow,
  replaceRow,
  rowAt,
  textOf,
  writeRow,
} from '../../console/src/core/csv-text.ts'
import { decodeFile } from '../../console/src/core/text-file.ts'
import type { CsvFormat } from '../../src/imports/csv-text.ts'
import { readRows } from '../../src/imports/read-csv.ts'
import type { FileRow } from '../../src/imports/rows.ts'

const DELIMITERS = [',', ';', '\t'] as const
const BREAKS = ['\n', '\r\n', '\r'] as const
const ENCODINGS = ['utf-8', 'utf-8 with a mark', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/** Characters that matter to CSV, and some that each encoding writes in its own way. */
const CHARACTERS = [...'ab1 \'",;\t\n\r€äÉõ']
const OUTSIDE_WINDOWS_1252 = ['Ж', '漢', '🙂']

const euro = 0x80
const toWindows1252 = (text: string) =>
  Buffer.from([...text].map((char) => (char === '€' ? euro : char.charCodeAt(0))))

function encode(text: string, encoding: (typeof ENCODINGS)[number]): Buffer {
  if (encoding === 'windows-1252') return toWindows1252(text)
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\ufeff${text}`)
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values)

type File = {
  rows: { cells: string[]; isQuoted: boolean; lineBreak: string; blankAfter: string }[]
  delimiter: string
  encoding: (typeof ENCODINGS)[number]
  isDeclared: boolean
  isEnded: boolean
}

const fileOf = (encoding: (typeof ENCODINGS)[number]): fc.Arbitrary<File> => {
  const characters =
    encoding === 'windows-1252' ? CHARACTERS : [...CHARACTERS, ...OUTSIDE_WINDOWS_1252]
  const cell = fc.string({ unit: oneOf(characters), maxLength: 6 })
  return fc.record({
    // Ragged: every row has its own number of cells.
    rows: fc.array(
      fc.record({
        cells: fc.array(cell, { minLength: 1, maxLength: 5 }),
        isQuoted: fc.boolean(),
        lineBreak: oneOf(BREAKS),
        blankAfter: fc.constantFrom('', '', '', '\n', ' \r\n'),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    delimiter: oneOf(DELIMITERS),
    encoding: fc.constant(encoding),
    isDeclared: fc.boolean(),
    isEnded: fc.boolean(),
  })
}

/** Quotes where a cell needs them, or always. */
const writeCell = (cell: string, isQuoted: boolean) =>
  isQuoted || /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const HEADER = ['id', 'Näme', 'x']

function write({ rows, delimiter, isDeclared, isEnded }: File): string {
  const lines = rows.map(
    ({ cells, isQuoted, lineBreak, blankAfter }) =>
      cells.map((cell) => writeCell(cell, isQuoted)).join(delimiter) + lineBreak + blankAfter,
  )
  const text = `${isDeclared ? `sep=${delimiter}\n` : ''}${HEADER.join(delimiter)}\n${lines.join('')}`
  return isEnded ? text : text.replace(/(\r\n|\n|\r)$/, '')
}

const isBlank = (cells: string[]) => cells.length === 1 && cells[0]?.trim() === ''

/** In pieces, as an upload arrives. */
const inPieces = (bytes: Buffer) => [bytes.subarray(0, 7), bytes.subarray(7)]

async function readByService(bytes: Buffer, encoding?: string) {
  let format: CsvFormat | undefined
  const rows: FileRow[] = []
  const onFormat = (found: CsvFormat) => {
    format = found
  }
  for await (const row of readRows(inPieces(bytes), { encoding }, onFormat)) rows.push(row)
  return { rows, format: format as CsvFormat | undefined }
}

/** As the import screen does it: with the delimiter that the service found, from the line where its rows begin. */
function readByBrowser(text: string, { delimiter, skippedLines }: CsvFormat): FileRow[] {
  return indexRows(text, delimiter)
    .map((row) => ({ line: row.line, cells: parseRow(textOf(text, row), delimiter) }))
    .filter(({ line, cells }) => line > skippedLines && !isBlank(cells))
}

describe.each(ENCODINGS)('a file in %s', (encoding) => {
  test('has the same rows, cells and lines for the browser and the service', async () => {
    await fc.assert(
      fc.asyncProperty(fileOf(encoding), async (file) => {
        const bytes = encode(write(file), encoding)
        const decoded = decodeFile(bytes)
        expect(decoded.text).toBe(write(file))
        expect(decoded.isCertain).toBe(encoding !== 'windows-1252')
        const service = await readByService(bytes, decoded.isCertain ? undefined : decoded.encoding)
        expect(service.format?.delimiter).toBe(file.delimiter)
        expect(readByBrowser(decoded.text, service.format as CsvFormat)).toEqual(service.rows)
        expect(service.rows.map(({ cells }) => cells)).toEqual([
          HEADER,
          ...file.rows.map(({ cells }) => cells).filter((cells) => !isBlank(cells)),
        ])
      }),
      { numRuns: 200, seed: 23 },
    )
  })
})

test('a row that the browser changes is what the service reads then', async () => {
  const edits = fc.tuple(fileOf('utf-8'), fc.nat(), fc.nat(), fileOf('utf-8'))
  await fc.assert(
    fc.asyncProperty(edits, async ([file, rowNumber, cellNumber, other]) => {
      const text = write(file)
      const before = await readByService(Buffer.from(text))
      const { delimiter } = before.format as CsvFormat
      const at = rowNumber % before.rows.length
      const { line, cells } = before.rows[at] as FileRow
      const value = other.rows[0]?.cells[0] ?? ''
      const changed = cells.with(cellNumber % cells.length, value)
      const row = rowAt(indexRows(text, delimiter), line)
      if (!row) throw new Error(`The browser has no row at line ${line}.`)
      // An edit of the first row could change which delimiter is found.
      const edited = declareDelimiter(
        replaceRow(text, row, writeRow(changed, delimiter)),
        delimiter,
      )
      const after = await readByService(Buffer.from(edited))
      const expected = before.rows.map((one, index) => (index === at ? changed : one.cells))
      expect(after.rows.map((one) => one.cells)).toEqual(expected.filter((one) => !isBlank(one)))
    }),
    { numRuns: 200, seed: 23 },
  )
})

test('where the service cannot read on, the browser has the rows before it and the line itself', async () => {
  const text = fc.string({ unit: oneOf(['a', '"', ',', '\n', '\r\n', ' ']), maxLength: 40 })
  let rejected = 0
  await fc.assert(
    fc.asyncProperty(text, async (rest) => {
      const bytes = Buffer.from(`a,b\n${rest}`)
      const rows: FileRow[] = []
      let line: number | null = null
      try {
        for await (const row of readRows([bytes], { delimiter: ',' })) rows.push(row)
      } catch (error) {
        line = (error as { line: number }).line
        rejected++
      }
      const { text: decoded } = decodeFile(bytes)
      const browser = readByBrowser(decoded, { delimiter: ',', body: '', skippedLines: 0 })
      if (line === null) expect(browser).toEqual(rows)
      else {
        expect(browser.slice(0, rows.length)).toEqual(rows)
        expect(rowAt(indexRows(decoded, ','), line)).toMatchObject({ line })
      }
    }),
    { numRuns: 500, seed: 23 },
  )
  expect(rejected).toBeGreaterThan(20)
})
