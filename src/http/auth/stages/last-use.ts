// Notes when a session, a grant or an API client was last used, at most every few minutes, without delaying the request.
import type { FastifyBaseLogger } from 'fastify'
import { noteClientUse } from '../../../auth/clients/api-clients.ts'
import { noteGrantUse } from '../../../auth/clients/token-grants.ts'
import type { Identity } from '../../../auth/identity.ts'
import { touchSession } from '../../../auth/staff/sessions.ts'
import { LruCache } from '../../../core/lru-cache.ts'
import type { Db } from '../../../db/db.ts'

const INTERVAL_MS = 300_000
const MAX_KNOWN = 10_000

export type NoteUse = (identity: Identity) => void

export function createUseNotes(db: Db, now: () => number, log: FastifyBaseLogger): NoteUse {
  const noted = new LruCache<number>(MAX_KNOWN)
  return ({ clientId, grantId, session }) => {
    const key = session
      ? `session ${session.id}`
      : grantId === null
        ? `client ${clientId}`
        : `grant ${grantId}`
    if (now() - (noted.get(key) ?? 0) < INTERVAL_MS) return
    noted.set(key, now(), 1)
    const write = session
      ? touchSession(db, session.id)
      : grantId === null
        ? noteClientUse(db, clientId)
        : noteGrantUse(db, grantId)
    write.catch((err) => log.warn({ err }, 'last use not noted'))
  }
}
