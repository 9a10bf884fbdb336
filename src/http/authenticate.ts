// Who asks, and may they: bearer tokens, cached until anybody announces that tokens changed.
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Context } from '../context.ts'
import { findIdentity, type Identity } from '../read/identity.ts'

export type Tokens = {
  identify(request: FastifyRequest): Promise<Identity>
  forget(): void
}

const MOST_CACHED = 10_000

export function cachedTokens({
  reader,
  isListening,
}: Pick<Context, 'reader' | 'isListening'>): Tokens {
  const cache = new Map<string, Identity>()
  // A look-up that began before an announcement must not put back what the announcement took away.
  let generation = 0

  return {
    async identify(request) {
      const token = bearerToken(request.headers.authorization)
      if (token === undefined) {
        throw new ApiError(
          'unauthorized',
          'A token is required: send the header Authorization: Bearer <token>.',
        )
      }
      const cached = isListening() ? cache.get(token) : undefined
      if (cached && !isExpired(cached)) return cached
      const begun = generation
      const identity = await findIdentity(reader.pool, token)
      if (!identity) {
        throw new ApiError(
          'unauthorized',
          'The token is unknown, expired or revoked; get a new one.',
        )
      }
      if (begun === generation) {
        if (cache.size >= MOST_CACHED) cache.clear()
        cache.set(token, identity)
      }
      return identity
    },
    forget() {
      generation += 1
      cache.clear()
    },
  }
}

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
function bearerToken(header: string | undefined): string | undefined {
  const [, token] = /^\s*bearer\s+(\S+)\s*$/i.exec(header ?? '') ?? []
  return token
}

const isExpired = ({ expiresAt }: Identity) => expiresAt !== null && expiresAt <= Date.now()
