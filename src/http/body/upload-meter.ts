// Measures a stream of bytes: its size, its checksum and its first bytes.
import { Readable } from 'node:stream'
import { crc32 as updateCrc32 } from 'node:zlib'
import { ApiError } from '../../core/api-error.ts'
import { countReceived } from '../../core/young-generation.ts'
import { HEAD_BYTES } from '../../store/content-type.ts'

/** The limit of the wire format. */
export const MAX_FILE_BYTES = 50_000_000

export type UploadMeasurement = { size: number; crc32: number; head: Buffer }

export type UploadMeter = {
  /** The measured bytes, for one reader. */
  stream: Readable
  /** Passes the bytes of `source` on, but not its end. */
  readFrom(source: NodeJS.ReadableStream): void
  end(): void
  /** Call it after the stream has ended. */
  getMeasurement(): UploadMeasurement
}

// Not a Transform, which would buffer and schedule every chunk twice.
export function createUploadMeter(highWaterMark: number, maxBytes = MAX_FILE_BYTES): UploadMeter {
  let size = 0
  let crc32 = 0
  let head = Buffer.alloc(0)
  let source: NodeJS.ReadableStream | undefined
  const stream = new Readable({ highWaterMark, read: () => void source?.resume() })
  const measure = (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) return void stream.destroy(fileTooLarge(maxBytes))
    if (head.length < HEAD_BYTES)
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
    crc32 = updateCrc32(chunk, crc32)
    countReceived(chunk.length)
    if (!stream.push(chunk)) source?.pause()
  }
  return {
    stream,
    readFrom(from) {
      source = from.on('data', measure)
    },
    end: () => void stream.push(null),
    getMeasurement: () => ({ size, crc32, head }),
  }
}

export const fileTooLarge = (maxBytes = MAX_FILE_BYTES) =>
  new ApiError('too_large', `file: too large. Maximum: ${maxBytes} bytes.`)
