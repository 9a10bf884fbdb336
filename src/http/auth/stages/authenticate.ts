// Authentication by bearer token or session cookie.
import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../../auth/identity.ts'
import { ApiError } from '../../../core/api-error.ts'
import type { Reader } from '../../../read/answer.ts'
import { createMemoryCounter } from '../../limits/rate-counter.ts'
import { toMinute } from '../../limits/rate-headers.ts'
import {
  isAdminPage,
  isApiRequest,
  isConsentPage,
  isFile,
  isTokenRequest,
  type Limiter,
} from '../../limits/rate-limit.ts'
import { mayUseCookie, readSessionCookie } from '../cookies/session-cookie.ts'
import type { NoteUse } from './last-use.ts'
import type { TokenCache } from './token-cache.ts'

// Database lookups of unknown tokens that an address has, for each request that it has without a valid token.
const LOOKUPS_PER_REQUEST = 10

/** Finds the caller. A request without a valid token or session has none. */
export type Authenticate = (request: FastifyRequest) => Promise<void>

export type AuthenticationOptions = {
  tokens: TokenCache
  limiter: Limiter
  reader: Reader
  noteUse: NoteUse
}

export function createAuthentication({
  tokens,
  limiter,
  reader,
  noteUse,
}: AuthenticationOptions): Authenticate {
  // Per process: a shared count would cost as much as the lookup.
  const lookups = createMemoryCounter()

  const lookUp = async (request: FastifyRequest, token: string) => {
    const { key } = limiter.accountOfAddress(request)
    const minute = toMinute(limiter.now())
    const maxLookups = LOOKUPS_PER_REQUEST * limiter.requestsPerAddress()
    if (lookups.getUsed(key, minute) >= maxLookups)
      limiter.reject(request, `${maxLookups} unknown tokens per minute`)
    // Both start together, so that concurrent requests see each other's count.
    const [lookup] = await Promise.allSettled([tokens.find(token), lookups.add(key, 1, minute)])
    // Only unknown tokens count.
    const isUnknown = lookup.status === 'fulfilled' && !lookup.value
    if (!isUnknown && minute === toMinute(limiter.now())) await lookups.add(key, -1, minute)
    if (lookup.status === 'rejected') throw lookup.reason
    return lookup.value
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
    const cached = tokens.getCached(credential)
    state.identity = allowed(cached?.identity)
    if (cached?.isFresh) return
    state.identity = allowed(
      await (tokens.needsLookup(credential)
        ? lookUp(request, credential)
        : tokens.find(credential)),
    )
  }

  return async (request) => {
    if (isTokenRequest(request)) return
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
        (identity) => identity.session === null && (isInHeader || identity.allowsQueryToken),
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
