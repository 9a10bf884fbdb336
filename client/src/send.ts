// Sends a request until it succeeds, fails for good, or must not wait longer.
import { EarshotError, errorClass, NetworkError } from './errors.ts'
import type { RateLimiter } from './rate-limit.ts'
import { readRetryAfter, retryDelay, sleep, WaitBudget } from './wait.ts'

export type Answer = { status: number; headers: Headers; text: string }

/** Sends the request once. */
export type Transport = () => Promise<Answer>

export type Sending = {
  /** For messages: method and path. */
  name: string
  /** Whether the request can be sent again when its outcome is unknown. */
  isRepeatable: boolean
  /** Whether the body can be sent again at all. */
  isReplayable: boolean
  maxRetries: number
  maxWaitMs: number
  signal?: AbortSignal | undefined
}

export async function send(
  sending: Sending,
  limiter: RateLimiter,
  transport: Transport,
): Promise<Answer> {
  const { maxRetries, maxWaitMs, signal } = sending
  const budget = new WaitBudget(maxWaitMs)
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted()
    await limiter.begin(budget, signal)
    const outcome = await attemptOnce(sending, limiter, transport)
    if (!(outcome instanceof EarshotError)) return outcome
    const waitMs = retryDelay(attempt, secondsToMs(outcome.retryAfter))
    if (attempt >= maxRetries || !canRetry(outcome, sending) || !budget.take(waitMs)) throw outcome
    if (outcome.status === 429) limiter.report(waitMs)
    await sleep(waitMs, signal)
  }
}

/** The successful answer, or the error. */
async function attemptOnce(
  { name, signal }: Sending,
  limiter: RateLimiter,
  transport: Transport,
): Promise<Answer | EarshotError> {
  let answer: Answer | undefined
  try {
    answer = await transport()
    return answer.status < 400 ? answer : toError(name, answer)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof EarshotError) return error
    return new NetworkError(`${name}: no response. ${reasonOf(error)}`, {
      status: 0,
      code: 'network',
      requestId: null,
      cause: error,
    })
  } finally {
    limiter.end(answer?.headers)
  }
}

/** Proxies answer these when the server may have run the request. */
const UNKNOWN_OUTCOMES = [502, 503, 504]

function canRetry(error: EarshotError, { isRepeatable, isReplayable }: Sending): boolean {
  const { status, retryAfter } = error
  if (!isReplayable) return false
  // The server refused to run it.
  if (status === 429) return true
  if (!isRepeatable) return false
  // The first attempt is still running: its response will be stored under the idempotency key.
  if (status === 409) return retryAfter !== null
  return error instanceof NetworkError || UNKNOWN_OUTCOMES.includes(status)
}

const secondsToMs = (seconds: number | null) => (seconds === null ? undefined : seconds * 1000)

function toError(name: string, { status, headers, text }: Answer): EarshotError {
  const body = parse(text)
  const { message, error: code } = (typeof body === 'object' && body !== null ? body : {}) as {
    message?: unknown
    error?: unknown
  }
  return new (errorClass(status))(
    typeof message === 'string' ? message : `${name}: the server answered with status ${status}.`,
    {
      status,
      code: typeof code === 'string' ? code : `http_${status}`,
      requestId: headers.get('x-request-id'),
      body,
      retryAfterMs: readRetryAfter(headers),
    },
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The JSON of a successful answer; undefined when it has no body. */
export function readJson(name: string, { status, headers, text }: Answer): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EarshotError(`${name}: the response is not JSON. Check the base URL.`, {
      status,
      code: 'not_json',
      requestId: headers.get('x-request-id'),
      body: text,
      cause,
    })
  }
}

/** Node.js hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return cause?.message || message || 'Unknown reason.'
}
