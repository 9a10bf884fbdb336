// What people allowed applications. A grant has access tokens, and a refresh token that is replaced at every use.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { type Origin, recordAudit } from '../../write/core/audit.ts'
import {
  generateRefreshToken,
  hashCredential,
  hashesAreEqual,
  parseRefreshToken,
} from '../credentials.ts'
import type { ForumLimits } from '../identity.ts'

/** How a token of a person came about. */
export type GrantType = 'command' | 'password' | 'authorization_code'

/** A grant ends when its refresh token was not used for so long, */
const IDLE_DAYS = 30
/** and in any case after this time. */
const MAX_DAYS = 365
/** Of one person through one client; the oldest ones end. */
const MAX_GRANTS = 100
/** The oldest ones end. Others live until they expire, because requests with them may be under way. */
const MAX_ACCESS_TOKENS = 10

export type NewGrant = {
  clientId: number
  userId: number
  type: GrantType
  scopes: string[] | null
  forums?: ForumLimits
}

/** A token of a command has no refresh token, and no end of its own. */
export async function createGrant(
  tx: Tx,
  { clientId, userId, type, scopes, forums }: NewGrant,
): Promise<{ id: number; refreshToken: string | null }> {
  const refresh = type === 'command' ? null : generateRefreshToken()
  const { rows } = await sql<{ id: number }>`
    insert into token_grants (api_client_id, user_id, grant_type, scopes, allow_forums, deny_forums, family_hash, refresh_hash, expires_at)
    values (${clientId}, ${userId}, ${type}, ${scopes}::text[], ${forums?.allowForums ?? null},
      ${forums?.denyForums ?? []}, ${refresh && hashCredential(refresh.family)},
      ${refresh && hashCredential(refresh.token)},
      case when ${refresh !== null} then now() + ${IDLE_DAYS} * interval '1 day' end)
    returning id`.execute(tx)
  await sql`
    delete from token_grants where id in (
      select id from token_grants where user_id = ${userId} and api_client_id = ${clientId}
      order by id desc offset ${MAX_GRANTS})`.execute(tx)
  return { id: (rows[0] as { id: number }).id, refreshToken: refresh?.token ?? null }
}

type StoredGrant = {
  id: number
  user_id: number
  scopes: string[] | null
  refresh_hash: Buffer | null
  is_valid: boolean
}

export type RefreshResult =
  | { type: 'refreshed'; grantId: number; scopes: string[] | null; refreshToken: string }
  /** The token is unknown or expired, or the person cannot sign in. */
  | { type: 'refused' }
  /** The token was used before, by its application or by a thief. The grant has ended. */
  | { type: 'reused' }

/** Uses the refresh token up. Of two uses, the second ends the grant: one of them is not the application's. */
export async function useRefreshToken(
  tx: Tx,
  token: string,
  clientId: number,
  origin: Origin,
): Promise<RefreshResult> {
  const used = parseRefreshToken(token)
  if (!used) return { type: 'refused' }
  const { rows } = await sql<StoredGrant>`
    select g.id, g.user_id, g.scopes, refresh_hash,
      g.expires_at > now()
        and exists (select from users u where u.id = g.user_id and allowed_state = 'allowed')
        and (a.audience = 'end_users'
          or exists (select from permissions p where p.user_id = g.user_id and disabled_at is null)) as is_valid
    from token_grants g join api_clients a on a.id = g.api_client_id
    where family_hash = ${hashCredential(used.family)} and api_client_id = ${clientId}
    for update of g`.execute(tx)
  const grant = rows[0]
  if (!grant) return { type: 'refused' }
  const { id, user_id, scopes, refresh_hash, is_valid } = grant
  if (refresh_hash === null || !hashesAreEqual(refresh_hash, hashCredential(token))) {
    await endGrant(tx, id)
    await recordAudit(tx, origin, {
      action: 'token_reused',
      subject: { type: 'users', id: user_id },
      before: { api_client_id: clientId },
    })
    return { type: 'reused' }
  }
  if (!is_valid) return { type: 'refused' }
  const next = generateRefreshToken(used.family)
  await sql`
    update token_grants set refresh_hash = ${hashCredential(next.token)}, last_used_at = now(),
      expires_at = least(now() + ${IDLE_DAYS} * interval '1 day', created_at + ${MAX_DAYS} * interval '1 day')
    where id = ${id}`.execute(tx)
  await sql`
    delete from tokens where hash in (
      select hash from tokens where grant_id = ${id} order by created_at desc, hash offset ${MAX_ACCESS_TOKENS - 1})`.execute(
    tx,
  )
  return { type: 'refreshed', grantId: id, scopes, refreshToken: next.token }
}

/** With its access tokens. A trigger announces it to the caches of tokens. */
const endGrant = (tx: Tx, id: number) => sql`delete from token_grants where id = ${id}`.execute(tx)

/** By its id, of one person; or by a refresh token, of one client or of any. The end is recorded. False when there is none. */
export async function revokeGrant(
  tx: Tx,
  which: { id: number; userId?: number } | { refreshToken: string; clientId: number | null },
  origin: Origin,
): Promise<boolean> {
  const matches =
    'id' in which
      ? sql`id = ${which.id} and user_id = coalesce(${which.userId ?? null}, user_id)`
      : sql`family_hash = ${hashCredential(parseRefreshToken(which.refreshToken)?.family ?? '')}
          and api_client_id = coalesce(${which.clientId}, api_client_id)`
  const { rows } = await sql<{ api_client_id: number; user_id: number }>`
    delete from token_grants where ${matches} returning api_client_id, user_id`.execute(tx)
  for (const { api_client_id, user_id } of rows)
    await recordAudit(tx, origin, {
      action: 'token_revoked',
      subject: { type: 'users', id: user_id },
      before: { api_client_id },
    })
  return rows.length > 0
}

/** Codes first: an exchange that holds one has then inserted its grant. */
export async function endGrantsOf(tx: Tx, userId: number): Promise<void> {
  await sql`delete from authorization_codes where user_id = ${userId}`.execute(tx)
  await sql`delete from token_grants where user_id = ${userId}`.execute(tx)
  // Those that a process of an older version issued.
  await sql`delete from tokens where user_id = ${userId} and is_personal`.execute(tx)
}

/** Of the application too. */
export const noteGrantUse = (db: Db, id: number) =>
  sql`
    with used as (update token_grants set last_used_at = now() where id = ${id} returning api_client_id)
    update api_clients set last_used_at = now() where id in (select api_client_id from used)`.execute(
    db,
  )

/** Access tokens are kept for a day: a code that is used twice finds the grant by its token. */
export async function deleteEndedGrants(tx: Tx): Promise<void> {
  await sql`delete from token_grants where expires_at <= now()`.execute(tx)
  await sql`
    delete from tokens where is_personal and expires_at <= now() - interval '1 day'`.execute(tx)
}
