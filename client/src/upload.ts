// Sends a file as a multipart form and reports progress. Browsers report the progress of an upload to XMLHttpRequest only;
// elsewhere the form is streamed through fetch.
import type { Answer, Transport } from './send.ts'

export type UploadSource =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>

/** Bytes of the file. `total` is undefined for a stream. */
export type UploadProgress = { loaded: number; total: number | undefined }

export type FormRequest = {
  url: string
  headers: Record<string, string>
  onProgress?: ((progress: UploadProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

export type UploadRequest = FormRequest & { fileName: string; contentType: string }

export type Upload = { transport: Transport; isReplayable: boolean }

export async function prepareUpload(
  source: UploadSource,
  request: UploadRequest,
  fetch: typeof globalThis.fetch,
): Promise<Upload> {
  const blob = toBlob(source, request.contentType)
  if (findXhr()) {
    const file = blob ?? (await new Response(toStream(source)).blob())
    return { isReplayable: true, transport: () => sendByXhr(file, request) }
  }
  return {
    isReplayable: blob !== undefined,
    transport: () => sendByFetch(blob ? blob.stream() : source, blob?.size, request, fetch),
  }
}

/** Undefined for a stream, which can be read once only. */
function toBlob(source: UploadSource, type: string): Blob | undefined {
  if (source instanceof Blob) return source
  if (source instanceof ArrayBuffer || source instanceof Uint8Array)
    return new Blob([source as Uint8Array<ArrayBuffer>], { type })
  return undefined
}

const toStream = (source: UploadSource): ReadableStream<Uint8Array<ArrayBuffer>> =>
  streamOf(source as AsyncIterable<Uint8Array<ArrayBuffer>>)

function streamOf<T>(source: AsyncIterable<T>): ReadableStream<T> {
  const iterator = source[Symbol.asyncIterator]()
  return new ReadableStream<T>({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}

/** A file in memory is one chunk; its progress is reported in pieces. */
const PIECE_BYTES = 65_536

async function sendByFetch(
  source: UploadSource,
  size: number | undefined,
  { url, headers, fileName, contentType, onProgress, signal }: UploadRequest,
  fetch: typeof globalThis.fetch,
): Promise<Answer> {
  const boundary = `earshot-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`
  const encoder = new TextEncoder()
  const head = encoder.encode(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeName(fileName)}"\r\n` +
      `Content-Type: ${contentType}\r\n\r\n`,
  )
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`)
  async function* form() {
    yield head
    let loaded = 0
    for await (const chunk of source as AsyncIterable<Uint8Array>)
      for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
        const piece = chunk.subarray(start, start + PIECE_BYTES)
        yield piece
        // Reached when the connection has taken the piece.
        loaded += piece.byteLength
        onProgress?.({ loaded, total: size })
      }
    yield tail
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      // Otherwise the body is sent in chunks, which some proxies buffer.
      ...(size !== undefined && {
        'content-length': String(head.byteLength + size + tail.byteLength),
      }),
    },
    body: streamOf(form()) as ReadableStream<Uint8Array<ArrayBuffer>>,
    signal: signal ?? null,
    duplex: 'half',
  } as RequestInit)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** As browsers write names in forms. */
const escapeName = (name: string) =>
  name.replace(/[\r\n"]/g, (character) => encodeURIComponent(character))

/** What is used of XMLHttpRequest; the types of Node.js have none. */
type Xhr = {
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null }
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  readonly status: number
  readonly responseText: string
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getAllResponseHeaders(): string
  send(body: FormData): void
  abort(): void
}

const findXhr = () => (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest

function sendByXhr(file: Blob, { fileName, ...request }: UploadRequest): Promise<Answer> {
  const form = new FormData()
  form.append('file', file, fileName)
  return sendFormByXhr(form, file.size, request)
}

/** A whole form. Its progress is reported in browsers only. */
export function sendForm(
  form: FormData,
  request: FormRequest,
  fetch: typeof globalThis.fetch,
): Promise<Answer> {
  const files = [...form.values()].filter((value) => value instanceof Blob)
  const size = files.reduce((total, file) => total + file.size, 0)
  if (findXhr()) return sendFormByXhr(form, size, request)
  const { url, headers, signal = null } = request
  return fetch(url, { method: 'POST', headers, body: form, signal }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }))
}

function sendFormByXhr(
  form: FormData,
  size: number,
  { url, headers, onProgress, signal }: FormRequest,
): Promise<Answer> {
  const Request = findXhr() as new () => Xhr
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const xhr = new Request()
    const stop = () => xhr.abort()
    const finish = (settle: () => void) => () => {
      signal?.removeEventListener('abort', stop)
      settle()
    }
    xhr.open('POST', url)
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded }) => {
      // The form is longer than its files.
      onProgress?.({ loaded: Math.min(loaded, size), total: size })
    }
    xhr.onload = finish(() =>
      resolve({ status: xhr.status, headers: headersOf(xhr), text: xhr.responseText }),
    )
    xhr.onerror = finish(() => reject(new TypeError('The connection failed.')))
    xhr.onabort = finish(() => reject(signal?.reason))
    signal?.addEventListener('abort', stop, { once: true })
    xhr.send(form)
  })
}

function headersOf(xhr: Xhr): Headers {
  const headers = new Headers()
  for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
