// Authentication by bearer token or session cookie.
import type { FastifyRequest } from 'fastify'
import { isCredential } from '../../../auth/credentials.ts'
import type { EndUserCaller } from '../../../auth/end-users/caller.ts'
import { findEndUser, sessionLimitsOf } from '../../../auth/end-users/sessions.ts'
import type { Identity } from '../../../auth/identity.ts'
import type { Context } from '../../../context.ts'
import { ApiError } from '../../../core/api-error.ts'
import { createMemoryCounter } from '../../limits/rate-counter.ts'
import { toMinute } from '../../limits/rate-headers.ts'
import {
  isAdminPage,
  isApiRequest,
  isConsentPage,
  isEndUserRequest,
  isFile,
  isTokenRequest,
  type Limiter,
} from '../../limits/rate-limit.ts'
import { mayUseCookie, readSessionCookie } from '../cookies/session-cookie.ts'
import { readVisitorCookie } from '../cookies/visitor-cookie.ts'
import { staffCaller, staffOf } from '../staff-caller.ts'
import type { NoteUse } from './last-use.ts'
import { createSsoBearers } from './sso-bearers.ts'
import type { TokenCache } from './token-cache.ts'

// Database lookups of unknown tokens that an address has, for each request that it has without a valid token.
const LOOKUPS_PER_REQUEST = 10

/** Finds the caller. A request without a valid token or session has none. */
export type Authenticate = (request: FastifyRequest) => Promise<void>

export type AuthenticationOptions = {
  tokens: TokenCache
  limiter: Limiter
  context: Pick<Context, 'db' | 'reader' | 'readKeys' | 'settings'>
  noteUse: NoteUse
}

export function createAuthentication({
  tokens,
  limiter,
  context,
  noteUse,
}: AuthenticationOptions): Authenticate {
  const { db, reader } = context
  // Per process: a shared count would cost as much as the lookup.
  const lookups = createMemoryCounter()

  const ssoBearers = createSsoBearers(context)

  /** A lookup in the database, of which an address has only so many without success. */
  const lookUp = async <T>(request: FastifyRequest, find: () => Promise<T | undefined>) => {
    const { key } = limiter.accountOfAddress(request)
    const minute = toMinute(limiter.now())
    const maxLookups = LOOKUPS_PER_REQUEST * limiter.requestsPerAddress()
    if (lookups.getUsed(key, minute) >= maxLookups)
      limiter.reject(request, `${maxLookups} unknown tokens per minute`)
    // Both start together, so that concurrent requests see each other's count.
    const [lookup] = await Promise.allSettled([find(), lookups.add(key, 1, minute)])
    // Only unknown tokens count.
    const isUnknown = lookup.status === 'fulfilled' && !lookup.value
    if (!isUnknown && minute === toMinute(limiter.now())) await lookups.add(key, -1, minute)
    if (lookup.status === 'rejected') throw lookup.reason
    return lookup.value
  }

  const findIdentity = async (
    request: FastifyRequest,
    credential: string,
  ): Promise<Identity | undefined> => {
    const cached = tokens.getCached(credential)
    if (cached?.isFresh) return cached.identity
    return tokens.needsLookup(credential)
      ? lookUp(request, () => tokens.find(credential))
      : tokens.find(credential)
  }

  const setIdentity = async (
    request: FastifyRequest,
    credential: string,
    isAllowed: (identity: Identity) => boolean,
  ) => {
    const allowed = (identity: Identity | undefined) =>
      identity && isAllowed(identity) ? identity : undefined
    const { state } = request
    state.findIdentityAgain = async () => allowed(await tokens.find(credential))
    // An identity that is out of date counts for the limits while it is looked up.
    state.identity = allowed(tokens.getCached(credential)?.identity)
    state.identity = allowed(await findIdentity(request, credential))
  }

  /** A token that an application got for an end user, or a single sign-on token. */
  const findByBearer = async (
    request: FastifyRequest,
    token: string,
  ): Promise<EndUserCaller | undefined> => {
    if (!isCredential('token', token)) {
      const bearer = await ssoBearers.find(
        token,
        (find) => lookUp(request, find),
        (reason) => {
          request.state.tokenRefusal = reason
          request.log.warn({ event: 'sso_failed', reason, address: request.ip }, 'token refused')
        },
      )
      if (!bearer) return undefined
      const { userId, allowForums, denyForums } = bearer
      return { userId, isStaff: false, allowForums, denyForums, proof: 'token', sessionId: null }
    }
    const identity = await findIdentity(request, token)
    if (!identity?.endUser) return undefined
    noteUse(identity)
    const { userId, endUser } = identity
    return { userId, isStaff: false, ...endUser, proof: 'application', sessionId: null }
  }

  const findStaff = async (request: FastifyRequest): Promise<Identity | undefined> => {
    const session = readSession(request, reader.baseUrl)
    const identity = session === undefined ? undefined : await findIdentity(request, session)
    const staff = staffOf(identity)
    if (staff) noteUse(staff)
    return staff
  }

  /** Staff by their own session, else the session of the portal. */
  const findByCookie = async (request: FastifyRequest): Promise<EndUserCaller | undefined> => {
    const credential = readVisitorCookie(request, reader.baseUrl)
    if (credential !== undefined && !mayUseCookie(request, reader.baseUrl)) {
      if (isSafe(request.method)) return undefined
      throw crossSite()
    }
    const staff = await findStaff(request)
    if (staff) return staffCaller(request, staff)
    if (credential === undefined) return undefined
    const visitor = await findEndUser(db, credential, sessionLimitsOf(context.settings))
    if (!visitor) return undefined
    const { userId, allowForums, denyForums, sessionId } = visitor
    return { userId, isStaff: false, allowForums, denyForums, proof: 'session', sessionId }
  }

  const authenticateEndUser = async (request: FastifyRequest): Promise<void> => {
    const { state, headers } = request
    const token = parseBearerToken(headers.authorization)
    if (token === undefined) {
      state.endUser = await findByCookie(request)
      // Another scheme is no token of ours. Reading as a stranger would hide the mistake.
      state.hasInvalidToken = headers.authorization !== undefined && state.endUser === undefined
      return
    }
    state.endUser = await findByBearer(request, token)
    state.hasInvalidToken = state.endUser === undefined
  }

  return async (request) => {
    if (isTokenRequest(request)) return
    if (isEndUserRequest(request) && isApiRequest(request)) return authenticateEndUser(request)
    // Staff are recognised on the portal too.
    const isSessionOnly = !(isApiRequest(request) || isAdminPage(request))
    const inHeader = parseBearerToken(request.headers.authorization)
    const token = inHeader ?? readQueryToken(request)
    if (token === undefined) {
      const session = readSession(request, reader.baseUrl)
      if (session === undefined) return
      await setIdentity(request, session, () => true)
    } else if (!isSessionOnly) {
      const isInHeader = inHeader !== undefined
      await setIdentity(
        request,
        token,
        (identity) =>
          identity.session === null &&
          identity.endUser === null &&
          (isInHeader || identity.allowsQueryToken),
      )
    }
    const { identity } = request.state
    if (identity) noteUse(identity)
  }
}

/** The session cookie, where the browser may use it. */
function readSession(request: FastifyRequest, baseUrl: string): string | undefined {
  const session = readSessionCookie(request, baseUrl)
  if (session === undefined || mayUseCookie(request, baseUrl)) return session
  // A link on another site may open a page.
  if (isSafe(request.method) && !isApiRequest(request) && !isFile(request)) return session
  // An application sends people to the page from its own site. Showing it changes nothing.
  if (isSafe(request.method)) return isConsentPage(request) ? session : undefined
  throw crossSite()
}

const isSafe = (method: string) => method === 'GET' || method === 'HEAD'

const crossSite = () =>
  new ApiError(
    'forbidden',
    'The session cookie is accepted from pages of this service only. Send the header Origin or Sec-Fetch-Site of such a page, or Authorization: Bearer <token>.',
  )

/** The caller of a request to /api. Throws without a valid token. */
export function requireIdentity(request: FastifyRequest): Identity {
  const { identity } = request.state
  if (identity) return identity
  const inHeader = parseBearerToken(request.headers.authorization)
  throw inHeader === undefined && readQueryToken(request) !== undefined
    ? queryTokenRefused()
    : unauthorized(inHeader)
}

export const QUERY_TOKEN = 'oauth_token'

/** Some old clients send their token in the query string. Logs of proxies show it, so it is off unless the client allows it. */
function readQueryToken({ query }: FastifyRequest): string | undefined {
  // The router reads no query after a path that it cannot decode.
  const token = (query as Record<string, unknown> | null)?.[QUERY_TOKEN]
  return typeof token === 'string' && token !== '' ? token : undefined
}

const queryTokenRefused = () =>
  new ApiError(
    'unauthorized',
    `${QUERY_TOKEN}: invalid, or not allowed for this API client. Send the header Authorization: Bearer <token>.`,
  )

const unauthorized = (token: string | undefined) =>
  new ApiError(
    'unauthorized',
    token === undefined
      ? 'Authentication required. Send the header Authorization: Bearer <token>.'
      : 'Invalid token: unknown, expired or revoked. Get a new token from POST /api/v2/oauth/token.',
  )

// `\s+`: one live client sends two spaces after Bearer.
export function parseBearerToken(header: string | undefined): string | undefined {
  const [, token] = /^\s*bearer\s+(\S+)\s*$/i.exec(header ?? '') ?? []
  return token
}
