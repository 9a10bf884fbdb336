// Mails that wait to be sent.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { addJob, type Expression, type Job } from '../../db/enqueue.ts'
import type { Language } from '../../texts/texts.ts'

export const mailJob = (mail: Expression): Job => ({
  task: 'send_mail',
  payload: { mail },
  subject: sql`'mail ' || ${mail}`,
})

/** `mails` inserts them and returns their ids. */
const addMails = (tx: Tx, mails: RawBuilder<unknown>) =>
  sql`with mail as (${mails}) select ${addJob(mailJob(sql.ref('id')))} from mail`.execute(tx)

const languageOf = (userId: number | null) => sql`(select language from users where id = ${userId})`

/** Of the person who has this address. */
const languageOfAddress = (email: string) =>
  sql`(select language from users where lower(email_address) = lower(${email} collate "und-x-icu"))`

/** The same for every address, whether anybody has it or not. `asked` is the language of the page. */
export async function addSignInMail(tx: Tx, email: string, asked: Language): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, language)
      values (${email}, coalesce(${languageOfAddress(email)}, ${asked})) returning id`,
  )
}

/** To the address that somebody on the portal typed, in the language of the page. */
export async function addEmailSignInMail(
  tx: Tx,
  { id, email, language }: { id: number; email: string; language: Language },
): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, email_sign_in_id, language) values (${email}, ${id}, ${language}) returning id`,
  )
}

/** Who is not known yet probably reads the language of the person who invites. */
export async function addInvitationMail(
  tx: Tx,
  { id, email, inviter }: { id: number; email: string; inviter: number | null },
): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, invitation_id, language)
      values (${email}, ${id}, coalesce(${languageOfAddress(email)}, ${languageOf(inviter)}, 'en')) returning id`,
  )
}

/** Those of these invitations to forums, at the pace of mailings: a code must not wait for a thousand of them. */
export async function addForumInvitationMails(
  tx: Tx,
  invitations: number[],
  { perMinute, inviter }: { perMinute: number; inviter: number },
): Promise<void> {
  const dueAt = sql`now() + (place - 1) * interval '1 minute' / ${perMinute}::int`
  await sql`
    with mails as (
      insert into outgoing_mails (email, forum_invitation_id, language)
      select i.email, i.id, coalesce(u.language, ${languageOf(inviter)}, 'en')
      from forum_invitations i left join users u on lower(u.email_address) = lower(i.email)
      where i.id = any(${invitations}::bigint[]) order by i.id
      returning id
    )
    select ${addJob({ ...mailJob(sql.ref('id')), runAt: dueAt })}
    from (select id, row_number() over (order by id) as place from mails) numbered`.execute(tx)
}

/** A notice to the person whom an account of a provider was connected to. */
export async function addConnectedMail(tx: Tx, userId: number, provider: string): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, connected_provider, language)
      select email_address, ${provider}, coalesce(language, 'en') from users where id = ${userId} returning id`,
  )
}

/** To those of the people who are staff now, and want such mails. */
export async function addMentionMails(
  tx: Tx,
  within: { note: number } | { comment: number },
  users: number[],
): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, note_id, comment_id, language)
      select u.email_address, ${'note' in within ? within.note : null}::bigint,
        ${'comment' in within ? within.comment : null}::bigint, coalesce(u.language, 'en')
      from users u join permissions p on p.user_id = u.id and p.disabled_at is null
      where u.id = any(${users}) and u.allowed_state = 'allowed'
        and not exists (select from staff_notifications n where n.user_id = u.id and not n.mentions)
      order by u.id
      returning id`,
  )
}

/** That a webhook was disabled: to owners, and to the person who saved it last. */
export async function addWebhookMails(tx: Tx, webhook: number): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, webhook_id, language)
      select u.email_address, w.id, coalesce(u.language, 'en')
      from webhooks w join permissions p on p.disabled_at is null and (p.role = 'owner' or p.user_id = w.updated_by_id)
        join users u on u.id = p.user_id
      where w.id = ${webhook} and u.allowed_state = 'allowed' order by u.id limit 100
      returning id`,
  )
}

/** To a new address of the person, which it confirms. */
export async function addAddressMail(tx: Tx, userId: number, email: string): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, address_of, language)
      values (${email}, ${userId}, coalesce(${languageOf(userId)}, 'en')) returning id`,
  )
}

/** A notice to the address that the person had before. */
export async function addChangedAddressMail(
  tx: Tx,
  userId: number,
  { email, changedTo }: { email: string; changedTo: string },
): Promise<void> {
  await addMails(
    tx,
    sql`insert into outgoing_mails (email, changed_to, language)
      values (${email}, ${changedTo}, coalesce(${languageOf(userId)}, 'en')) returning id`,
  )
}

export const deleteMail = (db: Db, id: number) =>
  sql`delete from outgoing_mails where id = ${id}`.execute(db)
