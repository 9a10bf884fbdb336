// Background jobs that an operator runs again, or gives up.
import { sql } from 'kysely'
import { deleteMail } from '../../auth/sign-in/outgoing-mails.ts'
import type { Db, Tx } from '../../db/db.ts'
import { findMailsOfRange, finishMails } from '../background/mailing-mails.ts'
import { dropStaffMail } from '../background/staff-mails.ts'
import { type Origin, recordAudit } from '../core/audit.ts'

/** They run soon and have all their attempts again. Returns their ids; a job that runs at the moment is left out. */
export async function retryJobs(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0) order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** False for a job that does not exist or runs at the moment. */
export async function retryJob(tx: Tx, origin: Origin, id: number): Promise<boolean> {
  const [retried] = await retryJobs(tx, [id])
  if (retried === undefined) return false
  await recordAudit(tx, origin, { action: 'job_retried', subject: { type: 'jobs', id } })
  return true
}

export async function retryFailedJobs(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.jobs where locked_at is null and attempts >= max_attempts`.execute(
    db,
  )
  return retryJobs(
    db,
    rows.map(({ id }) => id),
  )
}

/** At most so many at once: a mailing can leave very many. */
const MAX_RETRIED = 10_000

/** All that have failed. Returns how many run again. */
export async function retryAllJobs(tx: Tx, origin: Origin): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.jobs where locked_at is null and attempts >= max_attempts order by id limit ${MAX_RETRIED}`.execute(
    tx,
  )
  const retried = await retryJobs(
    tx,
    rows.map(({ id }) => id),
  )
  if (retried.length > 0)
    await recordAudit(tx, origin, {
      action: 'job_retried',
      subject: { type: 'jobs', id: null },
      after: { count: retried.length },
    })
  return retried.length
}

/** `first` is another number than `record` for a range of mails. 0 for a job that names no record. */
async function dropMail(tx: Tx, task: string, first: number, record: number): Promise<void> {
  if (task === 'send_mail') await deleteMail(tx, record)
  if (task === 'send_mailing_mail') await finishMails(tx, new Map([[record, 'failed']]))
  if (task === 'send_mailing_mails') {
    const mails = await findMailsOfRange(tx, first, record)
    await finishMails(tx, new Map(mails.map((id) => [id, 'failed'])))
  }
  if (task === 'send_digest') await dropStaffMail(tx, record, 'digest')
  if (task === 'send_failures') await dropStaffMail(tx, record, 'failures')
}

export type DeletableJob = { id: number; task: string; subject: string | null }

/** With the mail that it would have sent, so that no later job sends it. The caller has found that the job may be deleted. False when it has not failed any more. */
export async function deleteJob(
  tx: Tx,
  origin: Origin,
  { id, task, subject }: DeletableJob,
): Promise<boolean> {
  const { rows } = await sql`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where id = ${id} and locked_at is null and attempts >= max_attempts))`.execute(
    tx,
  )
  if (rows.length === 0) return false
  const [first = 0, record = first] = (subject?.match(/(?<= )\d+\b/g) ?? []).map(Number)
  await dropMail(tx, task, first, record)
  await recordAudit(tx, origin, {
    action: 'job_deleted',
    subject: { type: 'jobs', id },
    before: { task, subject },
  })
  return true
}
