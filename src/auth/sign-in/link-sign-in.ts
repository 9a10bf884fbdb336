// Signing in with a link that was mailed.
import type { Db } from '../../db/db.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { judgeAttempt } from './attempts.ts'
import { createCode, endCodesOf, useCode } from './one-time-codes.ts'
import { addSignInMail } from './outgoing-mails.ts'
import { hasSecondFactor } from './second-factor.ts'
import {
  findSignInStaff,
  finishSignIn,
  type RequestSource,
  refuse,
  type SignInResult,
} from './sign-in.ts'

/**
 * Asks for a mail with a link. Does the same for known and unknown addresses; the job looks the person up. When too many were
 * asked for, nothing is sent: the last mail has a link that is still valid.
 */
export async function requestSignInLink(
  db: Db,
  email: string,
  source: RequestSource,
): Promise<void> {
  const { network, device } = source
  const { seconds } = await judgeAttempt(db, { purpose: 'link', account: email, network, device })
  const { language = 'en' } = source
  if (seconds === 0) await inTransaction(db, (tx) => addSignInMail(tx, email.trim(), language))
}

export const signInWithLink = (
  db: Db,
  code: string,
  source: RequestSource,
): Promise<SignInResult> =>
  inTransaction(db, async (tx) => {
    const { userId } = (await useCode(tx, 'sign_in', code)) ?? {}
    if (typeof userId !== 'number') return refuse(tx, source, null, 'link')
    // Other links of the person are not needed any more.
    await endCodesOf(tx, userId, 'sign_in')
    const person = await findSignInStaff(tx, userId)
    if (!person) return refuse(tx, source, userId, 'link')
    if (!(await hasSecondFactor(tx, userId)))
      return finishSignIn(tx, source, { userId, method: 'link', hasSecondFactor: false })
    const continuation = await createCode(tx, 'second_factor', {
      userId,
      details: { method: 'link', email: person.email },
    })
    return { type: 'code_needed', continuation }
  })
