// What becomes of mails that came back: a comment, a suppressed address, or nothing.
import { sql } from 'kysely'
import { isBounceOf, type ReplyPlace } from '../../auth/end-users/mail-addresses.ts'
import type { Visitor } from '../../auth/end-users/visitor.ts'
import { mailJob } from '../../auth/sign-in/outgoing-mails.ts'
import type { MailReport } from '../../core/mail-report.ts'
import type { Db, Tx } from '../../db/db.ts'
import { addJob } from '../../db/enqueue.ts'
import { updateOwnSettings } from '../end-users.ts'
import { recordMailFailure } from '../mail-failures.ts'
import { endTeamMails } from '../staff-notifications.ts'

/** The texts of the answers are in texts/mails.ts. Without an answer: what the person cannot change, or what no person wrote. */
export type Refusal = 'another_sender' | 'empty' | 'too_long' | 'closed' | 'gone' | 'too_many'

export type WaitingMail = {
  id: number
  kind: 'reply' | 'bounce'
  raw: Buffer
  hasSender: boolean
  addressDigest: string | null
  email: string
  isAllowed: boolean
  visitor: Visitor & { userId: number }
  place: ReplyPlace
}

type Row = {
  kind: string
  raw: Buffer | null
  has_sender: boolean
  address_digest: string | null
  user_id: number
  suggestion_id: number | null
  comment_id: number | null
  email: string
  is_allowed: boolean
  is_staff: boolean
}

/** Undefined when it was read already, or its person is gone. */
export async function findWaitingMail(db: Db, id: number): Promise<WaitingMail | undefined> {
  const { rows } = await sql<Row>`
    select i.kind, i.raw, i.has_sender, i.address_digest, i.user_id, i.suggestion_id, i.comment_id, u.email_address as email,
      u.allowed_state = 'allowed' as is_allowed,
      exists (select from permissions p where p.user_id = u.id and p.disabled_at is null) as is_staff
    from incoming_mails i join users u on u.id = i.user_id where i.id = ${id} and i.state = 'waiting'`.execute(
    db,
  )
  const [row] = rows
  if (!row?.raw) return undefined
  const { kind, raw, user_id: userId, email, is_allowed: isAllowed, address_digest } = row
  return {
    id,
    kind: kind as WaitingMail['kind'],
    raw,
    hasSender: row.has_sender,
    addressDigest: address_digest,
    email,
    isAllowed,
    visitor: { userId, isStaff: row.is_staff, allowForums: null, denyForums: [] },
    place: { userId, suggestionId: row.suggestion_id ?? 0, commentId: row.comment_id },
  }
}

/** Call it in the transaction of its effect. Throws when another process was faster: then that one's effect is the only one. */
export async function settleMail(
  tx: Tx,
  id: number,
  state: 'accepted' | 'refused' | 'dropped',
  reason: string | null = null,
): Promise<void> {
  const { rows } = await sql`
    update incoming_mails set state = ${state}, reason = ${reason}, raw = null
    where id = ${id} and state = 'waiting' returning id`.execute(tx)
  if (rows.length === 0) throw new AlreadyRead()
}

export class AlreadyRead extends Error {}

/** A person whose mails are answered one after the other knows it by then. */
const MAX_ANSWERS_PER_DAY = 3

export async function refuseReply(tx: Tx, waiting: WaitingMail, reason: Refusal): Promise<void> {
  await settleMail(tx, waiting.id, 'refused', reason)
  await answerReply(tx, waiting)
}

/** The reason of an accepted reply that is not complete. */
export const FILES_LEFT_OUT = 'files_left_out'

/** Call it in the transaction that adds the comment. The person learns that files are missing. */
export async function acceptMail(
  tx: Tx,
  waiting: WaitingMail,
  hasAllFiles: boolean,
): Promise<void> {
  await settleMail(tx, waiting.id, 'accepted', hasAllFiles ? null : FILES_LEFT_OUT)
  if (!hasAllFiles) await answerReply(tx, waiting)
}

/** To the address that the person has here: a sender can be forged. */
async function answerReply(tx: Tx, { id, place: { userId } }: WaitingMail): Promise<void> {
  await sql`
    with answer as (
      insert into outgoing_mails (email, language, incoming_mail_id)
      select email_address, coalesce(language, 'en'), ${id} from users
      where id = ${userId} and email_suppressed_at is null and (
        select count(*) from incoming_mails
        where user_id = ${userId} and (state = 'refused' or reason = ${FILES_LEFT_OUT}) and created_at > now() - interval '1 day') <= ${MAX_ANSWERS_PER_DAY}
      returning id
    )
    select ${addJob(mailJob(sql.ref('id')))} from answer`.execute(tx)
}

/** A report about an address that the person does not have any more says nothing. */
export async function applyReport(
  tx: Tx,
  { id, place: { userId }, addressDigest, email }: WaitingMail,
  report: MailReport | undefined,
): Promise<'accepted' | 'dropped'> {
  const isCurrent = addressDigest !== null && isBounceOf(addressDigest, email)
  if (report === undefined || !isCurrent) {
    await settleMail(tx, id, 'dropped', report ? 'old_address' : 'no_report')
    return 'dropped'
  }
  await settleMail(tx, id, 'accepted', report.kind)
  if (report.kind === 'complaint') {
    await updateOwnSettings(tx, userId, {
      status_frequency: 'never',
      comment_frequency: 'never',
      announcement_frequency: 'never',
    })
    for (const kind of ['team_digest', 'team_failures'] as const)
      await endTeamMails(tx, userId, kind)
  } else await recordMailFailure(tx, { userId, kind: report.kind, subject: `report ${id}` })
  return 'accepted'
}

const KEPT_DAYS = 30

/** In batches, so that no transaction is long. Returns whether there is more. */
export async function deleteOldIncomingMails(tx: Tx): Promise<boolean> {
  const old = sql`created_at < now() - ${KEPT_DAYS} * interval '1 day'`
  const { rows } = await sql<{ count: number }>`
    with mails as (
      delete from incoming_mails where id in (
        select id from incoming_mails where ${old} and state <> 'waiting' order by created_at limit 1000) returning id
    ),
    failures as (
      delete from mail_failures where id in (select id from mail_failures where ${old} order by created_at limit 1000) returning id
    )
    select greatest((select count(*) from mails), (select count(*) from failures))::float8 as count`.execute(
    tx,
  )
  return (rows[0]?.count ?? 0) === 1000
}
