// The rate limit: requests are counted per clock minute, for the API client or, without a valid token, for the address. A
// request over the limit is rejected before its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity } from '../../auth/identity.ts'
import { ApiError } from '../../core/api-error.ts'
import { clientNetwork } from '../../core/networks.ts'
import { extraCost, newCharge, pause, resume } from './rate-charge.ts'
import { type Counter, createMemoryCounter } from './rate-counter.ts'
import { computeReset, type RateAccount, setRateLimitHeaders, toMinute } from './rate-headers.ts'

export type RateLimiterOptions = {
  counter: Counter
  now(): number
  /** For requests to /api without a valid token, per minute, as it is now. */
  requestsPerAddress(): number
}

// A page loads pictures and scripts. Pages, files and health checks of an address, for each request to /api that it has.
const PAGES_PER_REQUEST = 20

export type Limiter = {
  now(): number
  requestsPerAddress(): number
  accountOfAddress(request: FastifyRequest): RateAccount
  /** Counts the request, or rejects it. */
  take(request: FastifyRequest): Promise<void>
  /** Rejects the request because it exceeds this limit. */
  reject(request: FastifyRequest, limit: string): never
  /** Charges the final cost and sets the headers. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createRateLimiter({
  counter,
  now,
  requestsPerAddress,
}: RateLimiterOptions): Limiter {
  // Per process: pages cost little.
  const pages = createMemoryCounter()
  // Token requests have their own count, so that other requests without a token cannot block them.
  const accountOfAddress = (request: FastifyRequest): RateAccount => {
    const isPage = !isApiRequest(request)
    const purpose = isPage ? ' for pages' : isTokenRequest(request) ? ' for tokens' : ''
    return {
      key: `${clientNetwork(request.ip)}${purpose}`,
      policy: 'address',
      limit: requestsPerAddress() * (isPage ? PAGES_PER_REQUEST : 1),
      retryAfter: 'epoch',
    }
  }
  const openCharge = (request: FastifyRequest) => {
    const { state } = request
    const account = state.identity ? accountOfClient(state.identity) : accountOfAddress(request)
    state.charge ??= newCharge(account, toMinute(now()), now)
    return state.charge
  }
  const reject: Limiter['reject'] = (request, limit) => {
    openCharge(request).isRejected = true
    throw rateLimitExceeded(limit, now())
  }

  // The headers of a page do not show the count: no client adapts to it.
  const takePage = async (request: FastifyRequest) => {
    const { key, limit } = accountOfAddress(request)
    if (!(await pages.take(key, limit, toMinute(now()))))
      reject(request, `${limit} pages per minute and address`)
  }

  return {
    now,
    requestsPerAddress,
    accountOfAddress,
    reject,
    async take(request) {
      if (!isApiRequest(request)) return takePage(request)
      const charge = openCharge(request)
      const { key, policy, limit } = charge.account
      if (!(await counter.take(key, limit, charge.minute))) {
        const scope = policy === 'client' ? '' : ' without a valid token'
        reject(request, `${limit} requests per minute${scope}`)
      }
      charge.cost = 1
    },
    async settle(request, reply) {
      if (!isApiRequest(request) && !request.state.charge) return
      // A request that failed before it was counted costs nothing.
      const charge = openCharge(request)
      const { account, isFree, minute } = charge
      if (charge.cost > 0) {
        const extra = extraCost(charge)
        if (isFree && minute === toMinute(now())) await counter.add(account.key, -1, minute)
        if (extra > 0) await counter.add(account.key, extra, toMinute(now()))
        charge.cost = (isFree ? 0 : 1) + extra
      }
      const used = counter.getUsed(account.key, toMinute(now()))
      const isExceeded = charge.isRejected || used > account.limit
      setRateLimitHeaders(reply.raw, { ...account, used, cost: charge.cost, isExceeded }, now())
    },
  }
}

/** While the server waits for the client's body, the request costs nothing. */
export function pauseCharge({ state: { charge } }: FastifyRequest): void {
  if (charge) pause(charge)
}

export function resumeCharge({ state: { charge } }: FastifyRequest): void {
  if (charge) resume(charge)
}

const accountOfClient = ({ clientId, requestsPerMinute, retryAfter }: Identity): RateAccount => ({
  key: clientId,
  policy: 'client',
  limit: requestsPerMinute,
  retryAfter,
})

// The route pattern, or the decoded path without a host: a path has several spellings.
const normalizePath = ({ routeOptions, url }: FastifyRequest) =>
  routeOptions.url ??
  url.replace(/^https?:\/\/[^/?]*/i, '').replace(/%[2-7][\da-f]/gi, decodeURIComponent)

/** The OpenAPI document is free, like /docs, which loads it. */
export const isApiRequest = (request: FastifyRequest) =>
  /^\/api([/?]|$)/.test(normalizePath(request)) && normalizePath(request) !== '/api/v2/openapi.json'

export const isAdminPage = (request: FastifyRequest) =>
  /^\/admin([/?]|$)/.test(normalizePath(request))

export const isFile = (request: FastifyRequest) => normalizePath(request).startsWith('/files/')

/** Where people allow an application to act as them. */
export const isConsentPage = (request: FastifyRequest) =>
  ['/api/v2/oauth/authorize', '/api/v2/oauth/auth'].includes(normalizePath(request))

export const isTokenRequest = (request: FastifyRequest) =>
  normalizePath(request).startsWith('/api/v2/oauth/') && !isConsentPage(request)

function rateLimitExceeded(limit: string, now: number): ApiError {
  const { seconds, epoch } = computeReset(now)
  const at = new Date(epoch * 1000).toISOString().replace('.000', '')
  return new ApiError(
    'rate_limited',
    `Rate limit exceeded: ${limit}. Retry after ${seconds} ${
      seconds === 1 ? 'second' : 'seconds'
    }, at ${at}.`,
  )
}
