// The rate limit: every request below /api is counted in the minute of the clock, on its client, or on its address
// where it has no valid token. Whoever is over the limit is refused before anything is read or asked for them.
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
  /** For whoever has no valid token. */
  requestsPerAddress: number
}

/** What a request costs whom. */
type Charge = {
  account: RateAccount
  minute: number
  cost: number
  isFree: boolean
  isRejected: boolean
  /** In milliseconds, up to `since`; without it we wait for the client's own bytes. */
  workedMs: number
  resumedAt: number | undefined
  now(): number
}

// Unknown tokens that are looked up for an address, for each request that it has without a valid one.
const LOOKUPS_PER_REQUEST = 10

const charges = new WeakMap<FastifyRequest, Charge>()

/** The request costs only the seconds that it takes, because nothing was done for it. */
export function refund(request: FastifyRequest): void {
  const charge = charges.get(request)
  if (charge) charge.isFree = true
}

/** The time until the whole body is here is the client's own. */
export function excludeBodyTime(request: FastifyRequest): void {
  const charge = charges.get(request)
  if (!charge || request.raw.readableEnded) return
  pause(charge)
  request.raw.once('end', () => resume(charge))
}

export type Limiter = {
  /** Counts the request, or refuses it. */
  admit(request: FastifyRequest): Promise<void>
  /** Charges what it cost in the end, and says so in the headers. */
  settle(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createRateLimiter({
  tokens,
  counter,
  now,
  requestsPerAddress,
}: RateLimiterOptions): Limiter {
  // Whoever asks for a token is counted apart: others without one must not keep them from it.
  const ofAddress = (request: FastifyRequest): RateAccount => ({
    key: `${clientNetwork(request.ip)}${isAboutTokens(request) ? ' for tokens' : ''}`,
    policy: 'address',
    limit: requestsPerAddress,
    retryAfter: 'epoch',
  })

  const refuse = (charge: Charge, limit: string) => {
    charge.isRejected = true
    throw exceeded(limit, now())
  }
  const take = async (charge: Charge) => {
    const { key, policy, limit } = charge.account
    charge.minute = toMinute(now())
    if (!(await counter.take(key, limit, charge.minute))) {
      const who = policy === 'client' ? '' : ' without a valid token'
      refuse(charge, `${limit} requests a minute${who}`)
    }
    charge.cost = 1
  }
  const giveBack = async (from: Counter, { key }: RateAccount, minute: number) => {
    if (minute === toMinute(now())) await from.add(key, -1, minute)
  }

  // Each process by itself: to count together would cost as much as the look-up.
  const lookUps = createMemoryCounter()
  const lookUpsPerAddress = LOOKUPS_PER_REQUEST * requestsPerAddress
  const lookUp = async (charge: Charge, token: string) => {
    const { account } = charge
    const minute = toMinute(now())
    if (lookUps.getUsed(account.key, minute) >= lookUpsPerAddress)
      refuse(charge, `${lookUpsPerAddress} unknown tokens a minute`)
    // Both begin at once, so that requests that come together see each other.
    const [found] = await Promise.allSettled([
      tokens.find(token),
      lookUps.add(account.key, 1, minute),
    ])
    // Only who was refused has used one up.
    if (found.status === 'rejected' || found.value) await giveBack(lookUps, account, minute)
    if (found.status === 'rejected') throw found.reason
    return found.value
  }

  return {
    async admit(request) {
      if (!isLimited(request)) return
      const token = isAboutTokens(request)
        ? undefined
        : parseBearerToken(request.headers.authorization)
      const known = token === undefined ? undefined : tokens.getCached(token)
      const charge = newCharge(known ? ofClient(known.identity) : ofAddress(request), now)
      charges.set(request, charge)
      let caller = known?.identity
      if (token !== undefined && !known?.isFresh) {
        caller = await (tokens.needsLookup(token) ? lookUp(charge, token) : tokens.find(token))
        charge.account = caller ? ofClient(caller) : ofAddress(request)
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
        if (isFree) await giveBack(counter, account, charge.minute)
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

const ofClient = ({ clientId, requestsPerMinute, retryAfter }: Identity): RateAccount => ({
  key: clientId,
  policy: 'client',
  limit: requestsPerMinute,
  retryAfter,
})

// The route, where there is one: a path has more than one spelling, and may come with the host before it.
const placeOf = ({ routeOptions, url }: FastifyRequest) =>
  routeOptions.url ??
  url.replace(/^https?:\/\/[^/?]*/i, '').replace(/%[2-7][\da-f]/gi, decodeURIComponent)
// What describes the service is free, as /docs is, which shows it.
const isLimited = (request: FastifyRequest) =>
  /^\/api([/?]|$)/.test(placeOf(request)) && placeOf(request) !== '/api/v2/openapi.json'
const isAboutTokens = (request: FastifyRequest) => placeOf(request).startsWith('/api/v2/oauth/')

function pause(charge: Charge): void {
  charge.workedMs = worked(charge)
  charge.resumedAt = undefined
}

function resume(charge: Charge): void {
  charge.resumedAt ??= charge.now()
}

const worked = ({ workedMs: worked, resumedAt: since, now }: Charge) =>
  worked + (since === undefined ? 0 : Math.max(0, now() - since))

/** One for every whole second after the first. */
const extraCost = (charge: Charge) => Math.max(0, Math.floor(worked(charge) / 1000) - 1)

function exceeded(limit: string, now: number): ApiError {
  const { seconds, epoch } = computeReset(now)
  const at = new Date(epoch * 1000).toISOString().replace('.000', '')
  return new ApiError(
    'rate_limited',
    `The limit of ${limit} is reached; come back in ${seconds} ${
      seconds === 1 ? 'second' : 'seconds'
    }, at ${at}.`,
  )
}
