// What a mail that waits says, and the link that it carries. The link is made when the mail is sent.
import { sql } from 'kysely'
import { textToHtml } from '../../core/escape-html.ts'
import { formattedToText } from '../../core/formatted-text.ts'
import { linkStyle, type Mail, type MailLook } from '../../core/mail.ts'
import type { Tx } from '../../db/db.ts'
import { MAILS, type MailText, renderMail, type Site } from '../../texts/mails.ts'
import { isLanguage } from '../../texts/texts.ts'
import { type PortalTranslations, translatedName, wordsOf } from '../../texts/translated-names.ts'
import { createEmailProofs } from '../end-users/email-sign-in.ts'
import type { MailSite } from '../end-users/mail-addresses.ts'
import { withReturnAddresses } from '../end-users/return-addresses.ts'
import { createInvitationCode, findOpenInvitation } from '../staff/invitations.ts'
import { createCode } from './one-time-codes.ts'
import { findSignInStaff } from './sign-in.ts'

/** A person who waited longer for a link to sign in has asked again, or does not wait any more. */
const MAX_WAIT_MINUTES = 60

type WaitingMail = {
  email: string
  language: string
  invitation_id: number | null
  connected_provider: string | null
  address_of: number | null
  changed_to: string | null
  note_id: number | null
  comment_id: number | null
  email_sign_in_id: number | null
  webhook_id: number | null
  incoming_mail_id: number | null
  forum_invitation_id: number | null
  is_late: boolean
}

type Addressed = { to: string; mail: MailText; replyTo?: string }

/** Which installation writes, and the keys of its secrets. */
export type Sender = Site &
  MailSite & { look: MailLook; translations?: PortalTranslations | undefined }

/** `isCode`: a code or a link for somebody who waits for it, and asks again where it does not come. */
export type PreparedMail = { mail: Mail; isCode: boolean }

/** Undefined when there is nobody to write to. */
export async function prepareMail(
  tx: Tx,
  id: number,
  site: Sender,
): Promise<PreparedMail | undefined> {
  const { rows } = await sql<WaitingMail>`
    select email, language, invitation_id, connected_provider, address_of, changed_to, note_id, comment_id,
      email_sign_in_id, webhook_id, incoming_mail_id, forum_invitation_id,
      created_at < now() - ${MAX_WAIT_MINUTES} * interval '1 minute' as is_late
    from outgoing_mails where id = ${id} and mailing_id is null and digest_until is null for update`.execute(
    tx,
  )
  const waiting = rows[0]
  const found = waiting && (await writeMail(tx, waiting, site))
  if (!found) return undefined
  const language = isLanguage(waiting.language) ? waiting.language : 'en'
  const { look } = site
  // To end users. Without an introduction: the code or the invitation is what the mail is for.
  const isPublic = waiting.email_sign_in_id !== null || waiting.forum_invitation_id !== null
  const footer = isPublic ? (look.texts[language]?.footer ?? null) : null
  const { to, replyTo } = found
  const rendered = renderMail(found.mail, language, linkStyle(look))
  const mail: Mail = { to, language, look, footer, ...(replyTo && { replyTo }), ...rendered }
  // Nothing answers an answer.
  if (waiting.incoming_mail_id !== null) return { mail: { ...mail, bounceTo: '' }, isCode: false }
  const userId = await findUserByEmail(tx, mail.to)
  const isCode = NOTICES.every((name) => waiting[name] === null)
  return {
    mail:
      userId === undefined
        ? mail
        : await withReturnAddresses(site, mail, { userId, suggestionId: null }),
    isCode,
  }
}

/** What a mail is about that nobody waits for. */
const NOTICES = [
  'invitation_id',
  'connected_provider',
  'changed_to',
  'note_id',
  'comment_id',
  'webhook_id',
  'incoming_mail_id',
  'forum_invitation_id',
] as const

/** An address of nobody, such as that of an invitation, cannot be suppressed. */
async function findUserByEmail(tx: Tx, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from users where lower(email_address) = lower(${email} collate "und-x-icu")`.execute(
    tx,
  )
  return rows[0]?.id
}

function writeMail(
  tx: Tx,
  waiting: WaitingMail,
  site: Sender,
): Addressed | undefined | Promise<Addressed | undefined> {
  const { email, invitation_id, connected_provider, address_of, changed_to } = waiting
  if (invitation_id !== null) return writeInvitation(tx, invitation_id, site)
  if (connected_provider !== null)
    return { to: email, mail: MAILS.connected(site, { provider: connected_provider }) }
  if (changed_to !== null)
    return { to: email, mail: MAILS.changedAddress(site, { email: changed_to }) }
  if (waiting.note_id !== null || waiting.comment_id !== null)
    return writeMention(tx, waiting, site)
  if (waiting.webhook_id !== null) return writeWebhookMail(tx, email, waiting.webhook_id, site)
  if (waiting.incoming_mail_id !== null)
    return writeAnswerToReply(tx, email, waiting.incoming_mail_id, site)
  if (waiting.forum_invitation_id !== null)
    return writeForumInvitation(tx, waiting.forum_invitation_id, site, waiting.language)
  if (waiting.is_late) return undefined
  if (waiting.email_sign_in_id !== null)
    return writeEmailSignInMail(tx, waiting.email_sign_in_id, site)
  if (address_of !== null) return writeAddressMail(tx, email, address_of, site)
  return writeSignInMail(tx, email, site)
}

async function writeInvitation(tx: Tx, id: number, site: Site): Promise<Addressed | undefined> {
  const invitation = await findOpenInvitation(tx, id)
  if (!invitation) return undefined
  const code = await createInvitationCode(tx, id)
  return { to: invitation.email, mail: MAILS.invitation(site, { ...invitation, code }) }
}

type ForumInvitation = {
  email: string
  subject: string | null
  text: string | null
  reply_to: string | null
  inviter: string | null
  forum: number
  name: string
  is_public: boolean
}

/** Undefined when somebody has accepted it already. */
async function writeForumInvitation(
  tx: Tx,
  id: number,
  site: Sender,
  language: string,
): Promise<Addressed | undefined> {
  const { rows } = await sql<ForumInvitation>`
    select i.email, i.subject, i.text, i.reply_to, nullif(u.name, '') as inviter, f.id as forum, f.name,
      f.see_tier = 'everyone' as is_public
    from forum_invitations i join forums f on f.id = i.forum_id left join users u on u.id = i.invited_by_id
    where i.id = ${id} and i.claimed_at is null`.execute(tx)
  const [invitation] = rows
  if (!invitation) return undefined
  const { email, subject, text, reply_to: replyTo, inviter, forum, name } = invitation
  const place = `/forums/${forum}`
  const mail = MAILS.forumInvitation(site, {
    inviter,
    forum: translatedName(wordsOf(site.translations, language), `forum.${forum}`, name),
    subject,
    message: text === null ? null : { text, html: textToHtml(text) },
    // A forum for some people does not exist for strangers, so they sign in first.
    path: invitation.is_public ? place : `/sign-in?return_to=${encodeURIComponent(place)}`,
  })
  return { to: email, mail, ...(replyTo !== null && { replyTo }) }
}

async function writeAddressMail(
  tx: Tx,
  email: string,
  userId: number,
  site: Site,
): Promise<Addressed | undefined> {
  if (!(await findSignInStaff(tx, userId))) return undefined
  const code = await createCode(tx, 'address', { userId, details: { email } })
  return { to: email, mail: MAILS.address(site, { email, code }) }
}

/** Undefined when somebody has enabled it again. */
async function writeWebhookMail(
  tx: Tx,
  email: string,
  id: number,
  site: Site,
): Promise<Addressed | undefined> {
  const { rows } = await sql<{ name: string; reason: string }>`
    select name, coalesce(disabled_reason, '') as reason from webhooks where id = ${id} and state = 'disabled'`.execute(
    tx,
  )
  return rows[0] && { to: email, mail: MAILS.disabledWebhook(site, { id, ...rows[0] }) }
}

async function writeAnswerToReply(
  tx: Tx,
  email: string,
  id: number,
  site: Site,
): Promise<Addressed | undefined> {
  const { rows } = await sql<{ reason: string; title: string | null; place: string }>`
    select coalesce(i.reason, '') as reason, s.title, coalesce('forums/' || s.forum_id || '/suggestions/' || s.id, '') as place
    from incoming_mails i left join suggestions s on s.id = i.suggestion_id and s.is_visible and i.reason <> 'gone'
    where i.id = ${id} and (i.state = 'refused' or i.reason = 'files_left_out')`.execute(tx)
  return rows[0] && { to: email, mail: MAILS.answerToReply(site, rows[0]) }
}

async function writeEmailSignInMail(
  tx: Tx,
  id: number,
  { readKeys, ...site }: Sender,
): Promise<Addressed | undefined> {
  const proofs = await createEmailProofs(tx, readKeys, id)
  return proofs && { to: proofs.email, mail: MAILS.emailSignIn(site, proofs) }
}

const MAX_EXCERPT = 300

type MentioningText = {
  suggestion_id: number
  title: string
  body: string
  body_mime_type: string
  author: string | null
}

async function writeMention(
  tx: Tx,
  { email, note_id, comment_id }: WaitingMail,
  site: Site,
): Promise<Addressed | undefined> {
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
  const { suggestion_id, title, body, body_mime_type, author } = text
  const words = formattedToText(body, body_mime_type).replace(/\s+/g, ' ')
  const mail = MAILS.mention(site, {
    author,
    kind: note_id === null ? 'comment' : 'note',
    suggestion: { id: suggestion_id, title },
    excerpt: words.length > MAX_EXCERPT ? `${words.slice(0, MAX_EXCERPT)}…` : words,
  })
  return { to: person.email, mail }
}

async function writeSignInMail(tx: Tx, email: string, site: Site): Promise<Addressed | undefined> {
  const person = await findSignInStaff(tx, email)
  if (!person) return undefined
  const code = await createCode(tx, 'sign_in', { userId: person.id })
  // As it is stored: what was typed can differ in case, and the person has proved this one.
  return { to: person.email, mail: MAILS.signIn(site, { code }) }
}
