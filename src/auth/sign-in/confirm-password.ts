// A signed-in person proves with their password who they are, before a change of how they sign in.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { confirmSession } from '../staff/sessions.ts'
import { forgetAttempt, judgeAttempt } from './attempts.ts'
import { isRightPassword } from './passwords.ts'
import type { Actor } from './second-factor-setup.ts'
import { buildOrigin } from './sign-in.ts'

export type Confirmation =
  | { type: 'confirmed' }
  | { type: 'refused' }
  | { type: 'blocked'; seconds: number }

/** Counted as an attempt to sign in. */
export async function confirmPassword(
  db: Db,
  { userId, sessionId, source }: Actor,
  password: string,
): Promise<Confirmation> {
  const { rows } = await sql<{ email: string; hash: string }>`
    select u.email_address as email, w.hash from users u join passwords w on w.user_id = u.id
    where u.id = ${userId}`.execute(db)
  const person = rows[0]
  if (!person) return { type: 'refused' }
  const { network, device } = source
  const attempt = await judgeAttempt(db, { account: person.email, network, device })
  if (attempt.seconds > 0) return { type: 'blocked', seconds: attempt.seconds }
  if (!(await isRightPassword(person.hash, password))) {
    await recordAudit(db, buildOrigin(source, userId), {
      action: 'confirmation_failed',
      subject: { type: 'users', id: userId },
      after: { wrong: 'password' },
    })
    return { type: 'refused' }
  }
  await forgetAttempt(db, attempt)
  await confirmSession(db, sessionId)
  return { type: 'confirmed' }
}
