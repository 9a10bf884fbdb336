// Mails that wait to be sent.
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/db.ts'
import { addJob, type Expression, type Job } from '../../db/enqueue.ts'

export const mailJob = (mail: Expression): Job => ({
  task: 'send_mail',
  payload: { mail },
  subject: sql`'mail ' || ${mail}`,
})

/** The same for every address, whether anybody has it or not. */
export async function addSignInMail(tx: Tx, email: string): Promise<void> {
  await sql`
    with mail as (insert into outgoing_mails (email) values (${email}) returning id)
    select ${addJob(mailJob(sql.ref('id')))} from mail`.execute(tx)
}

export async function addInvitationMail(tx: Tx, id: number, email: string): Promise<void> {
  await sql`
    with mail as (insert into outgoing_mails (email, invitation_id) values (${email}, ${id}) returning id)
    select ${addJob(mailJob(sql.ref('id')))} from mail`.execute(tx)
}

/** A notice to the person whom an account of a provider was connected to. */
export async function addConnectedMail(tx: Tx, userId: number, provider: string): Promise<void> {
  await sql`
    with mail as (
      insert into outgoing_mails (email, connected_provider)
      select email_address, ${provider} from users where id = ${userId} returning id)
    select ${addJob(mailJob(sql.ref('id')))} from mail`.execute(tx)
}

/** To those of the people who are staff now. */
export async function addMentionMails(
  tx: Tx,
  within: { note: number } | { comment: number },
  users: number[],
): Promise<void> {
  await sql`
    with mail as (
      insert into outgoing_mails (email, note_id, comment_id)
      select u.email_address, ${'note' in within ? within.note : null}::bigint,
        ${'comment' in within ? within.comment : null}::bigint
      from users u join permissions p on p.user_id = u.id and p.disabled_at is null
      where u.id = any(${users}) and u.allowed_state = 'allowed' order by u.id
      returning id)
    select ${addJob(mailJob(sql.ref('id')))} from mail`.execute(tx)
}

/** To a new address of the person, which it confirms. */
export async function addAddressMail(tx: Tx, userId: number, email: string): Promise<void> {
  await sql`
    with mail as (insert into outgoing_mails (email, address_of) values (${email}, ${userId}) returning id)
    select ${addJob(mailJob(sql.ref('id')))} from mail`.execute(tx)
}

/** A notice to the address that the person had before. */
export async function addChangedAddressMail(
  tx: Tx,
  email: string,
  changedTo: string,
): Promise<void> {
  await sql`
    with mail as (insert into outgoing_mails (email, changed_to) values (${email}, ${changedTo}) returning id)
    select ${addJob(mailJob(sql.ref('id')))} from mail`.execute(tx)
}

export const deleteMail = (db: Db, id: number) =>
  sql`delete from outgoing_mails where id = ${id}`.execute(db)
