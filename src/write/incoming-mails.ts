// Mails that come back: stored as they are when they arrive, read by a job. The sender gets the acknowledgement after the commit.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { MailAddress } from '../auth/end-users/mail-addresses.ts'
import type { Db } from '../db/db.ts'
import { addJob, type Expression, type Job } from '../db/enqueue.ts'

/** As large as most servers accept. */
export const MAX_MAIL_BYTES = 25_000_000

/** What may wait: of one person, and in bytes of all. More is refused for now, and senders try again. */
const MAX_WAITING_OF_PERSON = 20
const MAX_WAITING_BYTES = 500_000_000

export const incomingMailJob = (mail: Expression): Job => ({
  task: 'read_incoming_mail',
  payload: { mail },
  subject: sql`'incoming mail ' || ${mail}`,
})

export type ReceivedMail = {
  to: MailAddress
  raw: Buffer
  /** Empty of bounces and of some automatic replies. */
  hasSender: boolean
}

/** `repeated`: it was received before. `full`: too much waits. `unknown`: the person does not exist any more. */
export type Receipt = 'stored' | 'repeated' | 'full' | 'unknown'

/** For the log and the metrics. */
export const noteOf = (receipt: Receipt): [outcome: string, details?: { reason: string }] => {
  if (receipt === 'stored') return ['received']
  return receipt === 'repeated' ? ['repeated'] : ['rejected', { reason: receipt }]
}

const HEAD_BYTES = 64 * 1024

/** The same mail has the same Message-ID when a server delivers it again. Without one its bytes tell. */
function digestOf({ to, raw }: ReceivedMail): Buffer {
  const [head = ''] = raw.toString('latin1', 0, HEAD_BYTES).split(/\r?\n\r?\n/, 1)
  const [, messageId] = /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\r\n]{3,500}>)/im.exec(head) ?? []
  const name = messageId ?? hash('sha256', raw, 'hex')
  return hash('sha256', JSON.stringify([to, name]), 'buffer')
}

/** One statement: once it returns, the mail is not lost. */
export async function storeIncomingMail(db: Db, mail: ReceivedMail): Promise<Receipt> {
  const { to, raw, hasSender } = mail
  const { kind, userId } = to
  const suggestion = to.kind === 'reply' ? to.suggestionId : null
  const comment = to.kind === 'reply' ? to.commentId : null
  const address = to.kind === 'bounce' ? to.addressDigest : null
  const digest = digestOf(mail)
  const size = raw.length
  const { rows } = await sql<{ exists: boolean; isFull: boolean; stored: number }>`
    with person as (select id from users where id = ${userId}),
    waiting as (
      select coalesce(sum(size), 0) + ${size} > ${MAX_WAITING_BYTES}
        or count(*) filter (where user_id = ${userId}) >= ${MAX_WAITING_OF_PERSON} as is_full
      from incoming_mails where state = 'waiting'
    ),
    added as (
      insert into incoming_mails (kind, digest, user_id, suggestion_id, comment_id, address_digest, has_sender, size, raw)
      select ${kind}, ${digest}::bytea, person.id, ${suggestion}::bigint, ${comment}::bigint, ${address}::text, ${hasSender},
        ${size}, ${raw}::bytea
      from person, waiting where not is_full
      on conflict do nothing returning id
    ),
    jobs as materialized (select ${addJob(incomingMailJob(sql.ref('id')))} from added)
    select exists (select from person) as exists, coalesce((select is_full from waiting), false) as "isFull",
      (select count(*) from jobs)::float8 as stored`.execute(db)
  const { exists, isFull, stored } = rows[0] as { exists: boolean; isFull: boolean; stored: number }
  if (stored > 0) return 'stored'
  if (!exists) return 'unknown'
  return isFull ? 'full' : 'repeated'
}
