// Waiting: bounded in total, and stopped at once by an AbortSignal.

/** Resolves after the time, or rejects with the reason of the signal. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** The time that one call can still wait. */
export class WaitBudget {
  #left: number

  constructor(ms: number) {
    this.#left = ms
  }

  /** Whether the call can wait that long; if so, the time is used. */
  take(ms: number): boolean {
    if (ms > this.#left) return false
    this.#left -= ms
    return true
  }
}

const FIRST_BACKOFF_MS = 250
const MAX_BACKOFF_MS = 8_000
/** Spreads clients that received the same time. */
const SPREAD_MS = 250

/** Exponential backoff with full jitter, but not before the time that the server states. */
export function retryDelay(attempt: number, retryAfterMs = 0): number {
  const backoff = Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt)
  return retryAfterMs > 0 ? retryAfterMs + Math.random() * SPREAD_MS : backoff
}

/** The smallest number that is a time and not a duration. */
const FIRST_EPOCH_SECOND = 1_000_000_000

/** `Retry-After` in milliseconds from now: seconds, a Unix time in seconds, or an HTTP date. */
export function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  // The rate limit states the same time as a duration, which needs no clock.
  const seconds = /;\s*r=0;\s*t=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]
  if (seconds !== undefined) return Number(seconds) * 1000
  const value = Number(text)
  if (value < FIRST_EPOCH_SECOND) return Math.max(0, value * 1000)
  const at = Number.isNaN(value) ? Date.parse(text) : value * 1000
  return Number.isNaN(at) ? undefined : Math.max(0, at - serverNow(headers))
}

/** The server's clock, so that a wrong clock of this machine does not matter. */
export function serverNow(headers: Headers): number {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? Date.now() : date
}
