// Who asks, and may they: bearer tokens, cached until anybody announces that tokens changed.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Context } from '../context.ts'
import { hashCredential, isToken } from '../credentials.ts'
import { findIdentity, type Identity } from '../read/identity.ts'

export type TokenCache = {
  /** Without asking the database. Whoever is not certain was somebody before tokens changed. */
  getCached(token: string): { identity: Identity; isFresh: boolean } | undefined
  /** Whether the database would have to be asked about a token that nobody knows. */
  needsLookup(token: string): boolean
  find(token: string): Promise<Identity | undefined>
  /** Refuses whoever has no valid token. */
  identify(request: FastifyRequest): Promise<Identity>
  invalidate(): void
}

const MOST_CACHED = 10_000
const MOST_REFUSED = 10_000
const REFUSED_MS = 60_000

export function createTokenCache({
  reader,
  isListening,
}: Pick<Context, 'reader' | 'isListening'>): TokenCache {
  const cache = new Map<string, { identity: Identity; generation: number }>()
  const asked = new Map<string, Promise<Identity | undefined>>()
  // When the database did not know them, by hash: a mistyped token is still almost somebody's.
  const refused = new Map<string, number>()
  // A look-up that began before an announcement must not put back what the announcement took away.
  let generation = 0

  const ask = async (token: string, begun: number) => {
    const identity = await findIdentity(reader.pool, token)
    if (!identity) cache.delete(token)
    if (begun !== generation) return identity
    if (!identity) {
      if (refused.size >= MOST_REFUSED) refused.clear()
      refused.set(hashedKey(token), Date.now())
    } else {
      if (cache.size >= MOST_CACHED) cache.clear()
      cache.set(token, { identity, generation })
    }
    return identity
  }
  const isRefused = (token: string) =>
    !isToken(token) ||
    (isListening() && Date.now() - (refused.get(hashedKey(token)) ?? 0) < REFUSED_MS)
  const known: TokenCache['getCached'] = (token) => {
    const cached = cache.get(token)
    if (!cached || isExpired(cached.identity)) return undefined
    const isCertain = cached.generation === generation && isListening()
    return { identity: cached.identity, isFresh: isCertain }
  }
  const find: TokenCache['find'] = async (token) => {
    const cached = known(token)
    if (cached?.isFresh) return cached.identity
    if (isRefused(token)) return undefined
    const underWay = asked.get(token)
    if (underWay) return underWay
    const asking = ask(token, generation)
    asked.set(token, asking)
    const done = () => asked.get(token) === asking && asked.delete(token)
    asking.then(done, done)
    return asking
  }
  return {
    getCached: known,
    needsLookup: (token) => !known(token) && !asked.has(token) && !isRefused(token),
    find,
    async identify({ headers }) {
      const token = parseBearerToken(headers.authorization)
      const identity = token === undefined ? undefined : await find(token)
      if (!identity) throw unauthorized(token)
      return identity
    },
    invalidate() {
      generation += 1
      asked.clear()
      refused.clear()
    },
  }
}

const callers = new WeakMap<FastifyRequest, Identity>()

export const setCaller = (request: FastifyRequest, caller: Identity) => callers.set(request, caller)

/** Undefined for whoever has no valid token, or sent it to no place below /api. */
export const findCaller = (request: FastifyRequest): Identity | undefined => callers.get(request)

/** Who sent a request below /api; whoever has no valid token is refused. */
export function requireCaller(request: FastifyRequest): Identity {
  const caller = callers.get(request)
  if (!caller) throw unauthorized(parseBearerToken(request.headers.authorization))
  return caller
}

const unauthorized = (token: string | undefined) =>
  new ApiError(
    'unauthorized',
    token === undefined
      ? 'A token is required: send the header Authorization: Bearer <token>.'
      : 'The token is unknown, expired or revoked; get a new one.',
  )

/** What `/admin` asks of a client: trust for everything, more than read-only for a write. */
export function authorize(identity: Identity, method: string): void {
  if (!identity.isTrusted)
    throw new ApiError(
      'forbidden',
      'This API client is not trusted; the admin API needs one that is.',
    )
  if (identity.isReadOnly && method !== 'GET' && method !== 'HEAD') {
    throw new ApiError('forbidden', 'This API client may only read.')
  }
}

// One live client sends two spaces after Bearer.
export function parseBearerToken(header: string | undefined): string | undefined {
  const [, token] = /^\s*bearer\s+(\S+)\s*$/i.exec(header ?? '') ?? []
  return token
}

const hashedKey = (token: string) => hashCredential(token).toString('base64url')

const isExpired = ({ expiresAt }: Identity) => expiresAt !== null && expiresAt <= Date.now()
