// Responses to requests with an idempotency key. The response is stored for 24 hours in the same transaction as the
// changes of the request, so that a retry gets the first response.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'

/** Keys of an API client, or of an end user. */
export type IdempotencyKey = ({ clientId: number } | { userId: number }) & { key: string }

const TABLES = ['idempotent_responses', 'end_user_responses']

const placeOf = (owner: IdempotencyKey) =>
  'clientId' in owner
    ? {
        table: sql.table('idempotent_responses'),
        column: sql.ref('api_client_id'),
        id: owner.clientId,
        lock: `answer ${owner.clientId} ${owner.key}`,
      }
    : {
        table: sql.table('end_user_responses'),
        column: sql.ref('user_id'),
        id: owner.userId,
        lock: `answer to user ${owner.userId} ${owner.key}`,
      }

export type IdempotentResponse = {
  status: number
  location: string | null
  etag: string | null
  /** Null when it contained a secret, or data of a user who was erased later. */
  body: string | null
}

export type StoredResponse = IdempotentResponse & { fingerprint: string }

const RETENTION = sql`interval '24 hours'`

/** Locks the key until the transaction ends. False when another request holds it. */
export async function lockIdempotencyKey(tx: Tx, owner: IdempotencyKey): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${placeOf(owner).lock}, 0)) as is_ours`.execute(
    tx,
  )
  return rows[0]?.is_ours === true
}

/** A separate statement after the lock, so that it sees the commit of the previous holder. */
export async function findIdempotentResponse(
  db: Db,
  owner: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  const { rows } =
    'clientId' in owner
      ? await sql<StoredResponse>`
          select fingerprint, status, location, etag, body from idempotent_responses
          where api_client_id = ${owner.clientId} and key = ${owner.key} and created_at > now() - ${RETENTION}`.execute(
          db,
        )
      : await sql<StoredResponse>`
          select fingerprint, status, location, etag, body from end_user_responses
          where user_id = ${owner.userId} and key = ${owner.key} and created_at > now() - ${RETENTION}`.execute(
          db,
        )
  return rows[0]
}

export async function storeIdempotentResponse(
  tx: Tx,
  owner: IdempotencyKey,
  { fingerprint, status, location, etag, body }: StoredResponse,
): Promise<void> {
  const { table, column, id } = placeOf(owner)
  await sql`
    insert into ${table} (${column}, key, fingerprint, status, location, etag, body)
    values (${id}, ${owner.key}, ${fingerprint}, ${status}, ${location}, ${etag}, ${body})
    on conflict (${column}, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      location = excluded.location, etag = excluded.etag, body = excluded.body, created_at = now()`.execute(
    tx,
  )
}

export async function deleteExpiredResponses(tx: Tx): Promise<void> {
  for (const table of TABLES)
    await sql`delete from ${sql.table(table)} where created_at <= now() - ${RETENTION}`.execute(tx)
}

/** Removes stored responses that contain the address, but not those that contain it only as part of a longer one. */
export async function redactResponsesAbout(tx: Tx, address: string): Promise<void> {
  const asJson = JSON.stringify(address).slice(1, -1)
  const escaped = asJson.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  for (const table of TABLES)
    await sql`
      update ${sql.table(table)} set etag = null, body = null
      where body ~* ${`${ADDRESS_START}${escaped}${ADDRESS_END}`}`.execute(tx)
}

// The text around an address in JSON: no character of a longer address. Before it, JSON escapes such as \n are allowed;
// after it, the end of a sentence.
const ADDRESS_START = String.raw`(^|[^\w.+-]|\\([bfnrt]|u[0-9a-f]{4}))`
const ADDRESS_END = String.raw`(?![.-]?\w)`
