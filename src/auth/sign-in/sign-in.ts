// Signing in and out: what is checked, counted and recorded, whatever the way in.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import type { Language } from '../../texts/texts.ts'
import { type Origin, recordAudit } from '../../write/core/audit.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import type { Role } from '../roles.ts'
import { learnLanguage } from '../staff/language.ts'
import {
  endSession,
  type NewSession,
  type StartedSession,
  startSession,
} from '../staff/sessions.ts'
import {
  beginAttempt,
  forgetAttempt,
  type JudgedAttempt,
  judgeAttempt,
  withdrawAttempt,
} from './attempts.ts'
import { rememberDevice } from './devices.ts'
import { createCode, failCode, findCode, useCode } from './one-time-codes.ts'
import { isRightPassword } from './passwords.ts'
import { applySignInAccount, type SignInAccount } from './provider-accounts.ts'
import { hasSecondFactor, type TypedCode, useSecondFactor } from './second-factor.ts'

/** Where a request comes from. `Identity` is who sends it. */
export type RequestSource = {
  address: string
  /** The part of the address that belongs to one subscriber. */
  network: string
  userAgent: string | null
  requestId: string
  /** The language that the browser asks for. */
  language?: Language | undefined
  /** The hash of the cookie of a browser in which somebody signed in before. */
  device?: Buffer | undefined
  /** The API client that asks for the person, if one does. */
  clientId?: number
}

export type SignInResult =
  /** `device` is the new value of the cookie of the browser. */
  | { type: 'signed_in'; userId: number; session: StartedSession; device: string }
  /** The password is right, and the code of the second factor is needed. */
  | { type: 'code_needed'; continuation: string }
  | { type: 'refused' }
  | { type: 'blocked'; seconds: number }

type StaffPassword = { id: number; hash: string | null; role: Role }

/** Only people who may sign in. */
async function findStaffPassword(db: Db, email: string): Promise<StaffPassword | undefined> {
  const { rows } = await sql<StaffPassword>`
    select u.id, w.hash, p.role from users u
      join permissions p on p.user_id = u.id and p.disabled_at is null
      left join passwords w on w.user_id = u.id
    where lower(u.email_address) = lower(${email} collate "und-x-icu") and u.allowed_state = 'allowed'`.execute(
    db,
  )
  return rows[0]
}

/** Of a person who may sign in, by address or id. */
export async function findSignInStaff(
  db: Db,
  person: string | number,
): Promise<{ id: number; email: string } | undefined> {
  const matches =
    typeof person === 'number'
      ? sql`u.id = ${person}`
      : sql`lower(u.email_address) = lower(${person} collate "und-x-icu")`
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email_address as email from users u join permissions p on p.user_id = u.id and p.disabled_at is null
    where ${matches} and u.allowed_state = 'allowed'`.execute(db)
  return rows[0]
}

/** The person whose password it is. */
type RightPassword = { type: 'right_password'; person: StaffPassword; attempt: JudgedAttempt }

/** Runs the check of a password when it is its turn; browsers that are known go first. */
export type InTurn = (isKnown: boolean, check: () => Promise<boolean>) => Promise<boolean>

/** Counts the attempt, before it waits for its turn. The same answer and the same work for unknown and known addresses. */
export async function checkPassword(
  db: Db,
  { email, password }: { email: string; password: string },
  source: RequestSource,
  inTurn: InTurn,
): Promise<RightPassword | SignInResult> {
  const { network, device } = source
  const attempt = await judgeAttempt(db, { account: email, network, device })
  if (attempt.seconds > 0) return { type: 'blocked', seconds: attempt.seconds }
  const person = await findStaffPassword(db, email.trim())
  const isRight = await inTurn(attempt.isKnown, () =>
    isRightPassword(person?.hash, password),
  ).catch(async (error) => {
    // Its turn never came.
    await withdrawAttempt(db, attempt)
    throw error
  })
  if (!person || !isRight) return refuse(db, source, person?.id ?? null, 'password')
  return { type: 'right_password', person, attempt }
}

export async function signInWithPassword(
  db: Db,
  { email, password, typed }: { email: string; password: string; typed?: TypedCode | undefined },
  source: RequestSource,
  inTurn: InTurn,
): Promise<SignInResult> {
  const checked = await checkPassword(db, { email, password }, source, inTurn)
  if (checked.type !== 'right_password') return checked
  const { person, attempt } = checked
  await forgetAttempt(db, attempt)
  const result = await inTransaction(db, async (tx): Promise<SignInResult> => {
    const needsCode = await hasSecondFactor(tx, person.id)
    if (!needsCode)
      return finishSignIn(tx, source, {
        userId: person.id,
        method: 'password',
        hasSecondFactor: false,
      })
    const continuation = await createCode(tx, 'second_factor', {
      userId: person.id,
      details: { method: 'password' },
    })
    return { type: 'code_needed', continuation }
  })
  return result.type === 'code_needed' && typed
    ? continueSignIn(db, result.continuation, typed, source)
    : result
}

/**
 * Codes are counted apart from passwords, and not by network: a person who does not know the password cannot delay them, and a
 * right password does not restart their count.
 */
const attemptOfCode = (userId: number) => ({ account: `second factor of ${userId}` })

/** The second step, with the code that the first one asked for. */
export async function continueSignIn(
  db: Db,
  continuation: string,
  typed: TypedCode,
  source: RequestSource,
): Promise<SignInResult> {
  const first = await findCode(db, 'second_factor', continuation)
  const { userId } = first ?? {}
  if (!first || typeof userId !== 'number') return { type: 'refused' }
  const attempt = attemptOfCode(userId)
  const seconds = await beginAttempt(db, attempt)
  if (seconds > 0) return { type: 'blocked', seconds }
  const result = await inTransaction(db, async (tx) => {
    if (!(await useSecondFactor(tx, userId, typed))) return undefined
    if (!(await useCode(tx, 'second_factor', continuation))) return undefined
    const account = first.details.account as SignInAccount | undefined
    if (account && !(await applySignInAccount(tx, buildOrigin(source, userId), userId, account)))
      return refuse(tx, source, userId, 'other_account')
    return finishSignIn(tx, source, {
      userId,
      method: String(first.details.method),
      hasSecondFactor: true,
    })
  })
  if (!result) {
    await failCode(db, continuation)
    return refuse(db, source, userId, 'code')
  }
  await forgetAttempt(db, attempt)
  return result
}

/** For every way in, once the person has proved who they are. */
export async function finishSignIn(
  tx: Tx,
  source: RequestSource,
  proved: Pick<NewSession, 'userId' | 'method' | 'hasSecondFactor' | 'confirmedAt'>,
): Promise<SignInResult> {
  const { userId, method, hasSecondFactor } = proved
  const { address, userAgent, language } = source
  const session = await startSession(tx, { ...proved, address, userAgent })
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'signed_in',
    subject: { type: 'users', id: userId },
    after: { method, second_factor: hasSecondFactor },
  })
  if (language) await learnLanguage(tx, userId, language)
  const device = await rememberDevice(tx, userId, source.device)
  return { type: 'signed_in', userId, session, device }
}

/** What was typed is not recorded: people type a password in the wrong field. */
export async function refuse(
  db: Db,
  source: RequestSource,
  userId: number | null,
  wrong: string,
): Promise<SignInResult> {
  await recordAudit(db, buildOrigin(source, null), {
    action: 'sign_in_failed',
    subject: { type: 'users', id: userId },
    after: { wrong },
  })
  return { type: 'refused' }
}

export async function signOut(tx: Tx, credential: string, source: RequestSource): Promise<void> {
  const ended = await endSession(tx, { credential })
  if (ended)
    await recordAudit(tx, buildOrigin(source, ended.userId), {
      action: 'signed_out',
      subject: { type: 'sessions', id: ended.id },
    })
}

export const buildOrigin = (
  { address, requestId, clientId }: RequestSource,
  userId: number | null,
): Origin => ({
  userId,
  clientId: clientId ?? null,
  address,
  requestId,
})
