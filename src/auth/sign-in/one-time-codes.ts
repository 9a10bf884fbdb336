// Codes that are used once: links that are copied or mailed, and challenges between two steps of a sign-in.
import { sql } from 'kysely'
import { decryptSecret, deriveKey, encryptSecret } from '../../core/secret-keys.ts'
import type { Db } from '../../db/db.ts'
import { generateCredential, hashCredential } from '../credentials.ts'

export type CodePurpose =
  | 'welcome'
  | 'sign_in'
  | 'second_factor'
  | 'second_factor_setup'
  | 'passkey'
  | 'oidc'
  | 'end_user_oidc'
  | 'invitation'
  | 'address'

const LIFETIME_MINUTES: Record<CodePurpose, number> = {
  welcome: 24 * 60,
  sign_in: 15,
  second_factor: 10,
  second_factor_setup: 30,
  passkey: 10,
  oidc: 10,
  end_user_oidc: 10,
  invitation: 7 * 24 * 60,
  address: 60,
}

/**
 * Their details are secrets: OpenID verifiers and nonces, challenges, secrets of apps. They are encrypted with a key derived
 * from the code, of which the database has only the hash.
 */
const SECRET_PURPOSES: CodePurpose[] = ['oidc', 'end_user_oidc', 'passkey', 'second_factor_setup']

/** A code ends after this many wrong attempts to use it. */
const MAX_FAILURES = 5

export type CodeContent = { userId?: number | null; details?: Record<string, unknown> }

export async function createCode(
  db: Db,
  purpose: CodePurpose,
  { userId = null, details = {} }: CodeContent,
): Promise<string> {
  const code = generateCredential('code')
  const stored = SECRET_PURPOSES.includes(purpose)
    ? encryptDetails(purpose, code, details)
    : details
  await sql`
    insert into one_time_codes (hash, purpose, user_id, details, expires_at)
    values (${hashCredential(code)}, ${purpose}, ${userId}, ${JSON.stringify(stored)}::jsonb,
      now() + ${LIFETIME_MINUTES[purpose]} * interval '1 minute')`.execute(db)
  return code
}

const encryptDetails = (purpose: CodePurpose, code: string, details: UsedCode['details']) => ({
  encrypted: encryptSecret(
    deriveKey(code, purpose),
    Buffer.from(JSON.stringify(details)),
    'one_time_codes',
  ).toString('base64'),
})

/** Those that an earlier version stored are plain, and expire soon. */
function decryptDetails(purpose: CodePurpose, code: string, row: UsedCode | undefined) {
  if (typeof row?.details.encrypted !== 'string') return row
  const ciphertext = Buffer.from(row.details.encrypted, 'base64')
  const json = decryptSecret([deriveKey(code, purpose)], ciphertext, 'one_time_codes')
  return { ...row, details: JSON.parse(json.toString()) as UsedCode['details'] }
}

export type UsedCode = { userId: number | null; details: Record<string, unknown> }

/** Looks at the code and locks it, without using it up. */
export async function findCode(
  db: Db,
  purpose: CodePurpose,
  code: string,
): Promise<UsedCode | undefined> {
  const { rows } = await sql<UsedCode>`
    select user_id as "userId", details from one_time_codes
    where hash = ${hashCredential(code)} and purpose = ${purpose} and expires_at > now() for update`.execute(
    db,
  )
  return decryptDetails(purpose, code, rows[0])
}

/** Of two concurrent uses, one finds nothing. */
export async function useCode(
  db: Db,
  purpose: CodePurpose,
  code: string,
): Promise<UsedCode | undefined> {
  const { rows } = await sql<UsedCode>`
    delete from one_time_codes where hash = ${hashCredential(code)} and purpose = ${purpose} and expires_at > now()
    returning user_id as "userId", details`.execute(db)
  return decryptDetails(purpose, code, rows[0])
}

/** Counts a wrong attempt; the last one that is allowed ends the code. */
export async function failCode(db: Db, code: string): Promise<void> {
  const isIt = sql`hash = ${hashCredential(code)}`
  await sql`update one_time_codes set failures = failures + 1 where ${isIt}`.execute(db)
  await sql`delete from one_time_codes where ${isIt} and failures >= ${MAX_FAILURES}`.execute(db)
}

export const endCodesOf = (db: Db, userId: number, purpose: CodePurpose) =>
  sql`delete from one_time_codes where user_id = ${userId} and purpose = ${purpose}`.execute(db)
