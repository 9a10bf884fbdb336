// The API clients for the operator who manages them, with their limits and without their secrets.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export type ListedClient = {
  id: number
  name: string
  key_hint: string
  is_trusted: boolean
  is_read_only: boolean
  is_public: boolean
  audience: 'admin' | 'end_users'
  token_lifetime_seconds: number | null
  requests_per_minute: number | null
  retry_after: 'epoch' | 'delta'
  created_at: Date
  revoked_at: Date | null
  scopes: string[] | null
  networks: string[] | null
  expires_at: Date | null
  last_used_at: Date | null
  allows_password_grant: boolean
  redirect_uris: string[]
  previous_secret_expires_at: Date | null
  tokens_count: number
}

/** Not those of sessions, which people act through. */
export async function listClients(db: Db): Promise<ListedClient[]> {
  const { rows } = await sql<ListedClient>`
    select id, name, key_hint, is_trusted, is_read_only, secret_hash is null as is_public, audience, token_lifetime_seconds, requests_per_minute, retry_after,
      created_at, revoked_at, scopes, networks::text[] as networks, expires_at, last_used_at, allows_password_grant,
      redirect_uris,
      case when previous_secret_expires_at > now() then previous_secret_expires_at end as previous_secret_expires_at,
      (select count(*) from tokens where api_client_id = api_clients.id
        and api_clients.revoked_at is null
        and (api_clients.expires_at is null or api_clients.expires_at > now()) and tokens.revoked_at is null
        and (tokens.expires_at is null or tokens.expires_at > now())) as tokens_count
    from api_clients where person_id is null order by id`.execute(db)
  return rows
}
