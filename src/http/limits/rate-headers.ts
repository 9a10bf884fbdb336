// Rate limit headers, set on the raw response: the framework would lower-case their names, and one live SDK compares
// them case-sensitively.
import type { ServerResponse } from 'node:http'
import type { RetryAfter } from '../../auth/identity.ts'
import type { RateKey } from './rate-counter.ts'

const MINUTE_MS = 60_000

/** The API client, person or address that requests are counted for. */
export type RateAccount = {
  key: RateKey
  policy: 'client' | 'person' | 'address'
  limit: number
  retryAfter: RetryAfter
}

export type RateState = RateAccount & { used: number; cost: number; isExceeded: boolean }

export const toMinute = (now: number) => Math.floor(now / MINUTE_MS)

/** The end of the minute: as an epoch second, and as seconds from now, rounded up. */
export function computeReset(now: number): { epoch: number; seconds: number } {
  const end = (toMinute(now) + 1) * MINUTE_MS
  return { epoch: end / 1000, seconds: Math.ceil((end - now) / 1000) }
}

export function setRateLimitHeaders(response: ServerResponse, state: RateState, now: number): void {
  const { policy, limit, used, cost, isExceeded, retryAfter } = state
  const { epoch, seconds } = computeReset(now)
  const remaining = Math.max(0, limit - used)
  response.setHeader('X-Rate-Limit-Limit', limit)
  response.setHeader('X-Rate-Limit-Remaining', remaining)
  response.setHeader('X-Rate-Limit-Reset', epoch)
  response.setHeader('X-Rate-Limit-Cost', cost)
  // draft-ietf-httpapi-ratelimit-headers: structured fields, times in seconds from now.
  response.setHeader('RateLimit-Policy', `"${policy}";q=${limit};w=60`)
  response.setHeader('RateLimit', `"${policy}";r=${remaining};t=${seconds}`)
  if (isExceeded) response.setHeader('Retry-After', retryAfter === 'delta' ? seconds : epoch)
}
