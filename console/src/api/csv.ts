// A list of the API as a CSV file, read while it arrives, so that its size does not matter.
import { EarshotError, NetworkError } from '@earshot/client'

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
  const body = await requestCsv(path, query, signal)
  // The mark tells spreadsheets that the text is UTF-8.
  const parts: BlobPart[] = [`\ufeff${header.map(cell).join(',')}\r\n`]
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const lines = createLineCounter()
  for await (const chunk of chunksOf(body)) {
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

async function requestCsv(path: string, query: Record<string, string>, signal: AbortSignal) {
  const url = `/api/v2/admin${path}?${new URLSearchParams({ ...query, format: 'csv' })}`
  const response = await fetch(url, { headers: { accept: 'text/csv' }, signal })
  if (!response.ok || !response.body) throw await errorOf(response)
  return response.body
}

/** A small file as a whole. */
export const loadCsv = async (path: string, signal: AbortSignal): Promise<Uint8Array> =>
  new Uint8Array(await new Response(await requestCsv(path, {}, signal)).arrayBuffer())

async function* chunksOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw new NetworkError(String(cause), {
        status: 0,
        code: 'network',
        requestId: null,
        cause,
      })
    })
    if (done) return
    yield value
  }
}

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

async function errorOf(response: Response): Promise<EarshotError> {
  const body = await response.json().catch(() => ({}))
  return new EarshotError(body.message ?? response.statusText, {
    status: response.status,
    code: body.error ?? 'internal',
    requestId: response.headers.get('x-request-id'),
  })
}
