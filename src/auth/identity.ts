// Who a credential belongs to: the API client and user of a token, or the person of a session.

import type { Queries } from '../db/db.ts'
import { hashCredential, IDLE_DAYS, isCredential } from './credentials.ts'
import type { Role } from './roles.ts'
import { intersectScopes } from './scopes.ts'

export type Identity = {
  /** The sessions of a person act through a client of their own. */
  clientId: number
  userId: number
  /** A token that belongs to nobody acts as the account's owner. Null for a person who is not staff. */
  role: Role | null
  isTrusted: boolean
  isReadOnly: boolean
  /** Such as `feedback:read`; null for all. */
  scopes: string[] | null
  /** In CIDR notation; null for all. */
  networks: string[] | null
  /** Whether the token belongs to the user; otherwise the user is the owner, whom the client acts for. */
  isPersonal: boolean
  /** What the person allowed the application of a token; null for a session and for a token that belongs to nobody. */
  grantId: number | null
  /** Null for a token. */
  session: { id: number } | null
  /** The role requires a second factor. A session has not proved one, or the person of a token has none. */
  needsSecondFactor: boolean
  /** Whether the token is also accepted in the query string. */
  allowsQueryToken: boolean
  /** Of a token for the API of end users, which opens no other: the forums that its person is limited to. */
  endUser: ForumLimits | null
  expiresAt: number | null
  /** The client's own limit, or the plan's. */
  requestsPerMinute: number
  retryAfter: RetryAfter
}

/** Forums that somebody is limited to (null: all), and those that they do not see. */
export type ForumLimits = { allowForums: number[] | null; denyForums: number[] }

/** Whether `Retry-After` of a 429 is an epoch second or a number of seconds. */
export type RetryAfter = 'epoch' | 'delta'

const LIMITS = 'cross join account_plan a join plans on plans.name = a.plan'

const CLIENT = `c.id as client_id, c.is_trusted, c.is_read_only, c.networks::text[] as networks, c.allows_query_token, c.retry_after,
  coalesce(c.requests_per_minute, plans.requests_per_minute) as requests_per_minute`

// A person's token does what the person may do. Without a role that is nothing, and so it is in the name of an end user.
const OF_TOKEN = `select ${CLIENT}, t.user_id, t.is_personal, t.scopes, c.scopes as client_scopes,
    case when c.audience <> 'admin' then null when t.is_personal then p.role else 'owner' end as role, null as session_id, t.grant_id,
    c.audience = 'end_users' as is_end_user, g.allow_forums::float8[] as allow_forums, g.deny_forums::float8[] as deny_forums,
    t.is_personal and c.audience = 'admin' and coalesce(r.requires_second_factor, false)
      and not exists (select from totp_secrets where user_id = t.user_id)
      and not exists (select from passkeys where user_id = t.user_id) as needs_second_factor,
    least(t.expires_at, c.expires_at) as expires_at
  from tokens t join api_clients c on c.id = t.api_client_id
    left join permissions p on p.user_id = t.user_id and p.disabled_at is null
      and exists (select from users u where u.id = t.user_id and u.allowed_state = 'allowed')
    left join role_settings r on r.role = p.role
    left join token_grants g on g.id = t.grant_id
    ${LIMITS}
  where t.hash = $1 and t.revoked_at is null and c.revoked_at is null
    and (t.expires_at is null or t.expires_at > now()) and (c.expires_at is null or c.expires_at > now())
    and (c.audience = 'admin' or t.is_personal and exists (
      select from users u where u.id = t.user_id and u.allowed_state = 'allowed'))`

const OF_SESSION = `select ${CLIENT}, s.user_id, true as is_personal, null::text[] as scopes, null::text[] as client_scopes, p.role, s.id as session_id,
    false as is_end_user, null as grant_id, s.needs_second_factor, least(s.expires_at, s.last_used_at + interval '${IDLE_DAYS} days') as expires_at
  from sessions s join permissions p on p.user_id = s.user_id and p.disabled_at is null
    join users u on u.id = s.user_id and u.allowed_state = 'allowed'
    join api_clients c on c.person_id = s.user_id
    ${LIMITS}
  where s.hash = $1 and s.expires_at > now() and s.last_used_at > now() - interval '${IDLE_DAYS} days'`

/** Undefined when the credential is unknown, expired, revoked or ended. */
export async function findIdentity(
  pool: Queries,
  credential: string,
): Promise<Identity | undefined> {
  const isSession = isCredential('session', credential)
  const { rows } = await pool.query({
    name: isSession ? 'identity_of_session' : 'identity_of_token',
    text: isSession ? OF_SESSION : OF_TOKEN,
    values: [hashCredential(credential)],
  })
  const row = rows[0]
  return (
    row && {
      clientId: row.client_id,
      userId: row.user_id,
      role: row.role,
      isTrusted: row.is_trusted,
      isReadOnly: row.is_read_only,
      scopes: intersectScopes(row.client_scopes, row.scopes),
      networks: row.networks,
      isPersonal: row.is_personal,
      grantId: row.grant_id,
      session: isSession ? { id: row.session_id } : null,
      needsSecondFactor: row.needs_second_factor,
      allowsQueryToken: row.allows_query_token,
      endUser: row.is_end_user
        ? { allowForums: row.allow_forums, denyForums: row.deny_forums ?? [] }
        : null,
      expiresAt: row.expires_at?.getTime() ?? null,
      requestsPerMinute: row.requests_per_minute,
      retryAfter: row.retry_after,
    }
  )
}
