// What a mail that waits says, and the link that it carries. The link is made when the mail is sent.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import { createInvitationCode, findOpenInvitation } from '../staff/invitations.ts'
import { createCode } from './one-time-codes.ts'
import { findSignInStaff } from './sign-in.ts'

/** A person who waited longer for a link to sign in has asked again, or does not wait any more. */
const MAX_WAIT_MINUTES = 60

export type PreparedMail = {
  to: string
  subject: string
  before: string
  link: { text: string; address: string }
  after: string
}

/** Undefined when there is nobody to write to. */
export async function prepareMail(
  tx: Tx,
  id: number,
  baseUrl: string,
): Promise<PreparedMail | undefined> {
  const { rows } = await sql<{ email: string; invitation_id: number | null; is_late: boolean }>`
    select email, invitation_id, created_at < now() - ${MAX_WAIT_MINUTES} * interval '1 minute' as is_late
    from outgoing_mails where id = ${id} for update`.execute(tx)
  const waiting = rows[0]
  if (!waiting) return undefined
  if (waiting.invitation_id !== null)
    return prepareInvitationMail(tx, waiting.invitation_id, baseUrl)
  return waiting.is_late ? undefined : prepareSignInMail(tx, waiting.email, baseUrl)
}

async function prepareInvitationMail(
  tx: Tx,
  id: number,
  baseUrl: string,
): Promise<PreparedMail | undefined> {
  const invitation = await findOpenInvitation(tx, id)
  if (!invitation) return undefined
  const { email, role, inviter } = invitation
  const code = await createInvitationCode(tx, id)
  return {
    to: email,
    subject: 'Invitation to Earshot',
    before: `${inviter ?? 'An owner'} invites you to Earshot at ${baseUrl}, with the role ${role}.`,
    link: { text: 'Accept', address: `${baseUrl}/admin/welcome#${code}` },
    after: 'The link works once, for 7 days. If you do not know the sender, ignore this message.',
  }
}

async function prepareSignInMail(
  tx: Tx,
  email: string,
  baseUrl: string,
): Promise<PreparedMail | undefined> {
  const person = await findSignInStaff(tx, email)
  if (!person) return undefined
  const code = await createCode(tx, 'sign_in', { userId: person.id })
  return {
    // As it is stored: what was typed can differ in case, and the person has proved this one.
    to: person.email,
    subject: 'Sign in to Earshot',
    before: 'Open this link to sign in. It works once, for 15 minutes.',
    link: { text: 'Sign in', address: `${baseUrl}/admin/sign-in-link#${code}` },
    after: 'If you did not ask for it, ignore this message. Nobody can sign in without the link.',
  }
}
