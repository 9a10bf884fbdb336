// API clients and their tokens. What is secret leaves here once, in the answer; the tables hold hashes.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import { generateCredential, hashCredential, hashesAreEqual } from '../credentials.ts'
import type { Tx } from '../db/db.ts'

/** Whoever caches tokens listens here and forgets them all. */
export const TOKENS_CHANNEL = 'tokens_changed'

export type NewClient = {
  name: string
  isTrusted: boolean
  isReadOnly: boolean
  tokenLifetimeSeconds: number | null
  /** Null: as many as the plan says. */
  requestsPerMinute: number | null
  /** In which form it hears when to come back, having come too often. */
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
  if (!rows[0]) throw new Error('There is no owner for the token to act as.')
  return { token, expiresInSeconds: rows[0].lifetime }
}

/** The id of the client with this key and secret. */
export async function authenticateClient(
  tx: Tx,
  key: string,
  secret: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; secret_hash: Buffer }>`
    select id, secret_hash from api_clients where key_hash = ${hashCredential(key)} and revoked_at is null`.execute(
    tx,
  )
  const client = rows[0]
  return client && hashesAreEqual(client.secret_hash, hashCredential(secret))
    ? client.id
    : undefined
}

/** Revokes the token; with a client's id only when it is one of that client's. */
export async function revokeToken(tx: Tx, token: string, ofClient?: number): Promise<void> {
  await sql`
    update tokens set revoked_at = now()
    where hash = ${hashCredential(token)} and revoked_at is null
      and (${ofClient ?? null}::bigint is null or api_client_id = ${ofClient ?? null})`.execute(tx)
  await announceTokenChange(tx)
}

export async function revokeClient(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    update api_clients set revoked_at = coalesce(revoked_at, now()), updated_at = now()
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw new ApiError('not_found', `No API client has the id ${id}.`)
  await announceTokenChange(tx)
}

/** What is absent stays as it is. */
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
  if (!rows[0]) throw new ApiError('not_found', `No API client has the id ${id}.`)
  await announceTokenChange(tx)
}

export const announceTokenChange = (tx: Tx) =>
  sql`select pg_notify(${TOKENS_CHANNEL}, '')`.execute(tx)
