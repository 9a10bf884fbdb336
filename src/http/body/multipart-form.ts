// Reads a multipart form: its fields, and the files that it streams on.
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../core/api-error.ts'
import { cleanFileName } from './file-name.ts'
import {
  BUFFER_BYTES,
  bodyIncomplete,
  createParser,
  type FileReceiver,
  MAX_FORM_OVERHEAD_BYTES,
  type Part,
  pipeToParser,
  type Refuse,
} from './multipart.ts'
import { createUploadMeter, type UploadMeter } from './upload-meter.ts'
import type { UploadTiming } from './upload-timeouts.ts'

const MAX_FIELDS = 40
/** So long after the end of the request, a form that has no end is refused. */
const INCOMPLETE_MS = 1000

/** `files` that nothing names are deleted after some days, as other uploads are. */
export type ReceivedForm<T> = { fields: [name: string, value: string][]; files: T[] }

type FileLimits = {
  maxBytes: number
  maxFiles: number
  /** Of all together. Default: the product of both. */
  maxTotalBytes?: number
}

/** When this rejects, every `receive` has finished too. The rest of the request is read and discarded. */
export async function receiveForm<T>(
  request: IncomingMessage,
  timing: UploadTiming,
  receive: FileReceiver<T>,
  { maxBytes, maxFiles, maxTotalBytes = maxBytes * maxFiles }: FileLimits,
): Promise<ReceivedForm<T>> {
  const parser = createParser(request)
  const fields: [string, string][] = []
  const received: Promise<T>[] = []
  const meters: UploadMeter[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isRefused = false
  let openParts = 0
  let fieldBytes = 0
  const refuse: Refuse = (reason) => {
    if (isRefused) return
    isRefused = true
    stop()
    for (const { stream } of meters) stream.destroy(reason as Error)
    reject(reason)
  }
  // The parser waits forever for the end of a part's headers, also after the request has ended.
  let incomplete: NodeJS.Timeout | undefined
  const refuseIfIncomplete = () => {
    clearTimeout(incomplete)
    incomplete = setTimeout(() => openParts === 0 && refuse(bodyIncomplete()), INCOMPLETE_MS)
  }
  const readField = (name: string, part: Part) => {
    const chunks: Buffer[] = []
    part.on('data', (chunk: Buffer) => {
      fieldBytes += chunk.length
      if (fieldBytes > MAX_FORM_OVERHEAD_BYTES) refuse(formTooLarge())
      else chunks.push(chunk)
    })
    part.once('end', () => fields.push([name, Buffer.concat(chunks).toString()]))
  }
  const readFile = (fileName: string, part: Part) => {
    const bytes = createUploadMeter(BUFFER_BYTES, maxBytes)
    // `receive` reports the error; without a listener it would crash the process.
    bytes.stream.on('error', () => {})
    meters.push(bytes)
    const file = receive(cleanFileName(fileName), bytes)
    file.catch(refuse)
    received.push(file)
    bytes.readFrom(part)
    part.once('end', () => bytes.end())
  }
  parser.on('file', (name: string | undefined, part: Part, fileName: string | undefined) => {
    openParts += 1
    part.once('end', () => {
      openParts -= 1
      if (request.readableEnded) refuseIfIncomplete()
    })
    part.on('error', () => refuse(bodyIncomplete()))
    if (fileName === undefined) {
      if (fields.length >= MAX_FIELDS) return refuse(formTooLarge())
      return readField(name ?? '', part)
    }
    // A field for files that nobody filled in.
    if (fileName === '') return void part.resume()
    if (received.length >= maxFiles) return refuse(tooManyFiles(maxFiles))
    readFile(fileName, part)
  })
  parser.on('filesLimit', () => refuse(formTooLarge()))
  parser.on('error', () => refuse(bodyIncomplete()))
  parser.on('finish', () => {
    stop()
    resolve()
  })
  const limits = { timing, maxBytes: maxTotalBytes, refuse }
  const stop = pipeToParser(request, parser, limits)
  request.once('end', refuseIfIncomplete)
  try {
    await promise
    return { fields, files: await Promise.all(received) }
  } catch (error) {
    await Promise.allSettled(received)
    throw error
  } finally {
    clearTimeout(incomplete)
  }
}

const formTooLarge = () =>
  new ApiError('too_large', `Form: too large. Maximum: ${MAX_FORM_OVERHEAD_BYTES} bytes.`)
const tooManyFiles = (most: number) =>
  new ApiError('invalid', `files: too many. Maximum: ${most}.`, { files: 'too_many' })
