// The rate limit as the responses state it. All calls of a client share it, so that they wait instead of being refused.
import { TooManyRequests } from './errors.ts'
import { serverNow, sleep, type WaitBudget } from './wait.ts'

export type RateLimitWait = {
  /** How long the call waits. */
  waitMs: number
  /** Requests per minute, where the responses state it. */
  limit: number | undefined
}

export type OnRateLimit = (wait: RateLimitWait) => void

const WINDOW_MS = 60_000

export class RateLimiter {
  #limit: number | undefined
  /** Requests left in the window; undefined while no response stated it. */
  #remaining: number | undefined
  /** When the next window begins, by the clock of this machine. */
  #resetAt = 0
  #inFlight = 0
  /** Called when a request ends. */
  #waiting = new Set<() => void>()
  readonly #onWait: OnRateLimit | undefined

  constructor(onWait?: OnRateLimit) {
    this.#onWait = onWait
  }

  get limit(): number | undefined {
    return this.#limit
  }

  /** Reports that a call waits because of the rate limit. */
  report(waitMs: number): void {
    this.#onWait?.({ waitMs, limit: this.#limit })
  }

  /** Waits until the limit allows one more request. Call `end` after it. */
  async begin(budget: WaitBudget, signal?: AbortSignal): Promise<void> {
    for (;;) {
      this.#startWindow()
      if (this.#remaining === undefined || this.#remaining > this.#inFlight) break
      const waitMs = this.#resetAt - Date.now()
      // The server may have counted the requests in flight or not: one of their responses tells.
      if (this.#remaining > 0) await this.#nextEnd(waitMs, signal)
      else {
        if (!budget.take(waitMs)) throw usedUp(waitMs)
        this.report(waitMs)
        await sleep(waitMs, signal)
      }
    }
    this.#inFlight += 1
  }

  /** Ends a request; without headers when it had no response. */
  end(headers?: Headers): void {
    this.#inFlight -= 1
    if (headers) this.#read(headers)
    for (const wake of this.#waiting) wake()
  }

  #startWindow(): void {
    if (this.#remaining === undefined || Date.now() < this.#resetAt) return
    this.#remaining = this.#limit
    this.#resetAt = Date.now() + WINDOW_MS
  }

  async #nextEnd(ms: number, signal?: AbortSignal): Promise<void> {
    const wake = new AbortController()
    const end = () => wake.abort()
    this.#waiting.add(end)
    signal?.addEventListener('abort', end, { once: true })
    await sleep(ms, wake.signal).catch(() => {})
    this.#waiting.delete(end)
    signal?.removeEventListener('abort', end)
    signal?.throwIfAborted()
  }

  #read(headers: Headers): void {
    const current = headers.get('ratelimit') ?? ''
    const remaining =
      numberIn(current, /;\s*r=(\d+)/) ?? numberOf(headers, 'x-rate-limit-remaining')
    if (remaining === undefined) return
    const seconds = numberIn(current, /;\s*t=(\d+)/)
    const reset = numberOf(headers, 'x-rate-limit-reset')
    const fromNow =
      seconds !== undefined ? seconds * 1000 : reset ? reset * 1000 - serverNow(headers) : WINDOW_MS
    this.#limit =
      numberOf(headers, 'x-rate-limit-limit') ??
      numberIn(headers.get('ratelimit-policy') ?? '', /;\s*q=(\d+)/)
    this.#remaining = remaining
    this.#resetAt = Date.now() + fromNow
  }
}

const numberIn = (text: string, pattern: RegExp): number | undefined => {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

const numberOf = (headers: Headers, name: string): number | undefined =>
  numberIn(headers.get(name) ?? '', /^(\d+)$/)

const usedUp = (retryAfterMs: number) =>
  new TooManyRequests(
    `The rate limit is used up. Retry in ${Math.ceil(retryAfterMs / 1000)} seconds, or raise maxWaitMs.`,
    { status: 429, code: 'rate_limited', requestId: null, retryAfterMs },
  )
