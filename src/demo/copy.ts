// Loads rows with binary COPY, several times as fast as inserts. PostgreSQL loads rows while the next ones are generated.

import { once } from 'node:events'
import { setImmediate as untilOthersRan } from 'node:timers/promises'
import type { Client, Connection, Submittable } from 'pg'

/** Times are epoch seconds; `hundredths` is a numeric with two decimals, multiplied by 100. */
export type Kind =
  | 'bigint'
  | 'integer'
  | 'double'
  | 'text'
  | 'boolean'
  | 'time'
  | 'hundredths'
  | 'json'
export type Value = string | number | boolean | null
type Columns = Record<string, Kind>

const PART_BYTES = 128 * 1024
const LARGEST_ROW_BYTES = 32 * 1024
const SECONDS_1970_TO_2000 = 946_684_800
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

export class Rows<C extends Columns = Columns> {
  readonly table: string
  readonly columns: string[]
  count = 0
  readonly #kinds: Kind[]
  #full: Buffer[] = []
  #part = new Part()

  constructor(table: string, columns: C) {
    this.table = table
    this.columns = Object.keys(columns)
    this.#kinds = Object.values(columns)
  }

  add(row: Record<keyof C, Value>): void {
    if (this.#part.end > PART_BYTES - LARGEST_ROW_BYTES) this.#turnPart()
    const { columns } = this
    this.#part.startRow(columns.length)
    for (let i = 0; i < columns.length; i++) {
      this.#part.write(this.#kinds[i] as Kind, row[columns[i] as string] as Value)
    }
    this.count++
  }

  /** The rows added since the last call. */
  take(): Buffer[] {
    this.#turnPart()
    const parts = this.#full
    this.#full = []
    return parts
  }

  #turnPart(): void {
    if (this.#part.end === 0) return
    this.#full.push(this.#part.bytes.subarray(0, this.#part.end))
    this.#part = new Part()
  }
}

export type Copy = {
  /** Default: the rows that were added and not yet sent. */
  parts?: Buffer[]
  /** COPY FREEZE: only for a table truncated in the same transaction. */
  freeze?: boolean
  /** Work to do in steps while PostgreSQL loads. */
  meanwhile?: Iterator<unknown>
}

export async function copyIn(client: Client, rows: Rows, options: Copy): Promise<void> {
  const { parts = rows.take(), freeze = false, meanwhile = [].values() } = options
  if (parts.length === 0) return
  const columns = rows.columns.join(', ')
  const text = `copy ${rows.table} (${columns}) from stdin (format binary, freeze ${freeze})`
  await new Promise<void>((resolve, reject) => {
    const finish = (error?: Error) => (error ? reject(error) : resolve())
    client.query(new CopyIn(text, parts, meanwhile, finish))
  })
}

type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

class CopyIn implements Submittable {
  readonly #text: string
  readonly #parts: Buffer[]
  readonly #meanwhile: Iterator<unknown>
  readonly #finish: (error?: Error) => void
  #error: Error | undefined

  constructor(
    text: string,
    parts: Buffer[],
    meanwhile: Iterator<unknown>,
    finish: (error?: Error) => void,
  ) {
    this.#text = text
    this.#parts = parts
    this.#meanwhile = meanwhile
    this.#finish = finish
  }

  submit(connection: Connection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).catch((error: Error) => {
      this.#error ??= error
      connection.sendCopyFail(error.message)
    })
  }

  handleCommandComplete(): void {}

  // After an error PostgreSQL discards the remaining data and is ready for the next statement.
  handleError(error: Error): void {
    this.#error ??= error
    this.#finish(this.#error)
  }

  handleReadyForQuery(): void {
    this.#finish()
  }

  async #send(connection: CopyConnection): Promise<void> {
    connection.sendCopyFromChunk(HEADER)
    for (const part of this.#parts) {
      if (this.#error) return
      await this.#sendPart(connection, part)
    }
    connection.sendCopyFromChunk(TRAILER)
    connection.endCopyFrom()
  }

  async #sendPart({ stream }: CopyConnection, part: Buffer): Promise<void> {
    const frame = Buffer.allocUnsafe(5)
    frame[0] = 'd'.charCodeAt(0)
    frame.writeInt32BE(part.length + 4, 1)
    stream.write(frame)
    stream.write(part)
    while (stream.writableNeedDrain && !this.#meanwhile.next().done) await untilOthersRan()
    if (stream.writableNeedDrain) await once(stream, 'drain')
  }
}

/** Complete rows in binary COPY format. */
class Part {
  readonly bytes = Buffer.allocUnsafeSlow(PART_BYTES)
  end = 0
  readonly #view = new DataView(this.bytes.buffer)

  startRow(columns: number): void {
    this.#view.setInt16(this.end, columns)
    this.end += 2
  }

  write(kind: Kind, value: Value): void {
    const start = this.end + 4
    const length = value === null ? -1 : this.#writeValue(kind, value, start)
    this.#view.setInt32(this.end, length)
    this.end = length > 0 ? start + length : start
  }

  #writeValue(kind: Kind, value: Value, at: number): number {
    switch (kind) {
      case 'text':
        return this.#writeText(value as string, at)
      case 'boolean':
        this.bytes[at] = value ? 1 : 0
        return 1
      case 'integer':
        this.#view.setInt32(at, value as number)
        return 4
      case 'double':
        this.#view.setFloat64(at, value as number)
        return 8
      case 'bigint':
        return this.#writeInt64(value as number, at)
      case 'time':
        return this.#writeInt64(((value as number) - SECONDS_1970_TO_2000) * 1e6, at)
      case 'hundredths':
        return this.#writeHundredths(value as number, at)
      case 'json':
        // The binary format of jsonb begins with its version.
        this.bytes[at] = 1
        return 1 + this.#writeText(value as string, at + 1)
    }
  }

  // Most texts are short ASCII words, for which a native call costs more than copying.
  #writeText(text: string, at: number): number {
    if (text.length > 24) return this.bytes.write(text, at)
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code > 0x7f) return this.bytes.write(text, at)
      this.bytes[at + i] = code
    }
    return text.length
  }

  #writeInt64(value: number, at: number): number {
    this.#view.setInt32(at, Math.floor(value / 0x1_0000_0000))
    this.#view.setUint32(at + 4, value >>> 0)
    return 8
  }

  // A numeric is a list of base-10,000 digits; the last one here is the fraction.
  #writeHundredths(value: number, at: number): number {
    const size = Math.abs(value)
    const digits = [(size % 100) * 100]
    for (let rest = Math.floor(size / 100); rest > 0; rest = Math.floor(rest / 10_000)) {
      digits.unshift(rest % 10_000)
    }
    const sign = value < 0 ? 0x4000 : 0
    let end = at
    for (const short of [digits.length, digits.length - 2, sign, 2, ...digits]) {
      this.#view.setInt16(end, short)
      end += 2
    }
    return end - at
  }
}
