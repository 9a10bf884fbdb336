// API clients and their tokens. Secrets are returned once; the tables hold hashes.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import { generateCredential, hashCredential, hashesAreEqual } from '../credentials.ts'
import type { Tx } from '../db/db.ts'

/** Token caches listen on this channel and forget all tokens. */
export const TOKENS_CHANNEL = 'tokens_changed'

export type NewClient = {
  name: string
  isTrusted: boolean
  isReadOnly: boolean
  tokenLifetimeSeconds: number | null
  /** Null: the limit of the plan. */
  requestsPerMinute: number | null
  /** The form of the Retry-After header: a Unix time or a number of seconds. */
  retryAfter?: 'epoch' | 'delta'
}

export type Credentials = { id: number; key: string; secret: string }

export async function createClient(tx: Tx, client: NewClient): Promise<Credentials> {
  const key = generateCredential('key')
  const secret = generateCredential('secret')
  const { rows } = await sql<{ id: number }>`
    insert into api_clients (name, key_hint, key_hash, secret_hash, is_trusted, is_read_only,
      token_lifetime_seconds, requests_per_minute, retry_after)
    values (${client.name}, ${key.slice(0, 18)}, ${hashCredential(key)}, ${hashCredential(secret)}, ${client.isTrusted},
      ${client.isReadOnly}, ${client.tokenLifetimeSeconds}, ${client.requestsPerMinute},
      ${client.retryAfter ?? 'epoch'})
    returning id`.execute(tx)
  return { id: (rows[0] as { id: number }).id, key, secret }
}

export type IssuedToken = { token: string; expiresInSeconds: number | null }

/** A token of a client acts as the account's owner. */
export async function issueToken(tx: Tx, clientId: number): Promise<IssuedToken> {
  const token = generateCredential('token')
  const { rows } = await sql<{ lifetime: number | null }>`
    with client as (select id, token_lifetime_seconds as lifetime from api_clients where id = ${clientId}),
    issued as (
      insert into tokens (hash, api_client_id, user_id, expires_at)
      select ${hashCredential(token)}, client.id, users.id, now() + lifetime * interval '1 second'
      from client, users where is_owner
      returning 1
    )
    select lifetime from client, issued`.execute(tx)
  if (!rows[0]) throw new Error('The account has no owner that the token can act as.')
  return { token, expiresInSeconds: rows[0].lifetime }
}

type SecretHashes = { id: number; secret_hash: Buffer; previous_secret_hash: Buffer | null }

/** The id of the client with this key and secret, or with its previous secret while that is valid. */
export async function authenticateClient(
  tx: Tx,
  key: string,
  secret: string,
): Promise<number | undefined> {
  const { rows } = await sql<SecretHashes>`
    select id, secret_hash, case when previous_secret_expires_at > now() then previous_secret_hash end as previous_secret_hash
    from api_clients where key_hash = ${hashCredential(key)} and revoked_at is null`.execute(tx)
  const client = rows[0]
  if (!client) return undefined
  const hash = hashCredential(secret)
  const isCurrent = hashesAreEqual(client.secret_hash, hash)
  const { previous_secret_hash: previous } = client
  const isPrevious = previous !== null && hashesAreEqual(previous, hash)
  return isCurrent || isPrevious ? client.id : undefined
}

export type RotatedSecret = { secret: string; previousExpiresAt: Date | null }

/** Replaces the secret; the one before it stays valid for the overlap. Older ones end at once. */
export async function rotateSecret(
  tx: Tx,
  id: number,
  overlapSeconds: number,
): Promise<RotatedSecret> {
  const secret = generateCredential('secret')
  const hasOverlap = overlapSeconds > 0
  const { rows } = await sql<{ expires_at: Date | null }>`
    update api_clients set secret_hash = ${hashCredential(secret)}, updated_at = now(),
      previous_secret_hash = case when ${hasOverlap} then secret_hash end,
      previous_secret_expires_at = case when ${hasOverlap} then now() + ${overlapSeconds} * interval '1 second' end
    where id = ${id} and revoked_at is null returning previous_secret_expires_at as expires_at`.execute(
    tx,
  )
  if (!rows[0]) throw unknownClient(id)
  return { secret, previousExpiresAt: rows[0].expires_at }
}

/** Revokes the token; with a client's id only a token of that client. */
export async function revokeToken(tx: Tx, token: string, ofClient?: number): Promise<void> {
  await sql`
    update tokens set revoked_at = now()
    where hash = ${hashCredential(token)} and revoked_at is null
      and (${ofClient ?? null}::bigint is null or api_client_id = ${ofClient ?? null})`.execute(tx)
  await announceTokenChange(tx)
}

/** Returns how many tokens were valid until now. */
export async function revokeTokensOf(tx: Tx, clientId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with revoked as (
      update tokens set revoked_at = now()
      where api_client_id = ${clientId} and revoked_at is null returning expires_at
    )
    select count(*)::int as count from revoked where expires_at is null or expires_at > now()`.execute(
    tx,
  )
  await announceTokenChange(tx)
  return rows[0]?.count ?? 0
}

export async function revokeClient(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    update api_clients set revoked_at = coalesce(revoked_at, now()), updated_at = now()
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw unknownClient(id)
  await announceTokenChange(tx)
}

/** Leaves absent members as they are. */
export async function updateClient(
  tx: Tx,
  id: number,
  changes: Partial<Pick<NewClient, 'requestsPerMinute' | 'retryAfter'>>,
): Promise<void> {
  const { requestsPerMinute, retryAfter } = changes
  const { rows } = await sql`
    update api_clients set updated_at = now(), retry_after = coalesce(${retryAfter ?? null}, retry_after),
      requests_per_minute = case when ${requestsPerMinute === undefined} then requests_per_minute
        else ${requestsPerMinute ?? null}::integer end
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw unknownClient(id)
  await announceTokenChange(tx)
}

export const unknownClient = (id: number) =>
  new ApiError('not_found', `No API client has the id ${id}.`)

export const announceTokenChange = (tx: Tx) =>
  sql`select pg_notify(${TOKENS_CHANNEL}, '')`.execute(tx)
