// How the rate limit is told, in the case that the wire format has: one live SDK compares names with their case, and
// the framework would lower it.
import type { ServerResponse } from 'node:http'
import type { RetryAfter } from '../read/identity.ts'
import type { RateKey } from './rate-counter.ts'

const MINUTE_MS = 60_000

/** Whoever requests are counted on. */
export type RateAccount = {
  key: RateKey
  policy: 'client' | 'address'
  limit: number
  retryAfter: RetryAfter
}

export type RateState = RateAccount & { used: number; cost: number; isExceeded: boolean }

export const toMinute = (now: number) => Math.floor(now / MINUTE_MS)

/** When the minute ends: its epoch second, and the seconds until then, rounded up. */
export function computeReset(now: number): { epoch: number; seconds: number } {
  const end = (toMinute(now) + 1) * MINUTE_MS
  return { epoch: end / 1000, seconds: Math.ceil((end - now) / 1000) }
}

export function setRateLimitHeaders(answer: ServerResponse, shown: RateState, now: number): void {
  const { policy, limit, used, cost, isExceeded, retryAfter } = shown
  const { epoch, seconds } = computeReset(now)
  const remaining = Math.max(0, limit - used)
  answer.setHeader('X-Rate-Limit-Limit', limit)
  answer.setHeader('X-Rate-Limit-Remaining', remaining)
  answer.setHeader('X-Rate-Limit-Reset', epoch)
  answer.setHeader('X-Rate-Limit-Cost', cost)
  // Those of draft-ietf-httpapi-ratelimit-headers: structured fields, times in seconds from now.
  answer.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=60`)
  answer.setHeader('RateLimit', `"${policy}";r=${remaining};t=${seconds}`)
  if (isExceeded) answer.setHeader('Retry-After', retryAfter === 'delta' ? seconds : epoch)
}
