// Sends mails that wait.

import { withReturnAddresses } from '../auth/end-users/return-addresses.ts'
import { unsubscribeAddress } from '../auth/end-users/unsubscribe.ts'
import { deleteMail } from '../auth/sign-in/outgoing-mails.ts'
import { prepareMail } from '../auth/sign-in/prepare-mail.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import { readMailLook } from '../read/mail-look.ts'
import type { StaffMailSite } from '../read/staff-mails.ts'
import { addDueDigests, prepareDigest } from '../write/background/digests.ts'
import {
  expandMailing,
  finishMail,
  type Outcome,
  outcomeOf,
  prepareNews,
} from '../write/background/mailing-mails.ts'
import {
  beginSubscriptions,
  type PreparedStaffMail,
  prepareFailures,
  prepareStaffDigest,
  queueStaffMails,
} from '../write/background/staff-mails.ts'
import { inOneStatement, inTransaction } from '../write/core/transaction.ts'
import { recordRefusedMail } from '../write/mail-failures.ts'

export type MailTaskContext = Pick<Context, 'db' | 'mail' | 'settings' | 'reader' | 'readKeys'> &
  Partial<Pick<Context, 'incomingMail'>>

/** The link is made here, so that the queue holds no secret. A mail can be sent twice, each time with a link of its own. */
export async function sendMail(
  { db, mail, settings, reader, readKeys, incomingMail }: MailTaskContext,
  id: number,
): Promise<void> {
  const { baseUrl } = reader
  const look = readMailLook(settings, baseUrl)
  const domain = incomingMail?.domain ?? null
  const sender = { name: look.name, baseUrl, readKeys, domain, look }
  const message = await inTransaction(db, (tx) => prepareMail(tx, id, sender))
  if (message) {
    if (mail === null) throw notConfigured()
    await mail.send(message)
  }
  await deleteMail(db, id)
}

const notConfigured = () => new Error('Mail is not configured any more.')

/** Adds the next mails of a mailing. */
export const addMailsOf = (
  { db, mail, settings }: MailTaskContext,
  mailing: number,
): Promise<void> =>
  inTransaction(db, (tx) =>
    expandMailing(tx, mailing, {
      mails_per_minute: settings.mails_per_minute,
      mail_delay_seconds: settings.mail_delay_seconds,
      hasMail: mail !== null,
    }),
  )

/** Without mail, nobody is due. */
export async function addDigests({ db, mail, settings }: MailTaskContext): Promise<void> {
  if (mail === null) return
  while (await inTransaction(db, (tx) => addDueDigests(tx, settings)));
}

/** A process that ends between sending and counting sends it again, with the same Message-ID. */
export async function sendMailingMail(
  { db, mail, settings, reader, readKeys, incomingMail }: MailTaskContext,
  id: number,
): Promise<void> {
  const domain = incomingMail?.domain ?? null
  const site = { baseUrl: reader.baseUrl, readKeys, domain, settings }
  const message = await inTransaction(
    db,
    async (tx) => (await prepareNews(tx, id, site)) ?? prepareDigest(tx, id, site),
  )
  if (message === undefined) return
  let outcome: Outcome = 'skipped'
  if (message !== 'skipped') {
    if (mail === null) throw notConfigured()
    outcome = await mail.send(message).then(() => 'sent' as const, outcomeOf)
  }
  if (outcome === 'failed') await inTransaction(db, (tx) => recordRefusedMail(tx, id))
  await inOneStatement(db, () => finishMail(db, id, outcome))
}

export async function queueMailsToStaff({ db, mail }: MailTaskContext): Promise<void> {
  await beginSubscriptions(db)
  await inTransaction(db, (tx) => queueStaffMails(tx, mail !== null))
}

/** A process that ends between sending and storing sends it again, with the same Message-ID. */
const sendStaffMail =
  (
    kind: 'team_digest' | 'team_failures',
    prepare: (db: Db, user: number, site: StaffMailSite) => Promise<PreparedStaffMail | undefined>,
  ) =>
  async (context: MailTaskContext, user: number): Promise<void> => {
    const { db, mail, settings, reader, readKeys, incomingMail } = context
    const { baseUrl } = reader
    const unsubscribe = await unsubscribeAddress({ baseUrl, readKeys }, { kind, userId: user })
    const prepared = await prepare(db, user, { baseUrl, settings, unsubscribe })
    if (!prepared) return
    if (prepared.mail) {
      if (mail === null) throw notConfigured()
      const site = { readKeys, domain: incomingMail?.domain ?? null }
      const about = { userId: user, suggestionId: null }
      await mail.send(await withReturnAddresses(site, prepared.mail, about)).catch(outcomeOf)
    }
    await prepared.finish(db)
  }

export const sendDigest = sendStaffMail('team_digest', prepareStaffDigest)
export const sendFailures = sendStaffMail('team_failures', prepareFailures)
