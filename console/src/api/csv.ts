// A list of the API as a CSV file, read while it arrives, so that its size does not matter.
import { api } from './client.ts'

export type CsvOptions = {
  path: string
  query: Record<string, string>
  /** In the place of the first line, which has the API's names. */
  header: string[]
  signal: AbortSignal
  onProgress: (rows: number) => void
}

const QUOTE = 0x22
const LINE_FEED = 0x0a
/** Parts of this size leave the memory of the page. */
const PART_BYTES = 4_000_000

export async function readCsv({
  path,
  query,
  header,
  signal,
  onProgress,
}: CsvOptions): Promise<Blob> {
  const file = await requestCsv(path, query, signal)
  // The mark tells spreadsheets that the text is UTF-8.
  const parts: BlobPart[] = [`\ufeff${header.map(cell).join(',')}\r\n`]
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const lines = createLineCounter()
  for await (const chunk of file) {
    const rows = lines.count === 0 ? afterFirstLine(chunk) : chunk
    onProgress(Math.max(0, lines.read(chunk) - 1))
    chunks.push(rows)
    bytes += rows.length
    if (bytes > PART_BYTES) {
      parts.push(new Blob(chunks))
      chunks = []
      bytes = 0
    }
  }
  return new Blob([...parts, ...chunks], { type: 'text/csv;charset=utf-8' })
}

// TypeScript cannot check the query of a path that is known at run time only.
const requestCsv = (path: string, query: Record<string, string>, signal: AbortSignal) =>
  api.download(path as '/suggestions', { query, signal })

/** A small file as a whole. */
export const loadCsv = async (
  path: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> => (await requestCsv(path, {}, signal)).bytes()

/** The names in the first line have no line breaks. */
const afterFirstLine = (chunk: Uint8Array<ArrayBuffer>) =>
  chunk.subarray(chunk.indexOf(LINE_FEED) + 1)

/** Line breaks in quotes belong to a cell. */
function createLineCounter() {
  let isQuoted = false
  return {
    count: 0,
    read(chunk: Uint8Array): number {
      for (const byte of chunk) {
        if (byte === QUOTE) isQuoted = !isQuoted
        else if (byte === LINE_FEED && !isQuoted) this.count++
      }
      return this.count
    },
  }
}

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
