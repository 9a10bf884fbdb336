// Signing in on the portal by e-mail: one mail with a link and a code of six digits. The code works only in the browser that asked
// for it, the link on any device; the first of both that is used ends the other. All of it is the same for every address,
// until somebody has proved that the address is theirs.
import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { deriveKey, type ReadKeys, type SecretKey } from '../../core/secret-keys.ts'
import { isSameAddress } from '../../core/values.ts'
import type { Db, Tx } from '../../db/db.ts'
import { EMAIL_CODE_MINUTES } from '../../texts/mails.ts'
import type { Language } from '../../texts/texts.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { generateCredential, hashCredential, hashesAreEqual, isCredential } from '../credentials.ts'
import { beginAttempt, forgetAttempt } from '../sign-in/attempts.ts'
import { addEmailSignInMail } from '../sign-in/outgoing-mails.ts'
import { learnLanguage } from '../staff/language.ts'
import { endEndUserSessions, startEndUserSession } from './sessions.ts'

/** Wrong codes of one mail. Its link still works then. */
export const MAX_CODE_TRIES = 5
/** How long a mail can wait to be sent, as in prepare-mail.ts. */
const MAX_WAIT_MINUTES = 60

export type EmailSignInRequest = {
  /** An e-mail address: the caller has checked its form. */
  email: string
  /** Of the page. */
  language: Language
  /** A path of the portal: the caller has checked that it is one. */
  returnTo: string
  /** The part of the address of the browser that belongs to one subscriber. */
  network: string
  /** The mail confirms what a guest has just sent. */
  isOfGuest?: boolean
}

/** `credential` is for the cookie of the browser: the code works only with it. */
export type StartedEmailSignIn =
  | { type: 'mailed'; credential: string }
  | { type: 'delayed'; seconds: number }

/** Asks for a mail. Looks nobody up: known, unknown, blocked and staff addresses are indistinguishable. */
export async function startEmailSignIn(
  db: Db,
  { email, language, returnTo, network, isOfGuest = false }: EmailSignInRequest,
): Promise<StartedEmailSignIn> {
  const seconds = await beginAttempt(db, { purpose: 'email', account: email, network })
  if (seconds > 0) return { type: 'delayed', seconds }
  const credential = generateCredential('code')
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into email_sign_ins (email, browser_hash, language, return_to, is_of_guest, expires_at)
      values (${email}, ${hashCredential(credential)}, ${language}, ${returnTo}, ${isOfGuest},
        now() + ${MAX_WAIT_MINUTES} * interval '1 minute')
      returning id`.execute(tx)
    for (const { id } of rows) await addEmailSignInMail(tx, { id, email, language })
  })
  return { type: 'mailed', credential }
}

/** What the mail carries, made when it is sent, so that the queue holds no secret. A mail that is sent again has new ones. */
export async function createEmailProofs(
  tx: Tx,
  readKeys: ReadKeys,
  id: number,
): Promise<{ email: string; code: string; link: string; isOfGuest: boolean } | undefined> {
  const [key] = await readKeys()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const link = generateCredential('code')
  // To the address as it is stored: what was typed can be another one that is equal to it for the database only.
  const { rows } = await sql<{ email: string; isOfGuest: boolean }>`
    update email_sign_ins s set code_hash = ${hashCode(key, id, code)}, link_hash = ${hashCredential(link)},
      expires_at = now() + ${EMAIL_CODE_MINUTES} * interval '1 minute',
      mailed_to = coalesce((select email_address from users where lower(email_address) = lower(s.email)), s.email)
    where id = ${id} and expires_at > now() returning coalesce(mailed_to, email) as email, is_of_guest as "isOfGuest"`.execute(
    tx,
  )
  return rows[0] && { ...rows[0], code, link }
}

/** With a key that is not in the database. The id is that of the mail: equal codes have different hashes. */
const hashCode = ({ bytes }: SecretKey, id: number, code: string): Buffer =>
  createHmac('sha256', deriveKey(bytes, 'email_sign_ins').bytes).update(`${id} ${code}`).digest()

/** The code with the cookie of the browser that asked for it, or the link. */
export type EmailProof = { credential: string; code: string } | { link: string }

export type PendingEmailSignIn = {
  id: number
  /** As it was typed; for a link, where it was mailed to. */
  email: string
  returnTo: string
  isOfGuest: boolean
  triesLeft: number
}

/** Undefined when it has expired or was used, and for a cookie or link that is unknown. Uses nothing up. */
export async function findEmailSignIn(
  db: Db,
  proof: { credential: string } | { link: string },
): Promise<PendingEmailSignIn | undefined> {
  const text = 'link' in proof ? proof.link : proof.credential
  if (!isCredential('code', text)) return undefined
  const isLink = 'link' in proof
  const { rows } = await sql<PendingEmailSignIn>`
    select id, case when ${isLink} then coalesce(mailed_to, email) else email end as email, return_to as "returnTo", is_of_guest as "isOfGuest",
      greatest(0, ${MAX_CODE_TRIES} - failures)::int as "triesLeft"
    from email_sign_ins
    where ${sql.ref(isLink ? 'link_hash' : 'browser_hash')} = ${hashCredential(text)} and expires_at > now()`.execute(
    db,
  )
  return rows[0]
}

export type ConfirmedAddress = { userId: number; email: string; isNew: boolean }

export type EmailSignInOptions = {
  readKeys: ReadKeys
  network: string
  address: string | null
  userAgent: string | null
  /** How long the session can last. */
  sessionDays: number
  /** Runs in the transaction of the sign-in, before its session begins. When it throws, nobody is signed in and the proof stays valid. */
  confirms?: (tx: Tx, confirmed: ConfirmedAddress) => Promise<unknown>
}

export type EmailSignInResult =
  /** `credential` is that of the new session. */
  | (ConfirmedAddress & {
      type: 'signed_in'
      credential: string
      returnTo: string
      isOfGuest: boolean
    })
  | { type: 'wrong_code'; triesLeft: number }
  /** Expired, used, or of another browser. */
  | { type: 'ended' }
  /** The address is theirs, and the person is blocked. */
  | { type: 'blocked' }
  | { type: 'delayed'; seconds: number }

/** Of two concurrent uses of a mail, one signs in. The person is created now, and their address is confirmed. */
export async function finishEmailSignIn(
  db: Db,
  proof: EmailProof,
  options: EmailSignInOptions,
): Promise<EmailSignInResult> {
  const pending = await findEmailSignIn(db, proof)
  if (!pending) return { type: 'ended' }
  const { network } = options
  const attempt = { account: pending.email, network }
  if ('code' in proof) {
    if (pending.triesLeft === 0) return { type: 'wrong_code', triesLeft: 0 }
    const seconds = await beginAttempt(db, { purpose: 'email_code', ...attempt })
    if (seconds > 0) return { type: 'delayed', seconds }
  }
  const keys = 'code' in proof ? await options.readKeys() : []
  const result = await inTransaction(db, async (tx): Promise<EmailSignInResult> => {
    const signIn = await lockSignIn(tx, pending)
    if (!signIn) return { type: 'ended' }
    if ('code' in proof) {
      if (signIn.triesLeft === 0) return { type: 'wrong_code', triesLeft: 0 }
      const isRight = keys.some((key) => isRightCode(key, signIn, proof.code))
      if (!isRight) return failCode(tx, signIn)
    }
    // Those that others asked for too: nobody needs another way in now.
    await sql`delete from email_sign_ins where lower(email) = lower(${pending.email} collate "und-x-icu")`.execute(
      tx,
    )
    return enter(tx, signIn, options)
  })
  if (result.type === 'signed_in')
    for (const purpose of ['email', 'email_code'] as const)
      await forgetAttempt(db, { purpose, ...attempt })
  return result
}

type LockedSignIn = {
  id: number
  mailedTo: string | null
  codeHash: Buffer | null
  triesLeft: number
  language: Language
  returnTo: string
  isOfGuest: boolean
}

/** With all others of this address, in one order: two that sign in at once do not wait for each other. */
async function lockSignIn(
  tx: Tx,
  { id, email }: PendingEmailSignIn,
): Promise<LockedSignIn | undefined> {
  const { rows } = await sql<LockedSignIn>`
    select id, mailed_to as "mailedTo", code_hash as "codeHash", greatest(0, ${MAX_CODE_TRIES} - failures)::int as "triesLeft", language,
      return_to as "returnTo", is_of_guest as "isOfGuest"
    from email_sign_ins where lower(email) = lower(${email} collate "und-x-icu") and expires_at > now()
    order by id for update`.execute(tx)
  return rows.find((row) => row.id === id)
}

const isRightCode = (key: SecretKey, { id, codeHash }: LockedSignIn, code: string) =>
  codeHash !== null && hashesAreEqual(codeHash, hashCode(key, id, code))

async function failCode(tx: Tx, { id, triesLeft }: LockedSignIn): Promise<EmailSignInResult> {
  await sql`update email_sign_ins set failures = failures + 1 where id = ${id}`.execute(tx)
  return { type: 'wrong_code', triesLeft: triesLeft - 1 }
}

type ProvedPerson = { email: string; isAllowed: boolean; isConfirmed: boolean }

async function enter(
  tx: Tx,
  { mailedTo, language, returnTo, isOfGuest }: LockedSignIn,
  { address, userAgent, sessionDays, confirms }: EmailSignInOptions,
): Promise<EmailSignInResult> {
  if (mailedTo === null) return { type: 'ended' }
  const { id: userId, isNew } = await findOrCreateUser(tx, mailedTo)
  const { rows } = await sql<ProvedPerson>`
    select email_address as email, allowed_state = 'allowed' as "isAllowed", email_confirmed as "isConfirmed"
    from users where id = ${userId} for no key update`.execute(tx)
  const [person] = rows
  // Somebody has become a user since the mail was sent, with an address that is equal for the database only.
  if (!person || !isSameAddress(person.email, mailedTo)) return { type: 'ended' }
  if (!person.isAllowed) return { type: 'blocked' }
  if (!person.isConfirmed) {
    await sql`update users set email_confirmed = true where id = ${userId}`.execute(tx)
    // They began before it was known whose address it is.
    await endEndUserSessions(tx, userId)
  }
  await learnLanguage(tx, userId, language)
  const confirmed = { userId, email: person.email, isNew }
  await confirms?.(tx, confirmed)
  const credential = await startEndUserSession(tx, {
    userId,
    method: 'email',
    ssoKeyId: null,
    allowForums: null,
    denyForums: [],
    lifetimeSeconds: sessionDays * 86_400,
    address,
    userAgent,
  })
  return { type: 'signed_in', ...confirmed, credential, returnTo, isOfGuest }
}

/** Of a person who is erased, and those that have expired. */
export const deleteEmailSignInsOf = (tx: Tx, email: string) =>
  sql`delete from email_sign_ins where lower(email) = lower(${email} collate "und-x-icu")`.execute(
    tx,
  )

export const deleteExpiredEmailSignIns = (tx: Tx) =>
  sql`delete from email_sign_ins where expires_at <= now()`.execute(tx)
