// People of the team who are mentioned in a note or a comment: by the text, or by `links.mentions` of a new note.
import { sql } from 'kysely'
import { mentionedUsers } from '#markdown'
import { addMentionMails } from '../auth/sign-in/outgoing-mails.ts'
import { type Formatted, MARKDOWN } from '../core/formatted-text.ts'
import type { Tx } from '../db/db.ts'

/** A longer text mentions no more than these. */
const MAX_MENTIONS = 100

export type MailSite = { hasMail: boolean }

export type MentioningText = { note: number } | { comment: number }

/** What is dated by its sender was written elsewhere, long ago: it was imported. */
export const sendsMail = ({ created_at }: { created_at?: string }, { hasMail }: MailSite) =>
  hasMail && created_at === undefined

const usersOf = ({ body, body_mime_type }: Formatted): number[] =>
  body_mime_type === MARKDOWN ? mentionedUsers(body, MAX_MENTIONS) : []

type Mentions = { actor: number; text: Formatted; named?: number[]; sendsMail: boolean }

/** A text mentions staff only. Each gets one mail, and the author gets none. */
export async function addMentions(
  tx: Tx,
  within: MentioningText,
  { actor, text, named = [], sendsMail: hasMail }: Mentions,
): Promise<void> {
  const users = usersOf(text)
  if (users.length + named.length === 0) return
  const mentioned = sql`
    select u.id from users u
    where u.id = any(${named}::bigint[])
      or u.id = any(${users}::bigint[]) and exists (select from permissions p where p.user_id = u.id)`
  const { rows } = await ('note' in within
    ? sql<{ user_id: number }>`
        insert into note_mentions (note_id, user_id) select ${within.note}, m.id from (${mentioned}) m
        on conflict do nothing returning user_id`.execute(tx)
    : sql<{ user_id: number }>`
        insert into comment_mentions (comment_id, user_id) select ${within.comment}, m.id from (${mentioned}) m
        on conflict do nothing returning user_id`.execute(tx))
  const others = rows.map(({ user_id }) => user_id).filter((user) => user !== actor)
  if (hasMail && others.length > 0) await addMentionMails(tx, within, others)
}

/** After an edit: who is not mentioned any more is forgotten, and only who is new gets a mail. */
export async function replaceMentions(
  tx: Tx,
  within: MentioningText,
  { before, ...mentions }: Mentions & { before: Formatted },
): Promise<void> {
  const users = usersOf(mentions.text)
  const removed = usersOf(before).filter((user) => !users.includes(user))
  if (removed.length > 0)
    await ('note' in within
      ? sql`delete from note_mentions where note_id = ${within.note} and user_id = any(${removed})`
      : sql`delete from comment_mentions where comment_id = ${within.comment} and user_id = any(${removed})`
    ).execute(tx)
  await addMentions(tx, within, mentions)
}
