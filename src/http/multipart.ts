// A form with one file, read as it comes. Plain fields, which some clients send along, are passed over.
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '../api-error.ts'
import { cleanFileName } from './file-name.ts'
import {
  createUploadMeter,
  fileTooLarge,
  MAX_FILE_BYTES,
  type UploadMeter,
} from './upload-meter.ts'
import { startUploadTimeouts, type UploadTimeouts } from './upload-timeouts.ts'

const PART = 'file'
const MAX_PARTS = 20
/** What a form may have around its file: boundaries, headers, words before and after. */
export const MAX_FORM_OVERHEAD_BYTES = 65_536
// What waits in memory between socket and store, so that neither stops for the other all the time.
const BUFFER_BYTES = 131_072

/** Whoever takes the file. Its bytes end only when the whole form was in order, and break off when it was not. */
export type FileReceiver<T> = (fileName: string, bytes: UploadMeter) => Promise<T>

/** When this fails, `take` has ended too; the rest of the request is read and thrown away. */
export async function receiveFile<T>(
  request: IncomingMessage,
  patience: UploadTimeouts,
  take: FileReceiver<T>,
): Promise<T> {
  const bytes = createUploadMeter()
  // Told to `take`; nobody else needs to hear it.
  bytes.stream.on('error', () => {})
  let taken: Promise<T> | undefined
  try {
    await wholeForm(request, patience, (fileName, part, refuse) => {
      taken = take(fileName, bytes)
      taken.catch(refuse)
      part.pipe(bytes.stream, { end: false })
    })
    if (taken === undefined) throw missing()
    bytes.stream.end()
    return await taken
  } catch (error) {
    bytes.stream.destroy(error as Error)
    await taken?.catch(() => {})
    throw error
  }
}

type Part = NodeJS.ReadableStream
type Refuse = (reason: unknown) => void
type OnFile = (fileName: string, part: Part, refuse: Refuse) => void

async function wholeForm(request: IncomingMessage, patience: UploadTimeouts, onFile: OnFile) {
  const parser = parserOf(request)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isRefused = false
  // At once, before the parser learns of anything more; what was on its way is no second reason.
  const refuse: Refuse = (reason) => {
    if (isRefused) return
    isRefused = true
    stop()
    reject(reason)
  }
  let isOpen = false
  let isMet = false
  // A part whose headers never end keeps the parser waiting when there is nothing left to wait for.
  const refuseUnlessDone = () => setImmediate(() => !isOpen && refuse(cutShort()))
  parser.on('file', (name: string | undefined, part: Part, fileName: string | undefined) => {
    isOpen = true
    part.once('end', () => {
      isOpen = false
      if (request.readableEnded) refuseUnlessDone()
    })
    part.on('error', () => refuse(cutShort()))
    if (name !== PART && fileName === undefined) return void part.resume()
    if (name !== PART) return refuse(misnamed(name))
    if (isMet) return refuse(tooMany())
    isMet = true
    onFile(cleanFileName(fileName), part, refuse)
  })
  parser.on('filesLimit', () => refuse(tooMany()))
  parser.on('error', () => refuse(cutShort()))
  parser.on('finish', () => {
    stop()
    resolve()
  })
  const stop = feed(request, parser, patience, refuse)
  request.once('end', refuseUnlessDone)
  await promise
}

/** From the socket to the parser, no faster than the parser takes it; the answer stops it. */
function feed(
  request: IncomingMessage,
  parser: BusboyInstance,
  patience: UploadTimeouts,
  refuse: Refuse,
) {
  const waiting = startUploadTimeouts(request, patience, refuse)
  let size = 0
  const onData = (chunk: Buffer) => {
    waiting.heard()
    size += chunk.length
    if (size > MAX_FILE_BYTES + MAX_FORM_OVERHEAD_BYTES) return refuse(fileTooLarge())
    if (parser.write(chunk)) return
    // Whom we let wait is not the one who is slow.
    waiting.pause()
    request.pause()
    parser.once('drain', () => {
      waiting.heard()
      request.resume()
    })
  }
  const onEnd = () => {
    waiting.pause()
    parser.end()
  }
  // A request that was read to its end closes too, while the store may still be busy.
  const onClose = () => !request.readableEnded && refuse(cutShort())
  request.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose)
  return () => {
    request.off('data', onData).off('end', onEnd).off('close', onClose)
    waiting.end()
    request.resume()
  }
}

function parserOf({ headers }: IncomingMessage): BusboyInstance {
  const type = headers['content-type'] ?? ''
  if (!/;\s*boundary=("[^"]|[^\s";])/i.test(type)) throw withoutBoundary()
  try {
    return new Busboy({
      headers: { 'content-type': type },
      // A part is a file whether it has a name or not.
      isPartAFile: () => true,
      preservePath: true,
      highWaterMark: BUFFER_BYTES,
      fileHwm: BUFFER_BYTES,
      limits: { files: MAX_PARTS, headerPairs: 20 },
    })
  } catch {
    throw withoutBoundary()
  }
}

const withoutBoundary = () =>
  new ApiError(
    'malformed',
    'The header Content-Type names no boundary; it should be multipart/form-data; boundary=….',
  )

const cutShort = () =>
  new ApiError('malformed', 'The body ends in the middle; it should be a whole multipart form.')
const missing = () =>
  new ApiError('invalid', `The form has no part ${PART}, which should hold the file.`, {
    [PART]: 'required',
  })
const tooMany = () =>
  new ApiError('invalid', `The form has too many parts; one file is enough, called ${PART}.`, {
    [PART]: 'too_many',
  })
const misnamed = (name = '') =>
  new ApiError(
    'invalid',
    `The form has a file called ${JSON.stringify(name.slice(0, 100))}; it should be called ${PART}.`,
    { [PART]: 'required' },
  )
