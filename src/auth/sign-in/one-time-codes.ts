// Codes that are used once: links that are copied or mailed, and challenges between two steps of a sign-in.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { generateCredential, hashCredential } from '../credentials.ts'

export type CodePurpose =
  | 'welcome'
  | 'sign_in'
  | 'second_factor'
  | 'second_factor_setup'
  | 'passkey'
  | 'oidc'
  | 'invitation'

const LIFETIME_MINUTES: Record<CodePurpose, number> = {
  welcome: 24 * 60,
  sign_in: 15,
  second_factor: 10,
  second_factor_setup: 30,
  passkey: 10,
  oidc: 10,
  invitation: 7 * 24 * 60,
}

/** A code ends after this many wrong attempts to use it. */
const MAX_FAILURES = 5

export type CodeContent = { userId?: number | null; details?: Record<string, unknown> }

export async function createCode(
  db: Db,
  purpose: CodePurpose,
  { userId = null, details = {} }: CodeContent,
): Promise<string> {
  const code = generateCredential('code')
  await sql`
    insert into one_time_codes (hash, purpose, user_id, details, expires_at)
    values (${hashCredential(code)}, ${purpose}, ${userId}, ${JSON.stringify(details)}::jsonb,
      now() + ${LIFETIME_MINUTES[purpose]} * interval '1 minute')`.execute(db)
  return code
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
  return rows[0]
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
  return rows[0]
}

/** Counts a wrong attempt; the last one that is allowed ends the code. */
export async function failCode(db: Db, code: string): Promise<void> {
  const isIt = sql`hash = ${hashCredential(code)}`
  await sql`update one_time_codes set failures = failures + 1 where ${isIt}`.execute(db)
  await sql`delete from one_time_codes where ${isIt} and failures >= ${MAX_FAILURES}`.execute(db)
}

export const endCodesOf = (db: Db, userId: number, purpose: CodePurpose) =>
  sql`delete from one_time_codes where user_id = ${userId} and purpose = ${purpose}`.execute(db)
