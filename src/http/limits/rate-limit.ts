// The rate limit: requests are counted per clock minute, for the API client or, without a valid token, for the address. A
// request over the limit is rejected before its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EndUserCaller } from '../../auth/end-users/caller.ts'
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
// Many people of the portal share a network. Each has a limit of their own besides.
const END_USER_REQUESTS_PER_REQUEST = 20
const PERSON_REQUESTS_PER_REQUEST = 5

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
    const { purpose, times } = purposeOf(request)
    return {
      key: `${clientNetwork(request.ip)}${purpose}`,
      policy: 'address',
      limit: requestsPerAddress() * times,
      retryAfter: 'epoch',
    }
  }
  const accountOfPerson = ({ userId }: EndUserCaller): RateAccount => ({
    key: `person ${userId}`,
    policy: 'person',
    limit: requestsPerAddress() * PERSON_REQUESTS_PER_REQUEST,
    retryAfter: 'epoch',
  })
  const openCharge = (request: FastifyRequest) => {
    const { state } = request
    const account = state.identity
      ? accountOfClient(state.identity)
      : state.endUser
        ? accountOfPerson(state.endUser)
        : accountOfAddress(request)
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
      if (!(await counter.take(key, limit, charge.minute))) reject(request, describe[policy](limit))
      // One address with many people is one address.
      if (policy === 'person') {
        const network = accountOfAddress(request)
        if (!(await counter.take(network.key, network.limit, charge.minute)))
          reject(request, `${network.limit} requests per minute and address`)
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

const describe: Record<RateAccount['policy'], (limit: number) => string> = {
  client: (limit) => `${limit} requests per minute`,
  person: (limit) => `${limit} requests per minute and person`,
  address: (limit) => `${limit} requests per minute without a valid token`,
}

/** What an address is counted for, and how many times the usual number it has. */
function purposeOf(request: FastifyRequest): { purpose: string; times: number } {
  if (!isApiRequest(request)) return { purpose: ' for pages', times: PAGES_PER_REQUEST }
  if (isTokenRequest(request)) return { purpose: ' for tokens', times: 1 }
  return isEndUserRequest(request)
    ? { purpose: ' for end users', times: END_USER_REQUESTS_PER_REQUEST }
    : { purpose: '', times: 1 }
}

// The route pattern, or the decoded path without a host: a path has several spellings.
const normalizePath = ({ routeOptions, url }: FastifyRequest) =>
  routeOptions.url ??
  url.replace(/^https?:\/\/[^/?]*/i, '').replace(/%[2-7][\da-f]/gi, decodeURIComponent)

/** The OpenAPI documents are free, like /docs, which loads them. */
const DOCUMENTS = ['/api/v2/openapi.json', '/api/end_users/openapi.json']

export const isApiRequest = (request: FastifyRequest) =>
  /^\/api([/?]|$)/.test(normalizePath(request)) && !DOCUMENTS.includes(normalizePath(request))

/** The API of end users, with credentials of its own. */
export const isEndUserRequest = (request: FastifyRequest) =>
  /^\/api\/end_users([/?]|$)/.test(normalizePath(request))

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
