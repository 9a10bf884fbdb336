// Bytes on their way: counted, hashed, their beginning remembered, none kept.
import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { ApiError } from '../api-error.ts'

/** The wire format's own limit. */
export const MAX_FILE_BYTES = 50_000_000

// Enough to tell what a file is.
const HEAD_BYTES = 8192

export type UploadMeasurement = { size: number; sha256: string; head: Buffer }

export type UploadMeter = {
  stream: Transform
  /** Of a stream that has ended. */
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
  new ApiError('too_large', `The file is too large; at most ${MAX_FILE_BYTES} bytes are accepted.`)
