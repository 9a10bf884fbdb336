// Reads JSON and files from the API of a source: keeps to its rate limit, and repeats for a while what fails.
import { isUtf8 } from 'node:buffer'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createOutgoing,
  EVERYWHERE,
  type Outgoing,
  OutgoingError,
  type OutgoingRequest,
  type OutgoingResponse,
} from '../../core/outgoing.ts'

/** Ends a read, in words for the operator. What was read stays, and the next run continues. It never has a secret. */
export class SourceError extends Error {}

/** `body` has members of the body of every request, for APIs that take their key there. */
export type Credentials =
  | { key: string; secret: string }
  | { token: string }
  | { body: Record<string, string> }

export type SourceOptions = {
  /** The origin, such as https://acme.uservoice.com. */
  origin: string
  credentials: Credentials
  /** Of every request to the API, such as its version. */
  headers?: Record<string, string>
  /** OUTGOING_NETWORKS: for files elsewhere, whose addresses the source chooses. */
  networks: readonly string[]
  /** For an address that somebody typed who does not operate the service: all requests go through it. */
  outgoing?: Outgoing
  signal: AbortSignal
  /** Before the first repetition, which doubles. For tests. */
  firstDelayMs?: number
  timeoutMs?: number
}

export type Answer = {
  status: number
  /** Empty unless the status is 200 to 299. */
  body: Record<string, unknown>
  /** Bytes that are not UTF-8 were replaced by U+FFFD. */
  isDamaged: boolean
  isTooLarge: boolean
}

export type SourceClient = {
  origin: string
  /** By the clock of the source. */
  now(): number
  /** A response that is not complete by `isComplete` is asked for again. `until` ends it before the signal of the client does. */
  get(
    url: string,
    isComplete: (body: Record<string, unknown>) => boolean,
    until?: AbortSignal,
  ): Promise<Answer>
  /** Asks with a body of JSON, where an API reads that way. Nothing is written: it can be repeated. */
  post(
    url: string,
    body: Record<string, unknown>,
    isComplete: (body: Record<string, unknown>) => boolean,
  ): Promise<Answer>
  download: Download
}

/** The bytes, or in words why there are none. */
export type Download = (
  address: string,
  maxBytes: number,
  limits?: DownloadLimits,
) => Promise<Buffer | string>

export type DownloadLimits = {
  timeoutMs: number
  attempts: number
  /** However long the host asks for. */
  maxWaitMs: number
  /** Without the token: others than the source chose the address. */
  isPublic?: boolean
}

const TOKEN_PATH = '/api/v2/oauth/token'
const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 30_000
/** However long the source asks for. */
export const MAX_WAIT_MS = 5 * 60_000
const MAX_FAILURES = 10
const MAX_LIMITED = 60
const API_BOUNDS = { failures: MAX_FAILURES, limited: MAX_LIMITED, waitMs: MAX_WAIT_MS }
const MAX_SILENCES = 4
const FILE_LIMITS: DownloadLimits = {
  timeoutMs: 5 * 60_000,
  attempts: 4,
  maxWaitMs: MAX_WAIT_MS,
}
/** Another host that fails so often, one file after the other, is not asked any more. */
const MAX_FAILED_FILES = 3
const MAX_PAGE_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 60_000
const MAX_REDIRECTS = 5
const PASSING_STATUSES = [408, 500, 502, 503, 504]
const PASSING_ERRORS = ['timeout', 'connection', 'unresolved']
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]
/** A page that stays damaged is read with replacements. */
const DAMAGED_READS = 2

/** A number above it is a time in seconds since 1970, below it a duration. */
const FIRST_EPOCH = 1_000_000_000

/**
 * How long a header asks to wait: a number of seconds, a time in seconds since 1970, or a date of HTTP. At most MAX_WAIT_MS. Undefined
 * for anything else and for times that have passed.
 */
export function readWait(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? ''
  const isNumber = /^\d{1,15}(\.\d{1,9})?$/.test(text)
  const isDate = /^[A-Za-z]{3,9},? /.test(text)
  const number = isNumber ? Number(text) : isDate ? Date.parse(text) / 1000 : Number.NaN
  const seconds = isNumber && number < FIRST_EPOCH ? number : number - nowMs / 1000
  return seconds >= 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : undefined
}

/** Why a request is repeated, and after which time if the source says so. */
type Again = { again: string; waitMs?: number | undefined; isLimit?: boolean }

export function createSourceClient(options: SourceOptions): SourceClient {
  const { origin, credentials, signal, firstDelayMs = FIRST_DELAY_MS } = options
  const { timeoutMs = TIMEOUT_MS } = options
  const { host } = new URL(origin)
  // The operator typed the address of the source. Those of files come from the source.
  const own = options.outgoing ?? createOutgoing({ networks: EVERYWHERE, keepsConnections: true })
  const guarded = options.outgoing ?? createOutgoing({ networks: options.networks })
  let token = 'token' in credentials ? credentials.token : undefined
  let clockOffsetMs = 0
  let notBefore = 0
  let hasAnswered = false
  let silences = 0

  const now = () => Date.now() + clockOffsetMs

  async function untilAnswered<T>(
    bounds: { failures: number; limited: number; waitMs: number },
    attempt: () => Promise<{ done: T } | Again>,
    until: AbortSignal = signal,
  ): Promise<T> {
    for (let failures = 0, limited = 0; ; ) {
      until.throwIfAborted()
      const waitMs = notBefore - Date.now()
      if (waitMs > 0) await pause(Math.min(waitMs, bounds.waitMs), undefined, { signal: until })
      const outcome = await attempt()
      if ('done' in outcome) return outcome.done
      if (outcome.isLimit) limited++
      else failures++
      if (failures === bounds.failures || limited === bounds.limited)
        throw new SourceError(
          `${outcome.again} It was asked ${failures + limited} times. What was read is kept: the next run continues.`,
        )
      const delayMs = Math.min(firstDelayMs * 2 ** (failures + limited - 1), MAX_DELAY_MS)
      const pauseMs = Math.min(outcome.waitMs ?? delayMs, bounds.waitMs)
      await pause(Math.max(pauseMs, firstDelayMs), undefined, { signal: until })
    }
  }

  /** What of a failed request passes is repeated. */
  function judgeError(error: unknown): Again {
    if (!(error instanceof OutgoingError)) throw error
    if (!PASSING_ERRORS.includes(error.code)) throw new SourceError(error.message)
    // An address that never answered is wrong rather than busy.
    if (!hasAnswered && ++silences === MAX_SILENCES) throw new SourceError(error.message)
    return { again: error.message }
  }

  function judgeStatus({ status, headers }: OutgoingResponse): Again | undefined {
    const waitMs = readWait(headers['retry-after'], now())
    // Some have 403 for it, and name a time or say that nothing remains.
    const isLimit = headers['retry-after'] !== undefined || limitOf(headers).remaining === 0
    if (status === 429 || (status === 403 && isLimit))
      return { again: `${host} answers that there are too many requests.`, waitMs, isLimit: true }
    if (PASSING_STATUSES.includes(status))
      return { again: `${host} answers with status ${status}.`, waitMs }
    return undefined
  }

  function noteHeaders({ headers }: OutgoingResponse): void {
    const date = Date.parse(headers.date ?? '')
    if (Number.isFinite(date)) clockOffsetMs = date - Date.now()
    const { remaining, reset } = limitOf(headers)
    if (remaining === undefined || remaining > 0) return
    const waitMs = readWait(reset, now())
    if (waitMs !== undefined) notBefore = Date.now() + waitMs
  }

  function requestJson(
    request: OutgoingRequest,
    isComplete: (body: Record<string, unknown>) => boolean,
  ): Promise<Answer> {
    let damagedReads = 0
    const attempt = async (): Promise<{ done: Answer } | Again> => {
      let response: OutgoingResponse
      try {
        response = await own.request({ timeoutMs, maxBytes: MAX_PAGE_BYTES, signal, ...request })
      } catch (error) {
        if (error instanceof OutgoingError && error.code === 'too_large')
          return { done: { status: 200, body: {}, isDamaged: false, isTooLarge: true } }
        return judgeError(error)
      }
      hasAnswered = true
      noteHeaders(response)
      const again = judgeStatus(response)
      if (again) return again
      const { status, headers } = response
      if (REDIRECT_STATUSES.includes(status)) throw redirected(headers.location)
      const answer = { status, body: {}, isDamaged: false, isTooLarge: false }
      if (status < 200 || status > 299) return { done: answer }
      const isDamaged = !isUtf8(response.body)
      if (isDamaged && damagedReads++ < DAMAGED_READS)
        return { again: `${host} answers with text that is not UTF-8.` }
      const body = parseObject(response.body)
      if (body === undefined || !isComplete(body))
        return {
          again: `${host} answers with JSON that is cut off or has other members.`,
          isLimit: limitOf(headers).remaining === 0,
        }
      return { done: { ...answer, body, isDamaged } }
    }
    return untilAnswered(API_BOUNDS, attempt, request.signal)
  }

  function redirected(location: string | undefined): SourceError {
    const target = URL.parse(location ?? '', origin)?.origin
    const other = target === undefined || target === origin ? 'another page' : target
    return new SourceError(
      `${origin} redirects to ${other}. The address of the account is the one that answers itself, and secrets go to no other.`,
    )
  }

  async function authorize(): Promise<string> {
    if (!('key' in credentials)) throw new SourceError(`${host} does not accept the token.`)
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.key,
      client_secret: credentials.secret,
    })
    const { status, body } = await requestJson(
      {
        url: `${origin}${TOKEN_PATH}`,
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: form.toString(),
      },
      ({ access_token }) => typeof access_token === 'string' && access_token !== '',
    )
    if (status === 404)
      throw new SourceError(
        `${origin} has no API v2. The address of the account is one such as https://acme.uservoice.com.`,
      )
    if (status < 200 || status > 299)
      throw new SourceError(
        `${host} does not accept the key and the secret (status ${status}). They are those of a trusted client.`,
      )
    return body.access_token as string
  }

  const accept = { accept: 'application/json', ...options.headers }

  const get: SourceClient['get'] = (url, isComplete, until = signal) =>
    authorized({ url, headers: accept, signal: until }, isComplete)

  const post: SourceClient['post'] = (url, body, isComplete) => {
    const headers = { ...accept, 'content-type': 'application/json' }
    if (!('body' in credentials))
      return authorized({ url, method: 'POST', headers, body: JSON.stringify(body) }, isComplete)
    const whole = JSON.stringify({ ...body, ...credentials.body })
    return requestJson({ url, method: 'POST', headers, body: whole }, isComplete)
  }

  async function authorized(
    request: OutgoingRequest,
    isComplete: (body: Record<string, unknown>) => boolean,
  ): Promise<Answer> {
    for (let isRenewed = false; ; isRenewed = true) {
      token ??= await authorize()
      const headers = { ...request.headers, authorization: `Bearer ${token}` }
      const answer = await requestJson({ ...request, headers }, isComplete)
      if (answer.status !== 401) return answer
      if (isRenewed)
        throw new SourceError(`${host} does not accept the token that it gave for the key.`)
      token = undefined
    }
  }

  /** By host, how many files in a row could not be asked for. */
  const failedFiles = new Map<string, number>()

  const download: Download = async (address, maxBytes, limits = FILE_LIMITS) => {
    let url = URL.parse(address, origin)
    try {
      for (let redirects = 0; url !== null && redirects <= MAX_REDIRECTS; redirects++) {
        const from: URL = url
        if (from.origin !== origin && failedFiles.get(from.host) === MAX_FAILED_FILES)
          return `${from.host} failed ${MAX_FAILED_FILES} times in a row, and is not asked again.`
        const response = await downloadOnce(from, maxBytes, limits)
        if (typeof response === 'string') return response
        const { status, headers, body } = response
        if (status === 200) return body
        if (status === 404 || status === 410) return 'the file is gone.'
        if (!REDIRECT_STATUSES.includes(status)) return `its address answers with status ${status}.`
        url = URL.parse(headers.location ?? '', from.href)
        if (from.protocol === 'https:' && url?.protocol === 'http:')
          return 'its address redirects to one without TLS.'
      }
    } catch (error) {
      // One file is no reason to end.
      if (error instanceof SourceError) return error.message
      throw error
    }
    return url === null ? 'it has no valid address.' : 'its address redirects too often.'
  }

  /** The token goes to the source only, and only where it asks for one. */
  async function downloadOnce(
    url: URL,
    maxBytes: number,
    { timeoutMs: fileTimeoutMs, attempts, maxWaitMs, isPublic }: DownloadLimits,
  ): Promise<OutgoingResponse | string> {
    const isOwn = url.origin === origin
    const bounds = {
      failures: attempts,
      limited: isPublic ? attempts : MAX_LIMITED,
      waitMs: maxWaitMs,
    }
    const request = async (headers: Record<string, string>) => {
      try {
        const response = await untilAnswered<OutgoingResponse | string>(bounds, async () => {
          try {
            const answer = await (isOwn ? own : guarded).request({
              url: url.href,
              headers,
              timeoutMs: fileTimeoutMs,
              maxBytes,
              signal,
            })
            return judgeStatus(answer) ?? { done: answer }
          } catch (error) {
            if (error instanceof OutgoingError && error.code === 'too_large')
              return { done: `the file has more than ${maxBytes} bytes.` }
            return judgeError(error)
          }
        })
        failedFiles.delete(url.host)
        return response
      } catch (error) {
        if (error instanceof SourceError)
          failedFiles.set(url.host, (failedFiles.get(url.host) ?? 0) + 1)
        throw error
      }
    }
    const response = await request({})
    const isRefused = typeof response !== 'string' && [401, 403].includes(response.status)
    return isRefused && isOwn && !isPublic && token !== undefined
      ? request({ authorization: `Bearer ${token}` })
      : response
  }

  return { origin, now, get, post, download }
}

/** For files only, of a source that is no API. */
export const createFileClient = (
  options: Pick<SourceOptions, 'networks' | 'outgoing' | 'signal'>,
): Pick<SourceClient, 'download'> =>
  createSourceClient({ ...options, origin: 'https://source.invalid', credentials: { token: '' } })

const LIMIT_HEADERS = ['x-rate-limit', 'x-ratelimit', 'ratelimit']

/** What remains of the rate limit, and when it is reset. */
function limitOf(headers: Record<string, string>): { remaining?: number; reset?: string } {
  const prefix = LIMIT_HEADERS.find((name) => headers[`${name}-remaining`] !== undefined)
  const remaining = headers[`${prefix}-remaining`] ?? ''
  const reset = headers[`${prefix}-reset`]
  return {
    ...(/^-?\d+$/.test(remaining) && { remaining: Math.max(0, Number(remaining)) }),
    ...(reset !== undefined && { reset }),
  }
}

/** A list without an object around it is its `data`. */
function parseObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
    if (Array.isArray(value)) return { data: value }
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
