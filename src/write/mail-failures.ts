// Mails that did not arrive. An address that does not exist gets no further mailings, until a member of the team allows it again or
// the person has another address.
import { sql } from 'kysely'
import { notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { users } from '../resources/users.ts'
import { type Origin, recordAudit } from './core/audit.ts'

/** `bounced`: it does not exist. `delayed`: not now. `refused`: our own mail server did not take it. */
export type MailFailure = 'bounced' | 'delayed' | 'refused'

/** How many failures suppress an address. One that our own server refuses can be a mistake of its configuration. */
const ENOUGH: Record<MailFailure, { count: number; reason: string }> = {
  bounced: { count: 1, reason: 'bounced' },
  delayed: { count: 5, reason: 'bounced_often' },
  refused: { count: 2, reason: 'refused' },
}
const COUNTED_DAYS = 30

/** Of the user `u`: mailings go to this address. Links to sign in always do, because somebody asks for each. */
export const IS_REACHABLE = sql`u.email_suppressed_at is null`

/** `subject` is what failed: the same failure again counts once. */
export async function recordMailFailure(
  tx: Tx,
  { userId, kind, subject }: { userId: number; kind: MailFailure; subject: string },
): Promise<void> {
  const { count, reason } = ENOUGH[kind]
  // The order of locks: the person first.
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  await sql`
    insert into mail_failures (user_id, kind, subject)
    select id, ${kind}, ${subject} from users where id = ${userId} on conflict do nothing`.execute(
    tx,
  )
  await sql`
    update users set email_suppressed_at = now(), email_suppressed_reason = ${reason}
    where id = ${userId} and email_suppressed_at is null and (
      select count(*) from mail_failures
      where user_id = ${userId} and kind = ${kind} and created_at > now() - ${COUNTED_DAYS} * interval '1 day') >= ${count}`.execute(
    tx,
  )
}

/** Of a mail of a mailing that our own mail server refused for good. */
export async function recordRefusedMail(tx: Tx, outgoingMail: number): Promise<void> {
  const { rows } = await sql<{ userId: number; mailing: number }>`
    select u.id as "userId", m.id as mailing
    from outgoing_mails o join users u on u.id = o.user_id join mailings m on m.id = o.mailing_id
    where o.id = ${outgoingMail}`.execute(tx)
  const [found] = rows
  if (found)
    await recordMailFailure(tx, {
      userId: found.userId,
      kind: 'refused',
      subject: `mailing ${found.mailing}`,
    })
}

/** The address is mailed again. What failed before does not count any more. */
export async function liftSuppression(tx: Tx, origin: Origin, id: number): Promise<void> {
  const { rows } = await sql<{ isSuppressed: boolean }>`
    select email_suppressed_at is not null as "isSuppressed" from users where id = ${id} for no key update`.execute(
    tx,
  )
  if (!rows[0]) throw notFound(users, id)
  await sql`delete from mail_failures where user_id = ${id}`.execute(tx)
  if (!rows[0].isSuppressed) return
  await sql`
    update users set email_suppressed_at = null, email_suppressed_reason = null where id = ${id}`.execute(
    tx,
  )
  await recordAudit(tx, origin, {
    action: 'person_changed',
    subject: { type: users.name, id },
    after: { members: ['email_suppressed_at'] },
  })
}
