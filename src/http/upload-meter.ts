// Measures a stream of bytes: its size, its hash and its first bytes.
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { ApiError } from '../api-error.ts'

/** The limit of the wire format. */
export const MAX_FILE_BYTES = 50_000_000

// Enough to detect the content type.
const HEAD_BYTES = 8192

export type UploadMeasurement = { size: number; sha256: string; head: Buffer }

export type UploadMeter = {
  stream: Transform
  /** Call it after the stream has ended. */
  getMeasurement(): UploadMeasurement
}

export function createUploadMeter(): UploadMeter {
  const hash = createHash('sha256')
  let size = 0
  let head = Buffer.alloc(0)
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length
      if (size > MAX_FILE_BYTES) return done(fileTooLarge())
      if (head.length < HEAD_BYTES)
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, getMeasurement: () => ({ size, sha256: hash.digest('hex'), head }) }
}

export const fileTooLarge = () =>
  new ApiError('too_large', `file: too large. Maximum: ${MAX_FILE_BYTES} bytes.`)
