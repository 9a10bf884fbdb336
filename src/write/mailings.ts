// Mails to the people whom a status update, a message, a comment, a merge or an announcement concerns. A mailing is added with its
// cause; jobs add its mails in batches and send a few at a time (background/mailing-mails.ts). Daily mails read the mailings of a day.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'
import { mailings } from '../resources/mailings.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import { lockRecord } from './core/records.ts'

export type Cause = 'status_update' | 'supporter_message' | 'announcement' | 'comment' | 'merge'

/** Adds the next mails of the mailing, or ends it. */
export const mailingJob = (mailing: Expression, runAt?: RawBuilder<unknown>): Job => ({
  task: 'expand_mailing',
  payload: { mailing },
  subject: sql`'mailing ' || ${mailing}`,
  ...(runAt && { runAt }),
})

/** Sends the mails of a range that wait. */
export const mailingMailsJob = (
  first: Expression,
  last: Expression,
  runAt: RawBuilder<unknown>,
): Job => ({
  task: 'send_mailing_mails',
  payload: { first, last },
  subject: sql`'mails ' || ${first} || ' to ' || ${last}`,
  runAt,
})

/** The range in the subject of such a job; null for other jobs. */
export const rangeOf = (subject: RawBuilder<unknown>) => sql`
  substring(${subject} from '^mails (\\d+) to \\d+$')::bigint and substring(${subject} from '^mails \\d+ to (\\d+)$')::bigint`

/** Sends one that could not be sent with the others, or after a backup was restored. */
export const mailingMailJob = (mail: Expression, runAt: RawBuilder<unknown>): Job => ({
  task: 'send_mailing_mail',
  payload: { mail },
  subject: sql`'mail ' || ${mail}`,
  runAt,
})

/** One for each cause, in its transaction. `causes` selects their ids. What has a mailing gets no second one. */
export async function addMailings(
  tx: Tx,
  cause: Cause,
  causes: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with added as (
      insert into mailings (${sql.ref(`${cause}_id`)}) ${causes} on conflict do nothing returning id
    )
    select ${addJob(mailingJob(sql.ref('id')))} from added`.execute(tx)
}

type State = { state: string; sent_count: number; recipients_count: number }

/** Mails that wait are deleted. Those that are being sent arrive. */
export async function stopMailing(tx: Tx, origin: Origin, id: number): Promise<void> {
  const before = await lockRecord<State>(tx, mailings, id)
  if (before.state === 'stopped') return
  if (before.state === 'sent')
    throw new ApiError('conflict', `Mailing ${id}: all of its mails are sent.`)
  await endMailing(tx, id, 'by_hand')
  await recordAudit(tx, origin, {
    action: 'mailing_stopped',
    subject: { type: mailings.name, id },
    after: { sent_count: before.sent_count, recipients_count: before.recipients_count },
  })
}

/** The caller has locked it. The job that follows has nothing to add, and stores the count. */
export async function endMailing(
  tx: Tx,
  id: number,
  reason: 'by_hand' | 'no_mail' | 'replaced',
): Promise<void> {
  await sql`
    with dropped as (delete from outgoing_mails where mailing_id = ${id} returning id)
    update mailings set state = 'stopped', stopped_reason = ${reason}, is_complete = true, updated_at = now(),
      skipped_count = recipients_count - sent_count - failed_count
    where id = ${id} returning ${addJob(mailingJob(id))}`.execute(tx)
}
