// Who a bearer token speaks for.
import type { Pool } from 'pg'
import { hashOf } from '../credentials.ts'

export type Identity = {
  clientId: number
  userId: number
  isTrusted: boolean
  isReadOnly: boolean
  expiresAt: number | null
}

/** Undefined for a token that is unknown, expired or revoked, or whose client is. */
export async function findIdentity(pool: Pool, token: string): Promise<Identity | undefined> {
  const { rows } = await pool.query({
    name: 'identity_of_token',
    text: `select c.id as client_id, t.user_id, c.is_trusted, c.is_read_only, t.expires_at
      from tokens t join api_clients c on c.id = t.api_client_id
      where t.hash = $1 and t.revoked_at is null and c.revoked_at is null
        and (t.expires_at is null or t.expires_at > now())`,
    values: [hashOf(token)],
  })
  const row = rows[0]
  return (
    row && {
      clientId: row.client_id,
      userId: row.user_id,
      isTrusted: row.is_trusted,
      isReadOnly: row.is_read_only,
      expiresAt: row.expires_at?.getTime() ?? null,
    }
  )
}
