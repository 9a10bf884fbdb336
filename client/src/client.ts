import type { CsvPath, Operations } from './api-types.ts'
import { type Calls, callsBy, type Result } from './calls.ts'
import { type Download, toDownload } from './download.ts'
import { type CacheLimits, EtagCache } from './etag-cache.ts'
import { type EventOptions, followEvents, type ServiceEvent } from './events.ts'
import { recordsOf, walkPages } from './iterate.ts'
import { type OnRateLimit, RateLimiter } from './rate-limit.ts'
import { type Answer, readJson, type Sending, send } from './send.ts'
import { openStream } from './stream.ts'
import type {
  Arguments,
  BodyOf,
  CommonOptions,
  ListedRecord,
  ListPath,
  Method,
  OptionsOf,
} from './types.ts'
import { prepareUpload, sendForm, type UploadProgress, type UploadSource } from './upload.ts'
import { ADMIN_PATH, buildUrl, END_USERS_PATH } from './url.ts'

export type ClientOptions = {
  /** The address of the service, for example https://feedback.example.com. Default in a browser: the page's own. */
  baseUrl?: string
  /** Bearer token. Without one, a browser sends the session cookie. */
  token?: string
  fetch?: typeof globalThis.fetch
  /** Retries of one call. Default: 4. */
  maxRetries?: number
  /** How long one call waits in total, for retries and for the rate limit. Default: 90,000. */
  maxWaitMs?: number
  /** How long one attempt can take; uploads have no such limit. Default: 60,000. */
  timeoutMs?: number
  /** Called when a call waits because of the rate limit. */
  onRateLimit?: OnRateLimit
  /** Limits of the ETag cache, or false for none. Default: 500 entries and 10 MB. */
  cache?: CacheLimits | false
}

export type UploadOptions = CommonOptions & {
  /** Default: the name of the File, or `file`. */
  fileName?: string
  /** The server detects the type by itself; this is a hint for proxies. */
  contentType?: string
  onProgress?: (progress: UploadProgress) => void
}

export type FormOptions = CommonOptions & { onProgress?: (progress: UploadProgress) => void }

/** The operations that take a form. */
type FormPath = '/attachments' | '/moves/files'

export type Client = Calls<Operations> & {
  /** The bodies of all pages of a list, one after the other. */
  pages<P extends ListPath>(
    path: P,
    ...options: Arguments<OptionsOf<'GET', P>>
  ): AsyncGenerator<BodyOf<'GET', P>, void, undefined>
  /** All records of a list. */
  records<P extends ListPath>(
    path: P,
    ...options: Arguments<OptionsOf<'GET', P>>
  ): AsyncGenerator<ListedRecord<P>, void, undefined>
  /** Uploads a file; resolves to the body with its attachment. */
  upload(file: UploadSource, options?: UploadOptions): Promise<BodyOf<'POST', '/attachments'>>
  /** Sends a form with files to the operation that takes it. It is sent once: retrying it is up to the caller. */
  uploadForm<P extends FormPath>(
    path: P,
    form: FormData,
    options?: FormOptions,
  ): Promise<BodyOf<'POST', P>>
  /** A list or a report as a CSV file, which is read while it arrives. */
  download<P extends CsvPath>(
    path: P,
    ...options: Arguments<OptionsOf<'GET', P>>
  ): Promise<Download>
  /** A file at an address that a record has, for example that of an attachment. */
  downloadFile(url: string, options?: CommonOptions): Promise<Download>
  /** Changes as they happen. A lost stream is opened again where it was. */
  events(options?: EventOptions): AsyncGenerator<ServiceEvent, void, undefined>
  /** Forgets the cached responses. */
  clearCache(): void
}

/** The options of any call, without their types. */
type Options = CommonOptions & {
  path?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function createClient({
  baseUrl = '',
  token,
  fetch = (...sent) => globalThis.fetch(...sent),
  maxRetries = 4,
  maxWaitMs = 90_000,
  timeoutMs = 60_000,
  onRateLimit,
  cache: cacheLimits = {},
}: ClientOptions = {}): Client {
  const root = checkBaseUrl(baseUrl)
  checkToken(token)
  const limiter = new RateLimiter(onRateLimit)
  const cache = cacheLimits === false ? undefined : new EtagCache(cacheLimits)

  const headersFor = (method: Method, path: string, options: Options): Record<string, string> => ({
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(takesIdempotencyKey(method, path) && { 'idempotency-key': randomUuid() }),
    ...(options.body !== undefined &&
      !(options.body instanceof FormData) && {
        'content-type': options.body instanceof Blob ? options.body.type : 'application/json',
      }),
    ...lowerCase(options.headers),
  })

  const sendingFor = (method: Method, path: string, options: CommonOptions): Sending => ({
    name: `${method} ${path}`,
    isRepeatable: method === 'GET' || method === 'DELETE' || takesIdempotencyKey(method, path),
    isReplayable: true,
    maxRetries: options.maxRetries ?? maxRetries,
    maxWaitMs: options.maxWaitMs ?? maxWaitMs,
    signal: options.signal,
  })

  async function request(
    method: Method,
    path: string,
    options: Options = {},
  ): Promise<Result<unknown>> {
    const url = root + buildUrl(path, options)
    const headers = headersFor(method, path, options)
    const key = `${url}\n${headers.authorization ?? ''}\n${JSON.stringify(options.headers ?? {})}`
    const canCache = method === 'GET' && headers['if-none-match'] === undefined
    const cached = canCache ? cache?.get(key) : undefined
    if (cached) headers['if-none-match'] = cached.etag
    const { body } = options
    const answer = await send(sendingFor(method, path, options), limiter, async () => {
      const response = await fetch(url, {
        method,
        headers,
        ...(body !== undefined && {
          body: body instanceof FormData || body instanceof Blob ? body : JSON.stringify(body),
        }),
        signal: withTimeout(timeoutMs, options.signal),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
    const isCached = cached !== undefined && answer.status === 304
    const result = resultOf(
      `${method} ${path}`,
      isCached ? { ...answer, status: 200, text: cached.text } : answer,
      isCached,
    )
    if (canCache && !isCached && result.etag !== null && answer.status === 200)
      cache?.set(key, { etag: result.etag, text: answer.text })
    return result
  }

  const calls = callsBy<Method, Options>(request)

  const pages = (path: string, options: Options = {}) =>
    walkPages(path, options.query ?? {}, (query) => calls.get(path, { ...options, query }))

  async function* records(path: string, options: Options = {}) {
    for await (const page of pages(path, options)) yield* recordsOf(path, page)
  }

  async function upload(file: UploadSource, options: UploadOptions = {}): Promise<unknown> {
    const path = '/attachments'
    const { fileName = nameOf(file), contentType = typeOf(file), onProgress, signal } = options
    const { transport, isReplayable } = await prepareUpload(
      file,
      {
        url: `${root}${ADMIN_PATH}${path}`,
        headers: headersFor('POST', path, { ...(options.headers && { headers: options.headers }) }),
        fileName,
        contentType,
        onProgress,
        signal,
      },
      fetch,
    )
    const sending = { ...sendingFor('POST', path, options), isReplayable }
    return readJson(sending.name, await send(sending, limiter, transport))
  }

  async function uploadForm(
    path: string,
    form: FormData,
    { onProgress, signal, ...options }: FormOptions = {},
  ): Promise<unknown> {
    const headers = headersFor('POST', path, options)
    const request = { url: `${root}${ADMIN_PATH}${path}`, headers, onProgress, signal }
    const sending = { ...sendingFor('POST', path, options), isReplayable: false, signal }
    const answer = await send(sending, limiter, () => sendForm(form, request, fetch))
    return readJson(sending.name, answer)
  }

  const streamOf = (path: string, url: string, options: Options) => ({
    sending: sendingFor('GET', path, options),
    limiter,
    fetch,
    url,
    headers: headersFor('GET', path, options),
    timeoutMs,
    signal: options.signal,
  })

  async function download(path: string, options: Options = {}): Promise<Download> {
    const asCsv = {
      ...options,
      headers: { accept: 'text/csv', ...options.headers },
      query: { ...options.query, format: 'csv' },
    }
    const response = await openStream(streamOf(path, root + buildUrl(path, asCsv), asCsv))
    return toDownload(`GET ${path}`, response)
  }

  async function downloadFile(address: string, options: CommonOptions = {}): Promise<Download> {
    const url = root === '' ? address : new URL(address, `${root}/`).href
    const request = streamOf(address, url, options)
    // The key in the address is enough, and the file can be at another host, which must not get the token.
    const headers = { ...lowerCase(options.headers), accept: '*/*' }
    return toDownload(`GET ${address}`, await openStream({ ...request, headers }))
  }

  const events = (options: EventOptions = {}) =>
    followEvents(options, (lastEventId, signal) => {
      const path = '/events'
      const headers = {
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        ...options.headers,
      }
      const asked = { ...options, headers, signal, maxRetries: 0 }
      return openStream(streamOf(path, root + ADMIN_PATH + path, asked))
    })

  return {
    ...calls,
    pages,
    records,
    upload,
    uploadForm,
    download,
    downloadFile,
    events,
    clearCache: () => cache?.clear(),
    // The types of the paths exist at compile time only.
  } as unknown as Client
}

const resultOf = (name: string, answer: Answer, isCached: boolean): Result<unknown> => ({
  data: readJson(name, answer),
  status: answer.status,
  etag: answer.headers.get('etag'),
  requestId: answer.headers.get('x-request-id'),
  headers: answer.headers,
  isCached,
})

const hasIdempotencyKeys = (path: string) =>
  !path.startsWith('/api/') || path.startsWith(ADMIN_PATH) || path.startsWith(END_USERS_PATH)

/** The OpenAPI documents declare the header for every POST and PUT, except those of OAuth. */
const takesIdempotencyKey = (method: Method, path: string) =>
  (method === 'POST' || method === 'PUT') && hasIdempotencyKeys(path)

function checkBaseUrl(baseUrl: string): string {
  if (baseUrl === '') return ''
  const { protocol, username, password, pathname, origin } = new URL(baseUrl)
  if (!/^https?:$/.test(protocol) || username || password)
    throw new TypeError('baseUrl: must be an http or https URL without a user name or password.')
  return origin + pathname.replace(/\/+$/, '')
}

// An invalid header would be quoted in the error of fetch, with the token.
function checkToken(token: string | undefined): void {
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('token: must be printable ASCII characters without spaces.')
}

const lowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Not crypto.randomUUID, which browsers offer over https only. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function withTimeout(ms: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ms)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

const nameOf = (file: UploadSource) => ('name' in file && String(file.name)) || 'file'
const typeOf = (file: UploadSource) =>
  ('type' in file && String(file.type)) || 'application/octet-stream'
