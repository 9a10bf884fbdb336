// Sends a mail that waits.

import { deleteMail } from '../auth/sign-in/outgoing-mails.ts'
import { prepareMail } from '../auth/sign-in/prepare-mail.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../write/core/transaction.ts'

export type MailTaskContext = Pick<Context, 'db' | 'mail' | 'settings' | 'reader' | 'readKeys'>

/** The link is made here, so that the queue holds no secret. A mail can be sent twice, each time with a link of its own. */
export async function sendMail(
  { db, mail, settings, reader, readKeys }: MailTaskContext,
  id: number,
): Promise<void> {
  const sender = { name: settings.installation_name, baseUrl: reader.baseUrl, readKeys }
  const message = await inTransaction(db, (tx) => prepareMail(tx, id, sender))
  if (message) {
    if (mail === null) throw new Error('Mail is not configured any more.')
    await mail.send(message)
  }
  await deleteMail(db, id)
}
