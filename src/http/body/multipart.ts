// Streams the file of a multipart form. Ignores plain fields, which some clients also send.
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import { cleanFileName } from './file-name.ts'
import {
  createUploadMeter,
  fileTooLarge,
  MAX_FILE_BYTES,
  type UploadMeter,
} from './upload-meter.ts'
import { startUploadTimeouts, type UploadTiming } from './upload-timeouts.ts'

const FILE_FIELD = 'file'
const MAX_PARTS = 20
/** The maximum of everything besides the file: boundaries, headers, other fields. */
export const MAX_FORM_OVERHEAD_BYTES = 65_536
// Buffered in memory between the socket and the store, so that they block each other less.
export const BUFFER_BYTES = 131_072

/** Stores the file. The stream ends only when the whole form is valid; otherwise it is destroyed with the error. */
export type FileReceiver<T> = (fileName: string, bytes: UploadMeter) => Promise<T>

/** When this rejects, `receive` has finished too. The rest of the request is read and discarded. */
export async function receiveFile<T>(
  request: IncomingMessage,
  timing: UploadTiming,
  receive: FileReceiver<T>,
  maxBytes = MAX_FILE_BYTES,
): Promise<T> {
  const bytes = createUploadMeter(BUFFER_BYTES, maxBytes)
  // `receive` reports the error; without a listener it would crash the process.
  bytes.stream.on('error', () => {})
  let received: Promise<T> | undefined
  try {
    await readForm(request, timing, maxBytes, (fileName, part, refuse) => {
      received = receive(fileName, bytes)
      received.catch(refuse)
      bytes.readFrom(part)
    })
    if (received === undefined) throw fileMissing()
    bytes.end()
    return await received
  } catch (error) {
    bytes.stream.destroy(error as Error)
    await received?.catch(() => {})
    throw error
  }
}

export type Part = NodeJS.ReadableStream
export type Refuse = (reason: unknown) => void
type OnFile = (fileName: string, part: Part, refuse: Refuse) => void

async function readForm(
  request: IncomingMessage,
  timing: UploadTiming,
  maxBytes: number,
  onFile: OnFile,
) {
  const parser = createParser(request)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isRefused = false
  // Stops the parser first, so that buffered data cannot cause a second rejection.
  const refuse: Refuse = (reason) => {
    if (isRefused) return
    isRefused = true
    stop()
    reject(reason)
  }
  let isPartOpen = false
  let hasFile = false
  // The parser waits forever for the end of a part's headers, also after the request has ended.
  const refuseIfIncomplete = () => setImmediate(() => !isPartOpen && refuse(bodyIncomplete()))
  parser.on('file', (name: string | undefined, part: Part, fileName: string | undefined) => {
    isPartOpen = true
    part.once('end', () => {
      isPartOpen = false
      if (request.readableEnded) refuseIfIncomplete()
    })
    part.on('error', () => refuse(bodyIncomplete()))
    if (name !== FILE_FIELD && fileName === undefined) return void part.resume()
    if (name !== FILE_FIELD) return refuse(wrongField(name))
    if (hasFile) return refuse(tooManyParts())
    hasFile = true
    onFile(cleanFileName(fileName), part, refuse)
  })
  parser.on('filesLimit', () => refuse(tooManyParts()))
  parser.on('error', () => refuse(bodyIncomplete()))
  parser.on('finish', () => {
    stop()
    resolve()
  })
  const stop = pipeToParser(request, parser, { timing, maxBytes, refuse })
  request.once('end', refuseIfIncomplete)
  await promise
}

/** Pipes the request to the parser with backpressure. Returns a function that stops it. */
export function pipeToParser(
  request: IncomingMessage,
  parser: BusboyInstance,
  { timing, maxBytes, refuse }: { timing: UploadTiming; maxBytes: number; refuse: Refuse },
) {
  const timer = startUploadTimeouts(request, timing, refuse)
  let size = 0
  const onData = (chunk: Buffer) => {
    timer.restartIdle()
    size += chunk.length
    if (size > maxBytes + MAX_FORM_OVERHEAD_BYTES) return refuse(fileTooLarge(maxBytes))
    if (parser.write(chunk)) return
    // The server is slow now, not the client.
    timer.pauseIdle()
    request.pause()
    parser.once('drain', () => {
      timer.restartIdle()
      request.resume()
    })
  }
  const onEnd = () => {
    timer.pauseIdle()
    parser.end()
  }
  // `close` also follows a complete request, while the store can still be writing.
  const onClose = () => !request.readableEnded && refuse(bodyIncomplete())
  request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose)
  return () => {
    request.off('data', onData).off('end', onEnd).off('close', onClose)
    timer.end()
    request.resume()
  }
}

export function createParser({ headers }: IncomingMessage): BusboyInstance {
  const type = headers['content-type'] ?? ''
  if (!/;\s*boundary=("[^"]|[^\s";])/i.test(type)) throw boundaryMissing()
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // Some clients send the file without a file name.
      isPartAFile: () => true,
      preservePath: true,
      highWaterMark: BUFFER_BYTES,
      fileHwm: BUFFER_BYTES,
      limits: { files: MAX_PARTS, headerPairs: 20 },
    })
  } catch {
    throw boundaryMissing()
  }
}

const boundaryMissing = () =>
  new ApiError('malformed', 'Content-Type: boundary missing. Use multipart/form-data; boundary=….')

export const bodyIncomplete = () =>
  new ApiError(
    'malformed',
    'Request body: incomplete multipart form. Send it to the final boundary.',
  )
export const fileMissing = () =>
  new ApiError('invalid', `${FILE_FIELD}: required. Send the file in a part with this name.`, {
    [FILE_FIELD]: 'required',
  })
const tooManyParts = () =>
  new ApiError('invalid', `${FILE_FIELD}: too many parts. Send one file.`, {
    [FILE_FIELD]: 'too_many',
  })
const wrongField = (name = '') =>
  new ApiError(
    'invalid',
    `${FILE_FIELD}: required. The form has a file named ${formatValue(name)}. Name it ${FILE_FIELD}.`,
    { [FILE_FIELD]: 'required' },
  )
