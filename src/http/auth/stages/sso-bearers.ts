// Single sign-on tokens as bearer tokens. What a token says is kept for some minutes; whether its person and its key are still
// valid is asked at every request.
import { hash } from 'node:crypto'
import {
  acceptSsoBearer,
  isBearerValid,
  type SsoBearer,
  type SsoRefusal,
} from '../../../auth/end-users/sso-sign-in.ts'
import type { Context } from '../../../context.ts'
import { LruCache } from '../../../core/lru-cache.ts'

const MAX_KEPT = 10_000
const KEPT_MS = 600_000

/** `ended`: its key is revoked, or its person is blocked or gone. */
export type BearerRefusal = SsoRefusal['code'] | 'ended'

export type SsoBearers = {
  /** `lookUp` runs what asks the database for a token that is not known. `refuse` gets why a token is refused. */
  find(
    token: string,
    lookUp: (find: () => Promise<SsoBearer | undefined>) => Promise<SsoBearer | undefined>,
    refuse: (code: BearerRefusal) => void,
  ): Promise<SsoBearer | undefined>
}

export function createSsoBearers(
  context: Pick<Context, 'db' | 'readKeys' | 'settings'>,
): SsoBearers {
  const { db, readKeys } = context
  const kept = new LruCache<{ bearer: SsoBearer; until: number }>(MAX_KEPT)
  return {
    async find(token, lookUp, refuse) {
      // The hash, so that no token is in a dump of the memory.
      const key = hash('sha256', token, 'base64url')
      const known = kept.get(key)
      if (known && known.until > Date.now()) {
        if (await isBearerValid(db, known.bearer)) return known.bearer
        refuse('ended')
        return undefined
      }
      const bearer = await lookUp(async () => {
        const { settings } = context
        const accepted = await acceptSsoBearer(db, readKeys, token, {
          maxLifetimeSeconds: settings.sso_token_lifetime_seconds,
          aesSubdomain: settings.sso_aes_subdomain,
        })
        if (!('refusal' in accepted)) return accepted
        refuse(accepted.refusal.code)
        return undefined
      })
      if (bearer) {
        const end = bearer.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
        kept.set(key, { bearer, until: Math.min(end, Date.now() + KEPT_MS) }, 1)
      }
      return bearer
    },
  }
}
