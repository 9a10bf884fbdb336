// What people change of themselves: their name and their address.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db, Tx } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { endCodesOf, useCode } from '../sign-in/one-time-codes.ts'
import { addAddressMail, addChangedAddressMail } from '../sign-in/outgoing-mails.ts'
import type { Actor } from '../sign-in/second-factor-setup.ts'
import { buildOrigin, findSignInStaff, type RequestSource } from '../sign-in/sign-in.ts'

type Person = { name: string; email: string }

async function lockPerson(tx: Tx, userId: number): Promise<Person> {
  const { rows } = await sql<Person>`
    select name, email_address as email from users where id = ${userId} for update`.execute(tx)
  if (!rows[0]) throw new ApiError('unauthorized', 'The session has ended. Sign in again.')
  return rows[0]
}

export async function changeName(tx: Tx, { userId, source }: Actor, name: string): Promise<void> {
  const before = await lockPerson(tx, userId)
  if (before.name === name) return
  await sql`update users set name = ${name} where id = ${userId}`.execute(tx)
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'profile_changed',
    subject: { type: 'users', id: userId },
    before: { name: before.name },
    after: { name },
  })
}

/** Where mail exists, the new address proves itself first. Otherwise it applies at once. */
export async function requestAddress(
  tx: Tx,
  { userId, source }: Actor,
  email: string,
  isMailed: boolean,
): Promise<void> {
  if (!isMailed) return changeAddress(tx, userId, email, source)
  await requireFree(tx, userId, email)
  await endCodesOf(tx, userId, 'address')
  await addAddressMail(tx, userId, email)
}

/** Undefined for a link that is unknown, used or expired, or of a person who may not sign in any more. */
export const confirmAddress = (
  db: Db,
  code: string,
  source: RequestSource,
): Promise<{ email: string } | undefined> =>
  inTransaction(db, async (tx) => {
    const used = await useCode(tx, 'address', code)
    const userId = used?.userId
    const email = used?.details.email
    if (typeof userId !== 'number' || typeof email !== 'string') return undefined
    if (!(await findSignInStaff(tx, userId))) return undefined
    const before = await lockPerson(tx, userId)
    await changeAddress(tx, userId, email, source)
    // The owner of the old address learns of it.
    await addChangedAddressMail(tx, userId, { email: before.email, changedTo: email })
    return { email }
  })

async function changeAddress(
  tx: Tx,
  userId: number,
  email: string,
  source: RequestSource,
): Promise<void> {
  const before = await lockPerson(tx, userId)
  await requireFree(tx, userId, email)
  await sql`update users set email_address = ${email} where id = ${userId}`.execute(tx)
  await recordAudit(tx, buildOrigin(source, userId), {
    action: 'profile_changed',
    subject: { type: 'users', id: userId },
    before: { email_address: before.email },
    after: { email_address: email },
  })
}

async function requireFree(tx: Tx, userId: number, email: string): Promise<void> {
  const { rows } = await sql`
    select from users where lower(email_address) = lower(${email} collate "und-x-icu") and id <> ${userId}`.execute(
    tx,
  )
  if (rows[0]) throw new ApiError('conflict', 'Another person has this e-mail address.')
}
