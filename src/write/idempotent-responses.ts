// Calls that a client may send again, because it does not know whether the first one arrived: the first answer is kept
// for a day, in the transaction of what the call did, so that neither is there without the other.
import { sql } from 'kysely'
import type { Db, Tx } from '../db/db.ts'

export type IdempotencyKey = { clientId: number; key: string }

export type IdempotentResponse = {
  status: number
  location: string | null
  etag: string | null
  /** Null when it told of somebody who was erased since. */
  body: string | null
}

export type StoredResponse = IdempotentResponse & { fingerprint: string }

const RETENTION = sql`interval '24 hours'`

/** Holds the key until the transaction ends; false when another call does. */
export async function lockIdempotencyKey(
  tx: Tx,
  { clientId, key }: IdempotencyKey,
): Promise<boolean> {
  const { rows } = await sql<{ is_ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`answer ${clientId} ${key}`}, 0)) as is_ours`.execute(
    tx,
  )
  return rows[0]?.is_ours === true
}

/** In a statement of its own, after the key is held: it must see what who held it before has done. */
export async function findIdempotentResponse(
  db: Db,
  { clientId, key }: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  const { rows } = await sql<StoredResponse>`
    select fingerprint, status, location, etag, body from kept_answers
    where api_client_id = ${clientId} and key = ${key} and created_at > now() - ${RETENTION}`.execute(
    db,
  )
  return rows[0]
}

export async function storeIdempotentResponse(
  tx: Tx,
  { clientId, key }: IdempotencyKey,
  { fingerprint, status, location, etag, body }: StoredResponse,
): Promise<void> {
  await sql`
    insert into kept_answers (api_client_id, key, fingerprint, status, location, etag, body)
    values (${clientId}, ${key}, ${fingerprint}, ${status}, ${location}, ${etag}, ${body})
    on conflict (api_client_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
      location = excluded.location, etag = excluded.etag, body = excluded.body, created_at = now()`.execute(
    tx,
  )
}

/** A task. */
export async function deleteExpiredResponses(tx: Tx): Promise<void> {
  await sql`delete from kept_answers where created_at <= now() - ${RETENTION}`.execute(tx)
}

/** Of somebody who is erased no answer is told again; of who has a longer address, in which theirs stands, it is. */
export async function redactResponsesAbout(tx: Tx, address: string): Promise<void> {
  const asJson = JSON.stringify(address).slice(1, -1)
  const itself = asJson.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  await sql`
    update kept_answers set etag = null, body = null where body ~* ${`${ADDRESS_START}${itself}${ADDRESS_END}`}`.execute(
    tx,
  )
}

// What may stand beside an address in a JSON text: no character of another one, though a line break is written \n, and
// the sentence may end after it.
const ADDRESS_START = String.raw`(^|[^\w.+-]|\\([bfnrt]|u[0-9a-f]{4}))`
const ADDRESS_END = String.raw`(?![.-]?\w)`
