// What mails say about comments and merges, and whom both concern besides those who follow the suggestion.
import { sql } from 'kysely'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import type { Tx } from '../../db/db.ts'
import type { CommentNews, MergeNews } from '../../read/news-mails.ts'

/** Of the mailing `m`: which mails people choose how to get. */
export const KIND = sql`case when m.comment_id is not null then 'comments'
  when m.announcement_id is not null then 'announcements' else 'status' end`

/** Of the suggestion `s`. */
export const follows = (userId: number) => sql`(
  exists (select from supporters f where f.suggestion_id = s.id and f.user_id = ${userId} and f.is_subscribed)
  or exists (select from suggestion_followers f where f.suggestion_id = s.id and f.user_id = ${userId}))`

/**
 * The author of the comment that `c` answers, where the service does not know that they follow the suggestion or ended it: supporters
 * have chosen, and everybody who comments on the portal follows until they end it.
 */
export const ANSWERED = sql`
  select a.created_by_id as user_id from comments a
  where a.id = c.reply_to_id and a.channel <> 'portal'
    and not exists (select from supporters f where f.suggestion_id = c.suggestion_id and f.user_id = a.created_by_id)`

/** The subscribed people of the suggestion that was merged by `g`. */
export const MOVED = sql`
  select v.user_id from merge_moves r join supporters v on v.id = r.record_id
  where r.merge_id = g.id and r.collection = 'supporters' and v.is_subscribed
  union
  select v.user_id from duplicate_supporters v where v.merge_id = g.id and v.is_subscribed
  union
  select v.user_id from merge_followers v where v.merge_id = g.id`

/** What others see of an author; null for a name that is an address, or none. */
export const PUBLIC_NAME = sql`case when p.name <> '' and p.name not like '%@%' then p.name end`

/** Who reads, and what they may see. */
export type NewsReaderAccess = { userId: number; access: ForumAccess }

type CommentRow = {
  id: number
  forum: number
  title: string
  is_follower: boolean
  author: string | null
  body: string
  body_mime_type: string
  is_answer: boolean
}

/** Those of the mailing and of the ones that it replaced, without the reader's own. */
export async function findComments(
  tx: Tx,
  mailing: number,
  { userId, access }: NewsReaderAccess,
): Promise<CommentNews | undefined> {
  const { rows } = await sql<CommentRow>`
    select s.id, s.forum_id as forum, s.title, ${follows(userId)} as is_follower, ${PUBLIC_NAME} as author,
      c.body, c.body_mime_type, exists (select from (${ANSWERED}) a where a.user_id = ${userId}) as is_answer
    from mailings m join comments c on c.id = m.comment_id join suggestions s on s.id = c.suggestion_id
      join users p on p.id = c.created_by_id
    where (m.id = ${mailing} or m.replaced_by_id = ${mailing}) and s.is_visible
      and c.state in ('approved', 'published') and c.created_by_id <> ${userId}
    order by m.id`.execute(tx)
  const seen = rows.filter(
    ({ forum, is_follower, is_answer }) =>
      (is_follower || is_answer) && access.decide(forum, 'see') === 'yes',
  )
  const [first] = seen
  if (!first) return undefined
  const { id, forum, title, is_follower: isFollower } = first
  return {
    kind: 'comments',
    suggestion: { id, forum, title },
    isFollower,
    comments: seen.map(({ author, body, body_mime_type }) => ({
      author,
      text: { body, body_mime_type },
    })),
  }
}

type MergeRow = { id: number; forum: number; title: string; source: string; source_forum: number }

/** Those of the mailing and of the ones that it replaced which nobody undid, and which moved the reader. */
export async function findMerges(
  tx: Tx,
  mailing: number,
  { userId, access }: NewsReaderAccess,
): Promise<MergeNews | undefined> {
  const { rows } = await sql<MergeRow>`
    select s.id, s.forum_id as forum, s.title, f.title as source, f.forum_id as source_forum
    from mailings m join merges g on g.id = m.merge_id join suggestions s on s.id = g.to_suggestion_id
      join suggestions f on f.id = g.from_suggestion_id
    where (m.id = ${mailing} or m.replaced_by_id = ${mailing}) and g.undone_at is null
      and s.is_visible and f.state in ('approved', 'published')
      and ${follows(userId)} and exists (select from (${MOVED}) v where v.user_id = ${userId})
    order by m.id`.execute(tx)
  const isSeen = (forum: number) => access.decide(forum, 'see') === 'yes'
  const seen = rows.filter(({ forum, source_forum }) => isSeen(forum) && isSeen(source_forum))
  const [first] = seen
  if (!first) return undefined
  const { id, forum, title } = first
  return {
    kind: 'merge',
    suggestion: { id, forum, title },
    merged: seen.map(({ source }) => source),
  }
}
