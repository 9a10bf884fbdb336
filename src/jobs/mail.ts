// Sends mails that wait.

import { withReturnAddresses } from '../auth/end-users/return-addresses.ts'
import { unsubscribeAddress } from '../auth/end-users/unsubscribe.ts'
import { deleteMail } from '../auth/sign-in/outgoing-mails.ts'
import { prepareMail } from '../auth/sign-in/prepare-mail.ts'
import type { Context } from '../context.ts'
import { AddressRefused, MAILS_AT_ONCE, type Mail } from '../core/mail.ts'
import type { Db } from '../db/db.ts'
import { readMailLook } from '../read/mail-look.ts'
import type { StaffMailSite } from '../read/staff-mails.ts'
import { addDueDigests, prepareDigest } from '../write/background/digests.ts'
import {
  expandMailing,
  findMailsOfRange,
  finishMails,
  type Outcome,
  outcomeOf,
  prepareNews,
  retryMails,
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
  Partial<Pick<Context, 'incomingMail' | 'translations'>>

/** The link is made here, so that the queue holds no secret. A mail can be sent twice, each time with a link of its own. */
export async function sendMail(
  { db, mail, settings, reader, readKeys, incomingMail, translations }: MailTaskContext,
  id: number,
): Promise<void> {
  const { baseUrl } = reader
  const look = readMailLook(settings, baseUrl)
  const domain = incomingMail?.domain ?? null
  const sender = { name: look.name, baseUrl, readKeys, domain, look, translations }
  const prepared = await inTransaction(db, (tx) => prepareMail(tx, id, sender))
  if (prepared) {
    if (mail === null) throw notConfigured()
    // Of a code that an address of nobody was to get, the team need not learn: strangers type such addresses.
    await mail.send(prepared.mail).catch((error) => {
      if (!(prepared.isCode && error instanceof AddressRefused)) throw error
    })
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

/** A few at a time, each time asking again who is to get one. What fails is tried again by a job for each mail. */
export async function sendMailingMails(
  context: MailTaskContext,
  { first, last }: { first: number; last: number },
): Promise<void> {
  const all = await findMailsOfRange(context.db, first, last)
  for (let begin = 0; begin < all.length; begin += MAILS_AT_ONCE) {
    const ids = all.slice(begin, begin + MAILS_AT_ONCE)
    const failures = await sendTogether(context, ids)
    if (failures.length === 0) continue
    await retryMails(
      context.db,
      failures.map(({ id }) => id),
    )
    // A mail server that takes none of them is not asked for the others either: the job is retried with them.
    if (failures.length === ids.length) throw failures[0]?.error
  }
}

export async function sendMailingMail(context: MailTaskContext, id: number): Promise<void> {
  const [failure] = await sendTogether(context, [id])
  if (failure) throw failure.error
}

type Failure = { id: number; error: unknown }

/**
 * Sends these mails at the same time. Each is counted as soon as the server has it: a process that ends in between sends it again, with
 * the same Message-ID. Returns those to be tried again.
 */
async function sendTogether(context: MailTaskContext, ids: number[]): Promise<Failure[]> {
  const { db, mail } = context
  const send = async (message: Mail): Promise<Outcome> => {
    if (mail === null) throw notConfigured()
    return mail.send(message).then(() => 'sent' as const, outcomeOf)
  }
  const record = recorder(async (outcomes: Map<number, Outcome>) => {
    for (const [id, outcome] of outcomes)
      if (outcome === 'failed') await inTransaction(db, (tx) => recordRefusedMail(tx, id))
    await inOneStatement(db, () => finishMails(db, outcomes))
  })
  const failures: Failure[] = []
  const sendOne = async (id: number, message: Mail | 'skipped') => {
    let outcome: Outcome = 'skipped'
    try {
      if (message !== 'skipped') outcome = await send(message)
    } catch (error) {
      failures.push({ id, error })
      return
    }
    await record(id, outcome)
  }
  const prepared = await prepareMails(context, ids)
  // All of them end before the job does.
  const ended = await Promise.allSettled([...prepared].map(([id, message]) => sendOne(id, message)))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return failures
}

async function prepareMails(
  { db, settings, reader, readKeys, incomingMail, translations }: MailTaskContext,
  ids: number[],
): Promise<Map<number, Mail | 'skipped'>> {
  const domain = incomingMail?.domain ?? null
  const site = { baseUrl: reader.baseUrl, readKeys, domain, settings, translations }
  const prepared = await prepareNews(db, ids, site)
  for (const id of ids.filter((one) => !prepared.has(one))) {
    const digest = await inTransaction(db, (tx) => prepareDigest(tx, id, site))
    if (digest !== undefined) prepared.set(id, digest)
  }
  return prepared
}

/** Stores results one statement after the other. Those that come meanwhile share the next. */
function recorder<T>(store: (results: Map<number, T>) => Promise<void>) {
  let last: Promise<void> = Promise.resolve()
  let next: { results: Map<number, T>; stored: Promise<void> } | undefined
  return (id: number, result: T): Promise<void> => {
    if (!next) {
      const results = new Map<number, T>()
      const stored = last
        .catch(() => {})
        .then(() => {
          next = undefined
          return store(results)
        })
      next = { results, stored }
      last = stored
    }
    next.results.set(id, result)
    return next.stored
  }
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
