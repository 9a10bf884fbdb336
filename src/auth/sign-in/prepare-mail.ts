// What a mail that waits says, and the link that it carries. The link is made when the mail is sent.
import { sql } from 'kysely'
import { formattedToText } from '../../core/formatted-text.ts'
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

/** Which installation writes. */
export type Site = { name: string; baseUrl: string }

type WaitingMail = {
  email: string
  invitation_id: number | null
  connected_provider: string | null
  address_of: number | null
  changed_to: string | null
  note_id: number | null
  comment_id: number | null
  is_late: boolean
}

/** Undefined when there is nobody to write to. */
export async function prepareMail(
  tx: Tx,
  id: number,
  site: Site,
): Promise<PreparedMail | undefined> {
  const { rows } = await sql<WaitingMail>`
    select email, invitation_id, connected_provider, address_of, changed_to, note_id, comment_id,
      created_at < now() - ${MAX_WAIT_MINUTES} * interval '1 minute' as is_late
    from outgoing_mails where id = ${id} for update`.execute(tx)
  const waiting = rows[0]
  if (!waiting) return undefined
  if (waiting.invitation_id !== null) return prepareInvitationMail(tx, waiting.invitation_id, site)
  if (waiting.connected_provider !== null)
    return prepareConnectedMail(waiting.email, waiting.connected_provider, site)
  if (waiting.changed_to !== null)
    return prepareChangedMail(waiting.email, waiting.changed_to, site)
  if (waiting.note_id !== null || waiting.comment_id !== null)
    return prepareMentionMail(tx, waiting, site)
  if (waiting.is_late) return undefined
  if (waiting.address_of !== null)
    return prepareAddressMail(tx, waiting.email, waiting.address_of, site)
  return prepareSignInMail(tx, waiting.email, site)
}

async function prepareInvitationMail(
  tx: Tx,
  id: number,
  { name, baseUrl }: Site,
): Promise<PreparedMail | undefined> {
  const invitation = await findOpenInvitation(tx, id)
  if (!invitation) return undefined
  const { email, role, inviter } = invitation
  const code = await createInvitationCode(tx, id)
  return {
    to: email,
    subject: `Invitation to ${name}`,
    before: `${inviter ?? 'An owner'} invites you to ${name} at ${baseUrl}, with the role ${role}.`,
    link: { text: 'Accept', address: `${baseUrl}/admin/welcome#${code}` },
    after: 'The link works once, for 7 days. If you do not know the sender, ignore this message.',
  }
}

const prepareConnectedMail = (
  email: string,
  provider: string,
  { name, baseUrl }: Site,
): PreparedMail => ({
  to: email,
  subject: `Your ${name} account is connected with ${provider}`,
  before: `From now on you can sign in to ${name} at ${baseUrl} with an account of ${provider}.`,
  link: { text: 'Open your profile', address: `${baseUrl}/admin/profile` },
  after: 'If it was not you, disconnect the account on your profile page, and tell an owner.',
})

const prepareChangedMail = (
  email: string,
  changedTo: string,
  { name, baseUrl }: Site,
): PreparedMail => ({
  to: email,
  subject: `Your address at ${name} was changed`,
  before: `From now on you sign in to ${name} at ${baseUrl} as ${changedTo}.`,
  link: { text: 'Open your profile', address: `${baseUrl}/admin/profile` },
  after: 'If it was not you, tell an owner at once.',
})

async function prepareAddressMail(
  tx: Tx,
  email: string,
  userId: number,
  { name, baseUrl }: Site,
): Promise<PreparedMail | undefined> {
  if (!(await findSignInStaff(tx, userId))) return undefined
  const code = await createCode(tx, 'address', { userId, details: { email } })
  return {
    to: email,
    subject: `Confirm your address at ${name}`,
    before: `Open this link to sign in to ${name} as ${email} from now on. It works once, for an hour.`,
    link: { text: 'Confirm', address: `${baseUrl}/admin/confirm-address#${code}` },
    after: 'If you did not ask for it, ignore this message. Nothing changes without the link.',
  }
}

const MAX_EXCERPT = 300

type MentioningText = {
  suggestion_id: number
  title: string
  body: string
  body_mime_type: string
  author: string | null
}

async function prepareMentionMail(
  tx: Tx,
  { email, note_id, comment_id }: WaitingMail,
  { name, baseUrl }: Site,
): Promise<PreparedMail | undefined> {
  const person = await findSignInStaff(tx, email)
  const { rows } = await sql<MentioningText>`
    select t.suggestion_id, s.title, t.body, t.body_mime_type,
      coalesce(nullif(u.name, ''), u.email_address) as author
    from (
      select suggestion_id, body, body_mime_type, created_by_id from notes where id = ${note_id}
      union all
      select suggestion_id, body, body_mime_type, created_by_id from comments
      where id = ${comment_id} and state not in ('spam', 'deleted')
    ) t join suggestions s on s.id = t.suggestion_id left join users u on u.id = t.created_by_id`.execute(
    tx,
  )
  const [text] = rows
  if (!person || !text) return undefined
  const { suggestion_id, title, body, body_mime_type } = text
  const author = text.author ?? 'Somebody'
  const words = formattedToText(body, body_mime_type).replace(/\s+/g, ' ')
  const excerpt = words.length > MAX_EXCERPT ? `${words.slice(0, MAX_EXCERPT)}…` : words
  const [kind, tab] = note_id === null ? ['comment', 'comments'] : ['note', 'notes']
  return {
    to: person.email,
    subject: `${author} mentioned you: ${title}`,
    before: `${author} mentioned you in a ${kind} on “${title}”: ${excerpt}`,
    link: {
      text: `Open the ${kind}`,
      address: `${baseUrl}/admin/suggestions/${suggestion_id}?tab=${tab}`,
    },
    after: `You get this message because a colleague mentioned you in ${name}.`,
  }
}

async function prepareSignInMail(
  tx: Tx,
  email: string,
  { name, baseUrl }: Site,
): Promise<PreparedMail | undefined> {
  const person = await findSignInStaff(tx, email)
  if (!person) return undefined
  const code = await createCode(tx, 'sign_in', { userId: person.id })
  return {
    // As it is stored: what was typed can differ in case, and the person has proved this one.
    to: person.email,
    subject: `Sign in to ${name}`,
    before: 'Open this link to sign in. It works once, for 15 minutes.',
    link: { text: 'Sign in', address: `${baseUrl}/admin/sign-in-link#${code}` },
    after: 'If you did not ask for it, ignore this message. Nobody can sign in without the link.',
  }
}
