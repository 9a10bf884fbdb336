// The bytes of a CSV file → its text, and how its cells are separated.
import { isUtf8 } from 'node:buffer'

/** A file that cannot be read as CSV. The message says what it is instead, or what to do. */
export class InvalidFileError extends Error {
  readonly line: number | null

  constructor(message: string, line: number | null = null) {
    super(message)
    this.line = line
  }
}

/** What the caller knows of a file; detected where absent. */
export type CsvOptions = { delimiter?: string | undefined; encoding?: string | undefined }

const BYTE_ORDER_MARKS: [encoding: string, bytes: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const ZIP = [0x50, 0x4b, 0x03, 0x04]

const startsWith = (bytes: Uint8Array, prefix: number[]) =>
  prefix.every((byte, i) => bytes[i] === byte)

/** The canonical name of an encoding such as `latin1`; undefined for one that nobody knows. */
export function findEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Decodes by the encoding that is named, else by the byte order mark, else as UTF-8. The mark is dropped. */
export async function* decodeText(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  encoding?: string,
): AsyncGenerator<string> {
  let decode: ((bytes?: Buffer) => string) | undefined
  let head: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    // The first chunk of a pipe can be shorter than the longest mark.
    if (decode === undefined && head.length < ZIP.length) continue
    decode ??= createDecoder(detectEncoding(head, encoding))
    const text = decode(head)
    head = Buffer.alloc(0)
    if (text !== '') yield text
  }
  decode ??= createDecoder(detectEncoding(head, encoding))
  const rest = decode(head) + decode()
  if (rest !== '') yield rest
}

/** The encoding that is named, else by the byte order mark, else UTF-8. */
export function detectEncoding(head: Uint8Array, encoding: string | undefined): string {
  if (encoding !== undefined) return encoding
  if (startsWith(head, ZIP))
    throw new InvalidFileError('it is an Excel workbook or a ZIP file; save it as "CSV UTF-8"')
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => startsWith(head, mark))
  if (marked) return marked[0]
  if (head[0] !== 0 && head[1] === 0) throw notUtf8('UTF-16', 'utf-16le')
  if (head[0] === 0 && head[1] !== 0) throw notUtf8('UTF-16', 'utf-16be')
  return 'utf-8'
}

const notUtf8 = (guess: string, encoding: string, line: number | null = null) =>
  new InvalidFileError(
    `it is not UTF-8: it looks like ${guess}. Save it as UTF-8, or name its encoding: ` +
      `--encoding ${encoding} on the command line, charset=${encoding} in the Content-Type of the API`,
    line,
  )

/** Called without bytes at the end of the file. */
function createDecoder(encoding: string): (bytes?: Buffer) => string {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const lines = countLines()
  return (bytes) => {
    try {
      const text = decoder.decode(bytes, { stream: bytes !== undefined })
      if (bytes !== undefined) lines.add(bytes)
      return text
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error
      if (decoder.encoding !== 'utf-8')
        throw new InvalidFileError(`it is not text in ${decoder.encoding}`)
      throw notUtf8('Windows-1252', 'windows-1252', lines.findInvalid(bytes))
    }
  }
}

const NEWLINE = 10
/** Of UTF-8: the first byte of a character of several bytes, of which all but the last can be in one chunk. */
const FIRST_LEAD_BYTE = 0xc0
const MAX_OPEN_BYTES = 3

/** Finds the line that is not UTF-8. No character but a line feed contains its byte, so lines are checked one by one. */
function countLines() {
  let line = 1
  // The beginning of a character whose other bytes are in the next chunk.
  let open: Buffer = Buffer.alloc(0)
  return {
    add(bytes: Buffer): void {
      for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) line++
      const tail = bytes.subarray(-MAX_OPEN_BYTES)
      const start = tail.findLastIndex((byte) => byte >= FIRST_LEAD_BYTE)
      const last = start === -1 ? Buffer.alloc(0) : Buffer.from(tail.subarray(start))
      open = isUtf8(last) ? Buffer.alloc(0) : last
    },
    findInvalid(bytes: Buffer = Buffer.alloc(0)): number {
      const rest = Buffer.concat([open, bytes])
      let from = 0
      for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE, from)) {
        if (!isUtf8(rest.subarray(from, end))) return line
        line++
        from = end + 1
      }
      return line
    },
  }
}

const DELIMITERS = [',', ';', '\t']

/** How the text after its first line breaks and its `sep=` line is to be read, and how many lines those are. */
export type CsvFormat = { delimiter: string; body: string; skippedLines: number }

/** `head` is the beginning of the text, with at least its first line that is not blank. */
export function detectFormat(head: string, delimiter: string | undefined): CsvFormat {
  const blank = /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(head)?.[0] ?? ''
  const declared = /^"?sep=([^"\r\n])"?[ ,;\t]*(?:\r\n|\n|\r|$)/i.exec(head.slice(blank.length))
  const skipped = blank + (declared?.[0] ?? '')
  const body = head.slice(skipped.length)
  return {
    delimiter: delimiter ?? declared?.[1] ?? guessDelimiter(body),
    body,
    skippedLines: countLineBreaks(skipped),
  }
}

/** The delimiter that the first line holds most often outside quotes. */
function guessDelimiter(body: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const char of body) {
    if (char === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (char === '\n' || char === '\r') break
    const count = counts.get(char)
    if (count !== undefined) counts.set(char, count + 1)
  }
  return DELIMITERS.reduce((best, one) =>
    (counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best,
  )
}

/** As an editor counts them: a carriage return and a line feed together are one. */
export function countLineBreaks(text: string): number {
  if (!text.includes('\n') && !text.includes('\r')) return 0
  return text.match(/\r\n|\n|\r/g)?.length ?? 0
}
