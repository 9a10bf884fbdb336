// The first sign-in of a person, by a one-time link.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db, Tx } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { endAccessOf } from '../staff/sessions.ts'
import { forgetDevices } from './devices.ts'
import { findCode, useCode } from './one-time-codes.ts'
import { setPassword } from './passwords.ts'
import { buildOrigin, finishSignIn, type RequestSource, type SignInResult } from './sign-in.ts'

/** Whom the link is for; undefined when it is unknown, used or expired. */
export async function findWelcome(
  db: Db,
  code: string,
): Promise<{ id: number; name: string; email: string } | undefined> {
  const found = await findCode(db, 'welcome', code)
  const { rows } = await sql<{ id: number; name: string; email: string }>`
    select id, name, email_address as email from users where id = ${found?.userId ?? null}`.execute(
    db,
  )
  return rows[0]
}

export type Welcome = { code: string; name: string; email: string; password: string }

export const welcome = (
  db: Db,
  { code, name, email, password }: Welcome,
  source: RequestSource,
): Promise<SignInResult> =>
  inTransaction(db, async (tx) => {
    const { userId } = (await useCode(tx, 'welcome', code)) ?? {}
    if (typeof userId !== 'number') return { type: 'refused' }
    await setNameAndAddress(tx, userId, name, email)
    await setPassword(tx, userId, password)
    await endAccessOf(tx, userId)
    await forgetDevices(tx, userId)
    await recordAudit(tx, buildOrigin(source, userId), {
      action: 'password_changed',
      subject: { type: 'users', id: userId },
      after: { by: 'link' },
    })
    return finishSignIn(tx, source, { userId, method: 'link', hasSecondFactor: false })
  })

export async function setNameAndAddress(
  tx: Tx,
  userId: number,
  name: string,
  email: string,
): Promise<void> {
  const { rows } = await sql`
    select from users where lower(email_address) = lower(${email} collate "und-x-icu") and id <> ${userId}`.execute(
    tx,
  )
  if (rows[0]) throw new ApiError('conflict', 'Another person has this e-mail address.')
  await sql`
    update users set name = ${name}, email_address = ${email}
    where id = ${userId} and (name, email_address) is distinct from (${name}, ${email})`.execute(tx)
}
