// Invitations to forums, one per address and forum, which are mailed once.
import { sql } from 'kysely'
import { generateInvitationCode } from '../auth/credentials.ts'
import { addForumInvitationMails } from '../auth/sign-in/outgoing-mails.ts'
import type { Tx } from '../db/db.ts'
import { forum_invitations } from '../resources/forum_invitations.ts'
import { requireLinkedRecords } from './core/records.ts'

export type NewInvitations = {
  email: string[]
  subject?: string
  reply_to?: string
  message?: string
  links: { forum: number }
}

/** `perMinute` limits the mails; null sends none. */
export type InvitationSender = { actor: number; perMinute: number | null }

/** Returns ids in the order of the addresses. An existing invitation is not changed, and not mailed again. */
export async function inviteToForum(
  tx: Tx,
  { actor, perMinute }: InvitationSender,
  { email, subject, reply_to, message, links }: NewInvitations,
): Promise<number[]> {
  await requireLinkedRecords(tx, forum_invitations, links)
  const { rows: added } = await sql<{ id: number }>`
    insert into forum_invitations (email, code, subject, reply_to, text, forum_id, invited_by_id)
    select email, code, ${subject ?? null}, ${reply_to ?? null}, ${message ?? null}, ${links.forum}, ${actor}
    from unnest(${email}::text[], ${email.map(generateInvitationCode)}::text[]) with ordinality as invited (email, code, place)
    order by place
    on conflict (forum_id, lower(email)) do nothing
    returning id`.execute(tx)
  if (perMinute !== null && added.length > 0)
    await addForumInvitationMails(
      tx,
      added.map(({ id }) => id),
      { perMinute, inviter: actor },
    )
  const { rows } = await sql<{ id: number }>`
    select i.id
    from unnest(${email}::text[]) with ordinality as invited (email, place)
    join forum_invitations i
      on i.forum_id = ${links.forum} and lower(i.email) = lower(invited.email collate "und-x-icu")
    group by i.id order by min(place)`.execute(tx)
  return rows.map(({ id }) => id)
}
