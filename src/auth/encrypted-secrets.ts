// The secrets that the database has encrypted, whatever they are for: which keys they need, and their rotation.
import { type RawBuilder, sql } from 'kysely'
import { decryptSecret, encryptSecret, type ReadKeys, type SecretKey } from '../core/secret-keys.ts'
import type { Db, Tx } from '../db/db.ts'

// An arbitrary advisory lock.
const SECRET_KEY_LOCK = 7325_1004

/** One of both. A version before the encryption stored secrets of authenticator apps plain. */
export type StoredSecret = { plain: Buffer | null; encrypted: Buffer | null }

export const readSecret = (keys: SecretKey[], { plain, encrypted }: StoredSecret, place: string) =>
  encrypted ? decryptSecret(keys, encrypted, place) : (plain ?? Buffer.alloc(0))

/** The key for a secret that the transaction stores. It is read under a lock: see `reencryptAll`. */
export async function readEncryptionKey(tx: Tx, readKeys: ReadKeys): Promise<SecretKey> {
  await sql`select pg_advisory_xact_lock_shared(${SECRET_KEY_LOCK})`.execute(tx)
  const [key] = await readKeys()
  return key
}

/** The id of the key is in the ciphertext, after the version. */
const keyId = sql`encode(substring(encrypted_secret from 2 for 8), 'hex')`

const BATCH_ROWS = 500

type OldSecret = StoredSecret & { row: string }

/** A table with a column `encrypted_secret`. The place of a ciphertext is the table and the key of its row. */
type Place = {
  table: string
  /** The next secrets that are plain, or encrypted with another key, locked. */
  findOld(tx: Tx, key: SecretKey): Promise<{ rows: OldSecret[] }>
  store(rows: RawBuilder<unknown>): RawBuilder<unknown>
}

/** Where no secret was ever plain. */
const encryptedIn = (table: string, row = 'id'): Place => ({
  table,
  findOld: (tx, key) =>
    sql<OldSecret>`
      select ${sql.ref(row)}::text as row, null::bytea as plain, encrypted_secret as encrypted from ${sql.table(table)}
      where ${keyId} <> ${key.id} order by ${sql.ref(row)} limit ${BATCH_ROWS} for update`.execute(
      tx,
    ),
  store: (rows) => sql`
    update ${sql.table(table)} t set encrypted_secret = decode(n.encrypted, 'hex')
    from ${rows} where t.${sql.ref(row)}::text = n.row`,
})

const PLACES: Place[] = [
  {
    table: 'totp_secrets',
    findOld: (tx, key) =>
      sql<OldSecret>`
        select user_id::text as row, secret as plain, encrypted_secret as encrypted from totp_secrets
        where encrypted_secret is null or ${keyId} <> ${key.id}
        order by user_id limit ${BATCH_ROWS} for update`.execute(tx),
    store: (rows) => sql`
      update totp_secrets t set secret = null, encrypted_secret = decode(n.encrypted, 'hex')
      from ${rows} where t.user_id::text = n.row`,
  },
  encryptedIn('settings', 'name'),
  encryptedIn('sso_keys'),
  encryptedIn('oidc_providers'),
  encryptedIn('webhook_secrets'),
  encryptedIn('dkim_keys'),
  encryptedIn('move_secrets', 'move_id'),
]

/**
 * Encrypts every secret that is plain, or encrypted with another key than the first. Returns how many there were. Who stores
 * a new secret meanwhile has read the keys before this call or does so under the lock afterwards, so that none is missed.
 */
export async function reencryptAll(db: Db, readKeys: ReadKeys): Promise<number> {
  await db
    .transaction()
    .execute((tx) => sql`select pg_advisory_xact_lock(${SECRET_KEY_LOCK})`.execute(tx))
  let count = 0
  for (const place of PLACES) {
    let changed: number
    do {
      changed = await db.transaction().execute((tx) => reencryptBatch(tx, place, readKeys))
      count += changed
    } while (changed === BATCH_ROWS)
  }
  return count
}

async function reencryptBatch(
  tx: Tx,
  { table, findOld, store }: Place,
  readKeys: ReadKeys,
): Promise<number> {
  const keys = await readKeys()
  const [key] = keys
  const { rows } = await findOld(tx, key)
  if (rows.length === 0) return 0
  const encrypted = rows.map((secret) => {
    const place = `${table} ${secret.row}`
    return encryptSecret(key, readSecret(keys, secret, place), place).toString('hex')
  })
  await store(
    sql`unnest(${rows.map(({ row }) => row)}::text[], ${encrypted}::text[]) n (row, encrypted)`,
  ).execute(tx)
  return rows.length
}

/** The keys that are needed to read what is stored. */
export async function listUsedKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${keyId} as id from totp_secrets where encrypted_secret is not null
    union select ${keyId} from settings where encrypted_secret is not null
    union select ${keyId} from sso_keys where encrypted_secret is not null
    union select ${keyId} from oidc_providers where encrypted_secret is not null
    union select ${keyId} from webhook_secrets where encrypted_secret is not null
    union select ${keyId} from dkim_keys where encrypted_secret is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * For keys that are lost. The recovery codes of authenticator apps go too; settings and OpenID providers stay without their
 * secret, keys of single sign-on are revoked, webhooks need a new secret, and mails are not signed until there is a new key. Returns how many secrets there were.
 */
export async function removeUnreadable(tx: Tx, keyIds: string[]): Promise<number> {
  const isLost = sql`encrypted_secret is not null and ${keyId} <> all(${keyIds}::text[])`
  const { rows } = await sql<{ removed: number }>`
    with apps as (delete from totp_secrets where ${isLost} returning user_id),
      codes as (delete from recovery_codes where user_id in (select user_id from apps)),
      cleared as (update settings set encrypted_secret = null where ${isLost} returning name),
      providers as (
        update oidc_providers set encrypted_secret = null, updated_at = now() where ${isLost} returning id),
      revoked as (
        update sso_keys set encrypted_secret = null, revoked_at = now(), updated_at = now() where ${isLost} returning id),
      ended as (delete from end_user_sessions where sso_key_id in (select id from revoked)),
      signing as (delete from webhook_secrets where ${isLost} returning id),
      dkim as (delete from dkim_keys where ${isLost} returning id)
    select ((select count(*) from apps) + (select count(*) from cleared) + (select count(*) from providers)
      + (select count(*) from revoked) + (select count(*) from signing) + (select count(*) from dkim))::int as removed`.execute(
    tx,
  )
  return rows[0]?.removed ?? 0
}
