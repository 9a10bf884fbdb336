// Setting up and removing the second factor, and its recovery codes.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { endAccessOf, renewSession, type StartedSession } from '../staff/sessions.ts'
import { createCode, failCode, findCode, useCode } from './one-time-codes.ts'
import {
  findTotpStep,
  hashRecoveryCode,
  storeTotpSecret,
  type TypedCode,
  totpOf,
} from './second-factor.ts'
import { buildOrigin, type RequestSource } from './sign-in.ts'

/** As long as the hash of the algorithm, which RFC 4226 recommends. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10

/** The person, and the session with which they act. */
export type Actor = { userId: number; sessionId: number; source: RequestSource }

export type Setup = {
  /** Finishes the setup. Without it, a browser that did not see the secret cannot ask for it. */
  continuation: string
  /** For people who type it. */
  secret: string
  /** For authenticator apps. */
  uri: string
}

/** The secret is stored as the person's once they prove that their app has it. */
export async function beginSetup(db: Db, userId: number): Promise<Setup> {
  const secret = randomBytes(SECRET_BYTES)
  const details = { secret: secret.toString('base64') }
  const continuation = await createCode(db, 'second_factor_setup', { userId, details })
  return describeSetup(db, userId, continuation, secret)
}

/** Undefined when it is unknown, expired, or of another person. */
export async function findSetup(
  db: Db,
  userId: number,
  continuation: string,
): Promise<Setup | undefined> {
  const secret = await findSecret(db, userId, continuation)
  return secret && describeSetup(db, userId, continuation, secret)
}

async function findSecret(
  db: Db,
  userId: number,
  continuation: string,
): Promise<Buffer | undefined> {
  const found = await findCode(db, 'second_factor_setup', continuation)
  return found?.userId === userId ? Buffer.from(String(found.details.secret), 'base64') : undefined
}

async function describeSetup(
  db: Db,
  userId: number,
  continuation: string,
  bytes: Uint8Array,
): Promise<Setup> {
  const { rows } = await sql<{ email: string }>`
    select email_address as email from users where id = ${userId}`.execute(db)
  const totp = totpOf(bytes, rows[0]?.email)
  return { continuation, secret: totp.secret.base32, uri: totp.toString() }
}

export type SetupResult =
  | { type: 'added'; recoveryCodes: string[]; session: StartedSession }
  /** The code is wrong. */
  | { type: 'refused' }
  /** The setup is unknown or over, or the person has a second factor already. */
  | { type: 'ended' }

export const finishSetup = (
  db: Db,
  { userId, sessionId, source }: Actor,
  continuation: string,
  { code, readKeys }: TypedCode,
): Promise<SetupResult> =>
  inTransaction(db, async (tx) => {
    const secret = await findSecret(tx, userId, continuation)
    if (!secret) return { type: 'ended' }
    const step = findTotpStep(secret, code.replace(/\s/g, ''), Date.now())
    if (step === undefined) {
      await failCode(tx, continuation)
      return { type: 'refused' }
    }
    await useCode(tx, 'second_factor_setup', continuation)
    if (!(await storeTotpSecret(tx, userId, { secret, step }, readKeys))) return { type: 'ended' }
    await recordAudit(tx, buildOrigin(source, userId), {
      action: 'second_factor_added',
      subject: { type: 'users', id: userId },
    })
    const recoveryCodes = await replaceRecoveryCodes(tx, userId)
    return {
      type: 'added',
      recoveryCodes,
      session: await renewSession(tx, sessionId, source, true),
    }
  })

/** The codes that the person had before are not accepted any more. Undefined for a person without a second factor. */
export async function createRecoveryCodes(
  tx: Tx,
  { userId, source }: Actor,
): Promise<string[] | undefined> {
  const { rows } = await sql`
    select from totp_secrets where user_id = ${userId} for update`.execute(tx)
  if (!rows[0]) return undefined
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'recovery_codes_created',
    subject: { type: 'users', id: userId },
  })
  return replaceRecoveryCodes(tx, userId)
}

async function replaceRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode)
  const hashes = codes.map((code) => hashRecoveryCode(code.replaceAll('-', '')).toString('hex'))
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  await sql`
    insert into recovery_codes (user_id, hash)
    select ${userId}, decode(hash, 'hex') from unnest(${hashes}::text[]) as hash`.execute(tx)
  return codes
}

// Without letters that look like digits.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 80 random bits in groups of four: a plain hash of it cannot be searched. */
const generateRecoveryCode = () =>
  [...randomBytes(16)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** The other sessions end, and this one is one without a second factor, unless a passkey began it. */
export async function removeSecondFactor(
  tx: Tx,
  { userId, sessionId, source }: Actor,
): Promise<StartedSession | undefined> {
  const { rows } = await sql`
    delete from totp_secrets where user_id = ${userId} returning user_id`.execute(tx)
  if (!rows[0]) return undefined
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(tx)
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'second_factor_removed',
    subject: { type: 'users', id: userId },
  })
  await endAccessOf(tx, userId, sessionId)
  const { rows: sessions } = await sql<{ method: string }>`
    select method from sessions where id = ${sessionId}`.execute(tx)
  return renewSession(tx, sessionId, source, sessions[0]?.method === 'passkey')
}
