// The client and user of a bearer token.

import { hashCredential } from '../credentials.ts'
import type { Queries } from '../db/db.ts'

export type Identity = {
  clientId: number
  userId: number
  isTrusted: boolean
  isReadOnly: boolean
  expiresAt: number | null
  /** The client's own limit, or the plan's. */
  requestsPerMinute: number
  retryAfter: RetryAfter
}

/** Whether `Retry-After` of a 429 is an epoch second or a number of seconds. */
export type RetryAfter = 'epoch' | 'delta'

/** Undefined when the token is unknown, expired or revoked, or its client is revoked. */
export async function findIdentity(pool: Queries, token: string): Promise<Identity | undefined> {
  const { rows } = await pool.query({
    name: 'identity_of_token',
    text: `select c.id as client_id, t.user_id, c.is_trusted, c.is_read_only, t.expires_at, c.retry_after,
        coalesce(c.requests_per_minute, p.requests_per_minute) as requests_per_minute
      from tokens t join api_clients c on c.id = t.api_client_id
        cross join account_plan a join plans p on p.name = a.plan
      where t.hash = $1 and t.revoked_at is null and c.revoked_at is null
        and (t.expires_at is null or t.expires_at > now())`,
    values: [hashCredential(token)],
  })
  const row = rows[0]
  return (
    row && {
      clientId: row.client_id,
      userId: row.user_id,
      isTrusted: row.is_trusted,
      isReadOnly: row.is_read_only,
      expiresAt: row.expires_at?.getTime() ?? null,
      requestsPerMinute: row.requests_per_minute,
      retryAfter: row.retry_after,
    }
  )
}
