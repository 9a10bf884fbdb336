// API clients and their tokens. Secrets are returned once; the tables hold hashes.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db, Tx } from '../../db/db.ts'
import { COMMAND, type Origin, recordAudit } from '../../write/core/audit.ts'
import {
  generateCredential,
  hashCredential,
  hashesAreEqual,
  parseRefreshToken,
} from '../credentials.ts'
import type { ForumLimits } from '../identity.ts'
import { intersectScopes } from '../scopes.ts'
import { createGrant, type GrantType, revokeGrant } from './token-grants.ts'

/** Token caches listen on this channel and forget all tokens. */
export const TOKENS_CHANNEL = 'tokens_changed'

/** How long an access token of a person is valid, unless its client says otherwise. */
const PERSONAL_LIFETIME_SECONDS = 3600

/** Whose API the tokens of a client open: that of the team, or that of the people of the portal. */
export type Audience = 'admin' | 'end_users'

/** What can be changed later. */
export type ClientSettings = {
  name: string
  /** Such as `feedback:read`; null for all. */
  scopes: string[] | null
  /** In CIDR notation; null for all. */
  networks: string[] | null
  /** Null: never. */
  expiresAt: Date | null
  /** Null: the limit of the plan. */
  requestsPerMinute: number | null
  /** The form of the Retry-After header: a Unix time or a number of seconds. */
  retryAfter: 'epoch' | 'delta'
  /** Whether its tokens are also accepted as `oauth_token` in the query string. */
  allowsQueryToken: boolean
  /** Whether people can get a token from it by their password. */
  allowsPasswordGrant: boolean
  /** Where people are sent back to who allow the application to act as them. */
  redirectUris: string[]
}

export type NewClient = Pick<ClientSettings, 'name' | 'requestsPerMinute'> &
  Partial<ClientSettings> & {
    isTrusted: boolean
    isReadOnly: boolean
    /** Without a secret, for an application that could not keep one. */
    isPublic?: boolean
    audience?: Audience
    tokenLifetimeSeconds: number | null
  }

/** The secret is null for a public client. */
export type Credentials = { id: number; key: string; secret: string | null }

const COLUMNS: Record<keyof ClientSettings, string> = {
  name: 'name',
  scopes: 'scopes',
  networks: 'networks',
  expiresAt: 'expires_at',
  requestsPerMinute: 'requests_per_minute',
  retryAfter: 'retry_after',
  allowsQueryToken: 'allows_query_token',
  allowsPasswordGrant: 'allows_password_grant',
  redirectUris: 'redirect_uris',
}

const columnsOf = (settings: Partial<ClientSettings>) =>
  Object.entries(settings).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            column: sql.ref(COLUMNS[name as keyof ClientSettings]),
            value: name === 'networks' ? sql`${value}::text[]::cidr[]` : sql`${value}`,
          },
        ],
  )

/** For the audit log. Networks as text: the driver does not know their type. */
const SHOWN = sql`name, audience, is_trusted, is_read_only, secret_hash is null as is_public, token_lifetime_seconds, scopes, networks::text[] as networks, expires_at,
  requests_per_minute, retry_after, allows_query_token, allows_password_grant, redirect_uris`

const subject = (id: number) => ({ type: 'api_clients', id })

export async function createClient(
  tx: Tx,
  {
    isTrusted,
    isReadOnly,
    isPublic = false,
    audience = 'admin',
    tokenLifetimeSeconds,
    ...settings
  }: NewClient,
  origin: Origin = COMMAND,
): Promise<Credentials> {
  const key = generateCredential('key')
  const secret = isPublic ? null : generateCredential('secret')
  const columns = columnsOf(settings)
  const { rows } = await sql<{ id: number }>`
    insert into api_clients (key_hint, key_hash, secret_hash, is_trusted, is_read_only, audience, token_lifetime_seconds,
      ${sql.join(columns.map(({ column }) => column))})
    values (${key.slice(0, 18)}, ${hashCredential(key)}, ${secret && hashCredential(secret)}, ${isTrusted}, ${isReadOnly},
      ${audience}, ${tokenLifetimeSeconds}, ${sql.join(columns.map(({ value }) => value))})
    returning id, ${SHOWN}`.execute(tx)
  const { id, ...after } = rows[0] as { id: number }
  await recordAudit(tx, origin, { action: 'client_created', subject: subject(id), after })
  return { id, key, secret }
}

/** Leaves absent members as they are. A client becomes public by losing its secret, and confidential by a new one. */
export async function updateClient(
  tx: Tx,
  id: number,
  { isPublic, ...settings }: Partial<ClientSettings> & { isPublic?: boolean },
  origin: Origin = COMMAND,
): Promise<void> {
  const before = await lockClient(tx, id)
  if (isPublic === false && before.is_public)
    throw new ApiError(
      'conflict',
      `Client ${id} is public. Replace its secret to make it confidential: the response has the new one.`,
    )
  const columns = [
    ...columnsOf(settings),
    ...(isPublic ? [{ column: sql.ref('secret_hash'), value: sql`null` }] : []),
  ]
  if (columns.length === 0) return
  const { rows } = await sql<Record<string, unknown>>`
    update api_clients set updated_at = now(),
      ${sql.join(columns.map(({ column, value }) => sql`${column} = ${value}`))}
    where id = ${id} returning ${SHOWN}`.execute(tx)
  const after = rows[0] as Record<string, unknown>
  await announceTokenChange(tx)
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  )
  if (changed.length === 0) return
  const only = (row: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, row[name]]))
  await recordAudit(tx, origin, {
    action: 'client_changed',
    subject: subject(id),
    before: only(before),
    after: only(after),
  })
}

/** Throws for a client that does not exist or is revoked. */
async function lockClient(tx: Tx, id: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<Record<string, unknown> & { is_revoked: boolean }>`
    select revoked_at is not null as is_revoked, ${SHOWN} from api_clients
    where id = ${id} and person_id is null for update`.execute(tx)
  if (!rows[0]) throw unknownClient(id)
  const { is_revoked, ...shown } = rows[0]
  if (is_revoked) throw new ApiError('conflict', `Client ${id} is revoked. Nothing was changed.`)
  return shown
}

export type IssuedToken = {
  token: string
  expiresInSeconds: number | null
  /** What the token is limited to; null for nothing. */
  scopes: string[] | null
  /** Only for a token that an application got for a person. */
  refreshToken: string | null
}

export type Issue = {
  /** A subset of the client's. */
  scopes?: string[] | null
  grant?: GrantType
  origin?: Origin
}

/** A token of a client acts as the account's owner, or as the person that it belongs to. */
export async function issueToken(
  tx: Tx,
  clientId: number,
  person: number | null = null,
  { scopes = null, grant = 'command', origin = COMMAND }: Issue = {},
): Promise<IssuedToken> {
  if (person === null) return issueAccessToken(tx, clientId, { scopes, grantId: null })
  const { id: grantId, refreshToken } = await createGrant(tx, {
    clientId,
    userId: person,
    type: grant,
    scopes,
  })
  const issued = await issueAccessToken(tx, clientId, { scopes, grantId })
  await recordAudit(tx, origin, {
    action: 'token_issued',
    subject: { type: 'users', id: person },
    after: { api_client_id: clientId, grant, scopes: issued.scopes },
  })
  return { ...issued, refreshToken }
}

/** For the API of end users. Not in the audit log, which everybody who visits the portal could fill. */
export async function issueTokenToEndUser(
  tx: Tx,
  clientId: number,
  person: number,
  forums: ForumLimits,
): Promise<IssuedToken> {
  const { id: grantId, refreshToken } = await createGrant(tx, {
    clientId,
    userId: person,
    type: 'authorization_code',
    scopes: null,
    forums,
  })
  return { ...(await issueAccessToken(tx, clientId, { scopes: null, grantId })), refreshToken }
}

/** Without a grant it acts as the account's owner. */
export async function issueAccessToken(
  tx: Tx,
  clientId: number,
  { scopes, grantId }: { scopes: string[] | null; grantId: number | null },
): Promise<IssuedToken> {
  const token = generateCredential('token')
  const { rows } = await sql<{ seconds: number | null; client_scopes: string[] | null }>`
    with client as (
      select c.id, c.scopes, c.expires_at, g.user_id,
        coalesce(token_lifetime_seconds, case when g.grant_type <> 'command' then ${PERSONAL_LIFETIME_SECONDS}::bigint end) as lifetime
      from api_clients c left join token_grants g on g.id = ${grantId} where c.id = ${clientId}),
    issued as (
      insert into tokens (hash, api_client_id, user_id, is_personal, grant_id, scopes, expires_at)
      select ${hashCredential(token)}, client.id, users.id, client.user_id is not null, ${grantId}, ${scopes}::text[],
        now() + lifetime * interval '1 second'
      from client join users on users.id = coalesce(client.user_id, (select id from users where is_owner))
      returning 1
    )
    select floor(least(lifetime, extract(epoch from expires_at - now())))::float8 as seconds, scopes as client_scopes
    from client, issued`.execute(tx)
  if (!rows[0]) throw new Error('The account has no owner that the token can act as.')
  const { seconds, client_scopes } = rows[0]
  return {
    token,
    expiresInSeconds: seconds,
    scopes: intersectScopes(scopes, client_scopes),
    refreshToken: null,
  }
}

/** What a token request needs to know of its client. */
export type RequestingClient = {
  id: number
  name: string
  isTrusted: boolean
  isReadOnly: boolean
  /** Without a secret. */
  isPublic: boolean
  audience: Audience
  scopes: string[] | null
  networks: string[] | null
  allowsPasswordGrant: boolean
  redirectUris: string[]
}

/** The client with this key, unless it is revoked or expired. Undefined too when a secret is given and wrong. */
export async function findClient(
  db: Db,
  key: string,
  secret: string | null,
): Promise<RequestingClient | undefined> {
  const { rows } = await sql<
    RequestingClient & { hash: Buffer | null; previousHash: Buffer | null }
  >`
    select id, name, is_trusted as "isTrusted", is_read_only as "isReadOnly", secret_hash is null as "isPublic", audience, scopes, networks::text[] as networks,
      allows_password_grant as "allowsPasswordGrant", redirect_uris as "redirectUris", secret_hash as hash,
      case when previous_secret_expires_at > now() then previous_secret_hash end as "previousHash"
    from api_clients where key_hash = ${hashCredential(key)} and person_id is null and revoked_at is null
      and (expires_at is null or expires_at > now())`.execute(db)
  if (!rows[0]) return undefined
  const { hash, previousHash, ...client } = rows[0]
  if (secret === null) return client
  // A public client has no secret, so that none is right.
  if (hash === null) return undefined
  const given = hashCredential(secret)
  const isCurrent = hashesAreEqual(hash, given)
  const isPrevious = previousHash !== null && hashesAreEqual(previousHash, given)
  return isCurrent || isPrevious ? client : undefined
}

export type RotatedSecret = { secret: string; previousExpiresAt: Date | null }

/** Replaces the secret; the one before it stays valid for the overlap. Older ones end at once. A public client gets one. */
export async function rotateSecret(
  tx: Tx,
  id: number,
  overlapSeconds: number,
  origin: Origin = COMMAND,
): Promise<RotatedSecret> {
  const { is_public } = await lockClient(tx, id)
  const secret = generateCredential('secret')
  const hasOverlap = overlapSeconds > 0 && !is_public
  const { rows } = await sql<{ expires_at: Date | null }>`
    update api_clients set secret_hash = ${hashCredential(secret)}, updated_at = now(),
      previous_secret_hash = case when ${hasOverlap} then secret_hash end,
      previous_secret_expires_at = case when ${hasOverlap} then now() + ${overlapSeconds} * interval '1 second' end
    where id = ${id} returning previous_secret_expires_at as expires_at`.execute(tx)
  const previousExpiresAt = rows[0]?.expires_at ?? null
  await recordAudit(tx, origin, {
    action: 'client_rotated',
    subject: subject(id),
    after: { previous_secret_expires_at: previousExpiresAt },
  })
  return { secret, previousExpiresAt }
}

/** Revokes the token or refresh token; with a client's id only one of that client. */
export async function revokeToken(
  tx: Tx,
  token: string,
  ofClient: number | null = null,
  origin: Origin = COMMAND,
): Promise<void> {
  if (parseRefreshToken(token))
    await revokeGrant(tx, { refreshToken: token, clientId: ofClient }, origin)
  else await revokeByHash(tx, hashCredential(token), ofClient, origin)
}

/** With the token of a person the whole grant ends, and is recorded. A client's own ones come and go with each run of a program. */
export async function revokeByHash(
  tx: Tx,
  hash: Buffer,
  ofClient: number | null,
  origin: Origin,
): Promise<void> {
  const { rows } = await sql<{ grant_id: number | null }>`
    update tokens set revoked_at = now()
    where hash = ${hash} and revoked_at is null
      and (${ofClient}::bigint is null or api_client_id = ${ofClient})
    returning grant_id`.execute(tx)
  await announceTokenChange(tx)
  const id = rows[0]?.grant_id ?? null
  if (id !== null) await revokeGrant(tx, { id }, origin)
}

/** Returns how many tokens were valid until now. */
export async function revokeTokensOf(
  tx: Tx,
  clientId: number,
  origin: Origin = COMMAND,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with revoked as (
      update tokens set revoked_at = now()
      where api_client_id = ${clientId} and revoked_at is null returning expires_at
    )
    select count(*)::int as count from revoked where expires_at is null or expires_at > now()`.execute(
    tx,
  )
  await sql`delete from token_grants where api_client_id = ${clientId}`.execute(tx)
  await announceTokenChange(tx)
  const count = rows[0]?.count ?? 0
  await recordAudit(tx, origin, {
    action: 'token_revoked',
    subject: subject(clientId),
    before: { tokens: count },
  })
  return count
}

/** Returns false when it was revoked before. */
export async function revokeClient(tx: Tx, id: number, origin: Origin = COMMAND): Promise<boolean> {
  const { rows } = await sql`
    update api_clients set revoked_at = now(), updated_at = now()
    where id = ${id} and person_id is null and revoked_at is null returning id`.execute(tx)
  if (!rows[0]) {
    const { rows: known } = await sql`
      select from api_clients where id = ${id} and person_id is null`.execute(tx)
    if (!known[0]) throw unknownClient(id)
    return false
  }
  await announceTokenChange(tx)
  await recordAudit(tx, origin, { action: 'client_revoked', subject: subject(id) })
  return true
}

/** Throws for a client that does not exist, is revoked or serves end users, and for the one of a person's sessions. */
export async function requireActiveClient(tx: Tx, id: number): Promise<void> {
  const { audience } = await lockClient(tx, id)
  if (audience === 'end_users')
    throw new ApiError(
      'conflict',
      `Client ${id} is for end users. Its tokens come from people who allow the application.`,
    )
}

export const unknownClient = (id: number) =>
  new ApiError('not_found', `No API client has the id ${id}.`)

export const announceTokenChange = (tx: Tx) =>
  sql`select pg_notify(${TOKENS_CHANNEL}, '')`.execute(tx)

export const noteClientUse = (db: Db, id: number) =>
  sql`update api_clients set last_used_at = now() where id = ${id}`.execute(db)
