// The elements of a large JSON array, one after the other: a table of a million rows is one array in one line.
import { isUtf8 } from 'node:buffer'
import { MAX_LINE_BYTES } from '../form.ts'
import { SourceError } from './source-client.ts'

export type JsonRow = {
  /** Undefined when it is too long. */
  value: unknown
  /** Whether it had bytes that are not UTF-8. They are replaced. */
  isDamaged: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_ARRAY = 0x5d
const CLOSE_OBJECT = 0x7d
const SPACE = [0x20, 0x09, 0x0a, 0x0d]
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** `name` is that of the file, for errors. An empty file and `null` have no elements. */
export async function* readJsonArray(
  chunks: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<JsonRow> {
  let depth = 0
  let isString = false
  let isEscaped = false
  let parts: Buffer[] = []
  let length = 0
  let head = ''
  const wrong = (what: string) => new SourceError(`${name} ${what}.`)
  const take = (): JsonRow | undefined => {
    const isTooLong = length > MAX_LINE_BYTES
    const bytes = Buffer.concat(parts)
    parts = []
    length = 0
    if (isTooLong) return { value: undefined, isDamaged: false }
    const text = bytes.toString('utf8')
    if (text.trim() === '') return undefined
    try {
      return { value: JSON.parse(text), isDamaged: !isUtf8(bytes) }
    } catch {
      throw wrong('is not JSON')
    }
  }
  for await (const chunk of chunks) {
    let start = 0
    const keep = (end: number) => {
      length += end - start
      if (length <= MAX_LINE_BYTES) parts.push(chunk.subarray(start, end))
      else parts = []
    }
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (isEscaped) isEscaped = false
      else if (isString) {
        if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isString = false
      } else if (depth === 0) {
        if (byte === OPEN_ARRAY && head === '') {
          depth = 1
          head = '['
        } else if (!SPACE.includes(byte) && !BYTE_ORDER_MARK.includes(byte)) {
          if (head.length > 10 || head.startsWith('[')) throw wrong('is no JSON array')
          head += String.fromCharCode(byte)
        }
        start = at + 1
      } else if (byte === QUOTE) isString = true
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++
      else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
        depth--
        if (depth > 0) continue
        keep(at)
        const last = take()
        if (last) yield last
        start = at + 1
      } else if (byte === COMMA && depth === 1) {
        keep(at)
        const row = take()
        if (row) yield row
        start = at + 1
      }
    }
    if (depth > 0) keep(chunk.length)
  }
  if (depth > 0) throw wrong('is cut off: its list does not end')
  if (head !== '' && head !== '[' && head !== 'null') throw wrong('is no JSON array')
}
