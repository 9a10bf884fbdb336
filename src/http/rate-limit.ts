// The rate limit: requests to /api are counted per clock minute, for the API client or, without a valid token, for the
// address. A request over the limit is rejected before its body is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Identity } from '../read/identity.ts'
import { parseBearerToken, setCaller, type TokenCache } from './authenticate.ts'
import { clientNetwork } from './network.ts'
import { type Counter, createMemoryCounter } from './rate-counter.ts'
import { computeReset, type RateAccount, setRateLimitHeaders, toMinute } from './rate-headers.ts'

export type RateLimiterOptions = {
  tokens: TokenCache
  counter: Counter
  now(): number
  /** For requests without a valid token, per minute. */
  requestsPerAddress: number
}

/** The cost of a request and the account that pays for it. */
type Charge = {
  account: RateAccount
  minute: number
  cost: number
  isFree: boolean
  isRejected: boolean
  /** Up to `resumedAt`, which is undefined while the server waits for the client's body. */
  workedMs: number
  resumedAt: number | undefined
  now(): number
}

// Database lookups of unknown tokens that an address has, for each request that it has without a valid token.
const LOOKUPS_PER_REQUEST = 10

const charges = new WeakMap<FastifyRequest, Charge>()

/** The request costs only its extra seconds: the server had nothing to do for it. */
export function refund(request: FastifyRequest): void {
  const charge = charges.get(request)
  if (charge) charge.isFree = true
}

/** Does not charge for the time until the body is complete, which depends on the client. */
export function excludeBodyTime(request: FastifyRequest): void {
  const charge = charges.get(request)
  if (!charge || request.raw.readableEnded) return
  pause(charge)
  request.raw.once('end', () => resume(charge))
}

export type Limiter = {
  /** Counts the request, or rejects it. */
  admit(request: FastifyRequest): Promise<void>
  /** Charges the final cost and sets the headers. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createRateLimiter({
  tokens,
  counter,
  now,
  requestsPerAddress,
}: RateLimiterOptions): Limiter {
  // Token requests have their own count, so that other requests without a token cannot block them.
  const accountOfAddress = (request: FastifyRequest): RateAccount => ({
    key: `${clientNetwork(request.ip)}${isTokenRequest(request) ? ' for tokens' : ''}`,
    policy: 'address',
    limit: requestsPerAddress,
    retryAfter: 'epoch',
  })

  const reject = (charge: Charge, limit: string) => {
    charge.isRejected = true
    throw rateLimitExceeded(limit, now())
  }
  const take = async (charge: Charge) => {
    const { key, policy, limit } = charge.account
    charge.minute = toMinute(now())
    if (!(await counter.take(key, limit, charge.minute))) {
      const scope = policy === 'client' ? '' : ' without a valid token'
      reject(charge, `${limit} requests per minute${scope}`)
    }
    charge.cost = 1
  }
  const refundOne = async (from: Counter, { key }: RateAccount, minute: number) => {
    if (minute === toMinute(now())) await from.add(key, -1, minute)
  }

  // Per process: a shared count would cost as much as the lookup.
  const lookups = createMemoryCounter()
  const lookupsPerAddress = LOOKUPS_PER_REQUEST * requestsPerAddress
  const lookUp = async (charge: Charge, token: string) => {
    const { account } = charge
    const minute = toMinute(now())
    if (lookups.getUsed(account.key, minute) >= lookupsPerAddress)
      reject(charge, `${lookupsPerAddress} unknown tokens per minute`)
    // Both start together, so that concurrent requests see each other's count.
    const [lookup] = await Promise.allSettled([
      tokens.find(token),
      lookups.add(account.key, 1, minute),
    ])
    // Only unknown tokens count.
    if (lookup.status === 'rejected' || lookup.value) await refundOne(lookups, account, minute)
    if (lookup.status === 'rejected') throw lookup.reason
    return lookup.value
  }

  return {
    async admit(request) {
      if (!isLimited(request)) return
      const token = isTokenRequest(request)
        ? undefined
        : parseBearerToken(request.headers.authorization)
      const cached = token === undefined ? undefined : tokens.getCached(token)
      const charge = newCharge(
        cached ? accountOfClient(cached.identity) : accountOfAddress(request),
        now,
      )
      charges.set(request, charge)
      let caller = cached?.identity
      if (token !== undefined && !cached?.isFresh) {
        caller = await (tokens.needsLookup(token) ? lookUp(charge, token) : tokens.find(token))
        charge.account = caller ? accountOfClient(caller) : accountOfAddress(request)
      }
      if (caller) setCaller(request, caller)
      await take(charge)
    },
    async settle(request, reply) {
      const charge = charges.get(request)
      if (!charge) return
      const { account, isFree } = charge
      if (charge.cost > 0) {
        const extra = extraCost(charge)
        if (isFree) await refundOne(counter, account, charge.minute)
        if (extra > 0) await counter.add(account.key, extra, toMinute(now()))
        charge.cost = (isFree ? 0 : 1) + extra
      }
      const used = counter.getUsed(account.key, toMinute(now()))
      const isExceeded = charge.isRejected || used > account.limit
      setRateLimitHeaders(reply.raw, { ...account, used, cost: charge.cost, isExceeded }, now())
    },
  }
}

export function applyRateLimit(app: FastifyInstance, limiter: Limiter): void {
  app.addHook('onRequest', limiter.admit)
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const charge = charges.get(request)
    if (charge) pause(charge)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const charge = charges.get(request)
    if (charge) resume(charge)
    done()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    await limiter.settle(request, reply)
    return payload
  })
}

const newCharge = (account: RateAccount, now: () => number): Charge => ({
  account,
  minute: toMinute(now()),
  cost: 0,
  isFree: false,
  isRejected: false,
  workedMs: 0,
  resumedAt: now(),
  now,
})

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
// The OpenAPI document is free, like /docs, which loads it.
const isLimited = (request: FastifyRequest) =>
  /^\/api([/?]|$)/.test(normalizePath(request)) && normalizePath(request) !== '/api/v2/openapi.json'
const isTokenRequest = (request: FastifyRequest) =>
  normalizePath(request).startsWith('/api/v2/oauth/')

function pause(charge: Charge): void {
  charge.workedMs = measureWork(charge)
  charge.resumedAt = undefined
}

function resume(charge: Charge): void {
  charge.resumedAt ??= charge.now()
}

const measureWork = ({ workedMs, resumedAt, now }: Charge) =>
  workedMs + (resumedAt === undefined ? 0 : Math.max(0, now() - resumedAt))

/** One for each whole second after the first. */
const extraCost = (charge: Charge) => Math.max(0, Math.floor(measureWork(charge) / 1000) - 1)

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
