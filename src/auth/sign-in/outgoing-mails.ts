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

export const deleteMail = (db: Db, id: number) =>
  sql`delete from outgoing_mails where id = ${id}`.execute(db)
