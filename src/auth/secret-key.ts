// The key that encrypts secrets in the database: which one it is, whether this process has it, and its rotation.
import { sql } from 'kysely'
import type { ReadKeys } from '../core/secret-keys.ts'
import type { Db } from '../db/db.ts'
import { listUsedKeys, reencryptAll, removeUnreadable } from './encrypted-secrets.ts'

/** Where the keys of this process are. */
export type KeySource = {
  /** For messages, such as a path. */
  name: string
  /** Undefined when there is none. */
  read: () => Promise<Awaited<ReturnType<ReadKeys>> | undefined>
  /** Null where only an operator can create it. */
  create: (() => Promise<void>) | null
}

/**
 * Creates the key of a new database. Throws when this process cannot read what other processes have encrypted. As long as
 * nothing is encrypted, another key takes over: a data directory can be lost, and the service goes on.
 */
export async function prepareSecretKey(
  db: Db,
  source: KeySource,
  warn: (message: string) => void,
): Promise<ReadKeys> {
  const isUnused = (await listUsedKeys(db)).length === 0
  if (source.create && isUnused && (await source.read()) === undefined) await source.create()
  const keys = await source.read()
  if (keys) {
    const recorded = await findRecordedKey(db)
    if (isUnused && recorded !== undefined && keys.every(({ id }) => id !== recorded))
      warn(
        `The database was used with another secret key (${recorded}). Nothing is encrypted with it, so ${source.name} takes over. ` +
          'Processes that share a database need the same key: set EARSHOT_SECRET_KEY.',
      )
    await recordKey(db, keys[0].id, isUnused ? 'always' : 'first')
  }
  const problem = await findKeyProblem(db, source)
  if (problem !== null) throw new Error(problem)
  const readKeys = requireKeys(source)
  await reencryptPlain(db, readKeys)
  return readKeys
}

/** Reads them every time, so that a running service uses a rotated key. */
const requireKeys =
  (source: KeySource): ReadKeys =>
  async () => {
    const keys = await source.read()
    if (!keys) throw new Error(`The secret key ${source.name} is gone.`)
    return keys
  }

async function findRecordedKey(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select key_id as id from current_secret_key`.execute(
    db,
  )
  return rows[0]?.id
}

/** `first`: only when none is recorded. */
const recordKey = (db: Db, id: string, when: 'first' | 'always') =>
  sql`
    insert into current_secret_key (key_id) values (${id})
    on conflict (is_singleton) do update set key_id = excluded.key_id where ${when === 'always'}`.execute(
    db,
  )

/** Null when the keys of this process read everything that is encrypted. */
export async function findKeyProblem(db: Db, source: KeySource): Promise<string | null> {
  const keys = await source.read()
  const missing = (await listUsedKeys(db)).filter((id) => !keys?.some((key) => key.id === id))
  if (missing.length === 0) return null
  const found = keys
    ? `${source.name} has ${keys.map(({ id }) => id).join(', ')}`
    : `${source.name} does not exist`
  return (
    `This database is used with the secret key ${missing.join(', ')}, but ${found}. ` +
    'Set EARSHOT_SECRET_KEY or EARSHOT_SECRET_KEY_FILE to the right key, or copy the file secret-key of the data directory in ' +
    'which the database was served before. If the key is lost, `earshot secret-key reset` removes what only it can decrypt.'
  )
}

/** Those of an earlier version. */
async function reencryptPlain(db: Db, readKeys: ReadKeys): Promise<void> {
  const { rows } =
    await sql`select from totp_secrets where encrypted_secret is null limit 1`.execute(db)
  if (rows.length > 0) await reencryptAll(db, readKeys)
}

/** Encrypts everything with the first key. Returns how many secrets were encrypted with another. */
export async function reencryptSecrets(db: Db, source: KeySource): Promise<number> {
  const problem = await findKeyProblem(db, source)
  if (problem !== null) throw new Error(problem)
  const readKeys = requireKeys(source)
  const [key] = await readKeys()
  await recordKey(db, key.id, 'always')
  return reencryptAll(db, readKeys)
}

/** Removes the second factors and the secrets of settings that none of the keys can decrypt, and forgets a lost key. Returns how many there were. */
export async function resetSecrets(db: Db, source: KeySource): Promise<number> {
  if (source.create && (await source.read()) === undefined) await source.create()
  const keys = await requireKeys(source)()
  return db.transaction().execute(async (tx) => {
    await recordKey(tx, keys[0].id, 'always')
    return removeUnreadable(
      tx,
      keys.map(({ id }) => id),
    )
  })
}
