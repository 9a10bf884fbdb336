// The keys that sign single sign-on tokens. Several are valid at once, so that one can replace another.
import { createSecretKey, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../core/api-error.ts'
import { LruCache } from '../../core/lru-cache.ts'
import {
  decryptSecret,
  encryptSecret,
  type ReadKeys,
  type SecretKey,
} from '../../core/secret-keys.ts'
import type { Db, Tx } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'
import { sso_keys } from '../../resources/sso_keys.ts'
import { COMMAND, type Origin, recordAudit } from '../../write/core/audit.ts'
import { readEncryptionKey } from '../encrypted-secrets.ts'
import type { SsoKey } from './sso-token.ts'

/** Each token is checked with each key. */
export const MAX_SSO_KEYS = 10

const PREFIX = 'earshot_sso_'
const SECRET_BYTES = 32

const placeOf = (id: number) => `sso_keys ${id}`
const subject = (id: number) => ({ type: 'sso_keys', id })

/** The key is returned once. Its text is the secret of the signature. */
export async function createSsoKey(
  tx: Tx,
  readKeys: ReadKeys,
  name: string,
  origin: Origin = COMMAND,
): Promise<{ id: number; key: string }> {
  const encryptionKey = await readEncryptionKey(tx, readKeys)
  const key = PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  // Two at once must not pass the limit together.
  await sql`lock table sso_keys in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into sso_keys (name)
    select ${name} where (select count(*) from sso_keys where revoked_at is null) < ${MAX_SSO_KEYS}
    returning id`.execute(tx)
  const { id } = rows[0] ?? {}
  if (id === undefined)
    throw new ApiError(
      'conflict',
      `There are ${MAX_SSO_KEYS} keys for single sign-on. Revoke one that is not used any more.`,
    )
  const encrypted = encryptSecret(encryptionKey, Buffer.from(key), placeOf(id))
  await sql`update sso_keys set encrypted_secret = ${encrypted} where id = ${id}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'sso_key_created',
    subject: subject(id),
    after: { name },
  })
  return { id, key }
}

/** Sessions that it began end too. Returns whether it was valid until now. */
export async function revokeSsoKey(
  tx: Tx,
  id: number,
  origin: Origin = COMMAND,
): Promise<{ isNew: boolean }> {
  const { rows } = await sql<{ name: string; isNew: boolean }>`
    select name, revoked_at is null as "isNew" from sso_keys where id = ${id} for update`.execute(
    tx,
  )
  const [key] = rows
  if (!key) throw notFound(sso_keys, id)
  if (!key.isNew) return { isNew: false }
  await sql`
    update sso_keys set revoked_at = now(), updated_at = now(), encrypted_secret = null
    where id = ${id}`.execute(tx)
  await sql`delete from end_user_sessions where sso_key_id = ${id}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'sso_key_revoked',
    subject: subject(id),
    before: { name: key.name },
  })
  return { isNew: true }
}

/** The newest first: most tokens are signed with it. */
export async function readSsoKeys(db: Db, readKeys: ReadKeys): Promise<SsoKey[]> {
  const { rows } = await executePrepared(
    db,
    sql<{ id: number; name: string; encrypted: Buffer | null }>`
      select id, name, encrypted_secret as encrypted from sso_keys
      where encrypted_secret is not null order by id desc limit ${MAX_SSO_KEYS}`,
  )
  const found: SsoKey[] = []
  for (const { id, name, encrypted } of rows) {
    const decrypted = encrypted && (await decrypt(readKeys, encrypted, id))
    if (decrypted) found.push({ id, name, ...decrypted })
  }
  return found
}

type DecryptedKey = Pick<SsoKey, 'secret' | 'key'>

/** By ciphertext, which never contains anything else. Which keys are valid is read each time, so that a revoked one ends at once. */
const decryptedKeys = new LruCache<DecryptedKey>(100)

async function decrypt(
  readKeys: ReadKeys,
  encrypted: Buffer,
  id: number,
): Promise<DecryptedKey | null> {
  const place = `${id} ${encrypted.toString('base64')}`
  const known = decryptedKeys.get(place)
  if (known) return known
  const secret = tryToDecrypt(await readKeys(), encrypted, id)
  if (secret === null) return null
  const decrypted = { secret, key: createSecretKey(Buffer.from(secret)) }
  decryptedKeys.set(place, decrypted, 1)
  return decrypted
}

/** At most once a minute: else all people would wait for this row. */
export const noteKeyUse = (id: number | null) => sql`
  update sso_keys set last_used_at = now()
  where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`

/** Null for a key that only a lost secret key could decrypt: the others must work. */
function tryToDecrypt(keys: SecretKey[], encrypted: Buffer, id: number): string | null {
  try {
    return decryptSecret(keys, encrypted, placeOf(id)).toString()
  } catch {
    return null
  }
}

export type ListedSsoKey = {
  id: number
  name: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

export async function listSsoKeys(db: Db): Promise<ListedSsoKey[]> {
  const { rows } = await sql<ListedSsoKey>`
    select id, name, created_at, last_used_at, revoked_at from sso_keys order by id`.execute(db)
  return rows
}
