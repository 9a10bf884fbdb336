// The second factor: codes of an authenticator app (RFC 6238), and recovery codes that are used once.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { encryptSecret, type ReadKeys } from '../../core/secret-keys.ts'
import type { Tx } from '../../db/db.ts'
import { readEncryptionKey, readSecret, type StoredSecret } from '../encrypted-secrets.ts'

const PERIOD_SECONDS = 30
/** A code of the step before and after is accepted: clocks differ. */
const WINDOW = 1

export const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer: 'Earshot',
    label,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
    period: PERIOD_SECONDS,
    digits: 6,
  })

/** The time step whose code this is; undefined for a wrong code. */
export function findTotpStep(
  secret: Uint8Array,
  code: string,
  timestamp: number,
): number | undefined {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

/** A code that a person typed, and the keys of the secret that it is compared with. */
export type TypedCode = { code: string; readKeys: ReadKeys }

/** Uses the code up: the same one is not accepted again, also not by a concurrent request. */
export async function useSecondFactor(tx: Tx, userId: number, typed: TypedCode): Promise<boolean> {
  const code = typed.code.replace(/[\s-]/g, '').toLowerCase()
  return /^\d{6}$/.test(code)
    ? useTotpCode(tx, userId, { ...typed, code })
    : useRecoveryCode(tx, userId, code)
}

const placeOf = (userId: number) => `totp_secrets ${userId}`

async function useTotpCode(tx: Tx, userId: number, typed: TypedCode): Promise<boolean> {
  const { rows } = await sql<StoredSecret & { last_step: number }>`
    select secret as plain, encrypted_secret as encrypted, last_step from totp_secrets where user_id = ${userId} for update`.execute(
    tx,
  )
  if (rows[0] === undefined) return false
  // After the row was locked: a key that is rotated encrypts the row before it is gone.
  const secret = readSecret(await typed.readKeys(), rows[0], placeOf(userId))
  const step = findTotpStep(secret, typed.code, Date.now())
  if (step === undefined || step <= rows[0].last_step) return false
  await sql`update totp_secrets set last_step = ${step} where user_id = ${userId}`.execute(tx)
  return true
}

/** False for a person who has a second factor already. */
export async function storeTotpSecret(
  tx: Tx,
  userId: number,
  { secret, step }: { secret: Uint8Array; step: number },
  readKeys: ReadKeys,
): Promise<boolean> {
  const key = await readEncryptionKey(tx, readKeys)
  const { rows } = await sql`
    insert into totp_secrets (user_id, encrypted_secret, last_step)
    values (${userId}, ${encryptSecret(key, secret, placeOf(userId))}, ${step})
    on conflict (user_id) do nothing returning user_id`.execute(tx)
  return rows.length > 0
}

async function useRecoveryCode(tx: Tx, userId: number, code: string): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and hash = ${hashRecoveryCode(code)} and used_at is null returning user_id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Of a code without spaces and hyphens, in lower case. */
export const hashRecoveryCode = (code: string): Buffer => hash('sha256', code, 'buffer')

export async function hasSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from totp_secrets where user_id = ${userId}`.execute(tx)
  return rows.length > 0
}
