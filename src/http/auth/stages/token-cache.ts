// Who a token or session belongs to. Cached until a notification says that tokens, sessions or roles changed.

import { hashCredential, isCredential } from '../../../auth/credentials.ts'
import { findIdentity, type Identity } from '../../../auth/identity.ts'
import type { Context } from '../../../context.ts'

export type TokenCache = {
  /** From memory only. `isFresh` is false when tokens changed after the lookup. */
  getCached(token: string): { identity: Identity; isFresh: boolean } | undefined
  /** Whether `find` would start a new database lookup. */
  needsLookup(token: string): boolean
  find(token: string): Promise<Identity | undefined>
  invalidate(): void
}

const MAX_CACHED = 10_000
const MAX_UNKNOWN = 10_000
const UNKNOWN_TTL_MS = 60_000

export function createTokenCache({
  reader,
  isListening,
}: Pick<Context, 'reader' | 'isListening'>): TokenCache {
  const cache = new Map<string, { identity: Identity; generation: number }>()
  const pending = new Map<string, Promise<Identity | undefined>>()
  // Unknown tokens and the time of their lookup. Hashed: a mistyped token is almost a valid one.
  const unknown = new Map<string, number>()
  // A lookup that started before an invalidation must not refill the cache.
  let generation = 0

  const lookUp = async (token: string, startGeneration: number) => {
    const identity = await findIdentity(reader.pool, token)
    if (!identity) cache.delete(token)
    if (startGeneration !== generation) return identity
    if (!identity) {
      if (unknown.size >= MAX_UNKNOWN) unknown.clear()
      unknown.set(hashToken(token), Date.now())
    } else {
      if (cache.size >= MAX_CACHED) cache.clear()
      cache.set(token, { identity, generation })
    }
    return identity
  }
  const isKnownInvalid = (token: string) =>
    !(isCredential('token', token) || isCredential('session', token)) ||
    (isListening() && Date.now() - (unknown.get(hashToken(token)) ?? 0) < UNKNOWN_TTL_MS)
  const getCached: TokenCache['getCached'] = (token) => {
    const cached = cache.get(token)
    if (!cached || isExpired(cached.identity)) return undefined
    const isFresh = cached.generation === generation && isListening()
    return { identity: cached.identity, isFresh }
  }
  const find: TokenCache['find'] = async (token) => {
    const cached = getCached(token)
    if (cached?.isFresh) return cached.identity
    if (isKnownInvalid(token)) return undefined
    const running = pending.get(token)
    if (running) return running
    const lookup = lookUp(token, generation)
    pending.set(token, lookup)
    const settle = () => pending.get(token) === lookup && pending.delete(token)
    lookup.then(settle, settle)
    return lookup
  }
  return {
    getCached,
    needsLookup: (token) => !getCached(token) && !pending.has(token) && !isKnownInvalid(token),
    find,
    invalidate() {
      generation += 1
      pending.clear()
      unknown.clear()
    },
  }
}

const hashToken = (token: string) => hashCredential(token).toString('base64url')

const isExpired = ({ expiresAt }: Identity) => expiresAt !== null && expiresAt <= Date.now()
