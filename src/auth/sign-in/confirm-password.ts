// Asks a signed-in person for their password again, before a change of how they sign in.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { beginAttempt, forgetAttempt } from './attempts.ts'
import { isRightPassword } from './passwords.ts'
import { buildOrigin, type RequestSource } from './sign-in.ts'

export type Confirmation =
  | { type: 'confirmed' }
  | { type: 'refused' }
  | { type: 'blocked'; seconds: number }

/** Counted as an attempt to sign in. A person without a password is not asked. */
export async function confirmPassword(
  db: Db,
  userId: number,
  password: string,
  source: RequestSource,
): Promise<Confirmation> {
  const { rows } = await sql<{ email: string; hash: string }>`
    select u.email_address as email, w.hash from users u join passwords w on w.user_id = u.id
    where u.id = ${userId}`.execute(db)
  const person = rows[0]
  if (!person) return { type: 'confirmed' }
  const attempt = { account: person.email, network: source.network }
  const seconds = await beginAttempt(db, attempt)
  if (seconds > 0) return { type: 'blocked', seconds }
  if (!(await isRightPassword(person.hash, password))) {
    await recordAudit(db, buildOrigin(source, userId), {
      action: 'confirmation_failed',
      subject: { type: 'users', id: userId },
      after: { wrong: 'password' },
    })
    return { type: 'refused' }
  }
  await forgetAttempt(db, attempt)
  return { type: 'confirmed' }
}
