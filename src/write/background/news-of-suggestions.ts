// What mails say about comments and merges, and whom both concern besides those who follow the suggestion.
import { type RawBuilder, sql } from 'kysely'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import type { Db } from '../../db/db.ts'
import type { CommentNews, MergeNews } from '../../read/news-mails.ts'

/** Of the mailing `m`: which mails people choose how to get. */
export const KIND = sql`case when m.comment_id is not null then 'comments'
  when m.announcement_id is not null then 'announcements' else 'status' end`

/** Of the suggestion `s`. */
export const follows = (userId: RawBuilder<unknown>) => sql`(
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
export type Readers = Map<number, ForumAccess>

/** The readers `r`. */
export const readersSql = (users: Iterable<number>) => sql`unnest(${[...users]}::bigint[]) as r(id)`

export const READER = sql.ref('r.id')

type CommentRow = {
  reader: number
  id: number
  forum: number
  title: string
  is_follower: boolean
  author: string | null
  body: string
  body_mime_type: string
  is_answer: boolean
}

/** Those of the mailing and of the ones that it replaced, without the reader's own. By reader. */
export async function findComments(
  db: Db,
  mailing: number,
  readers: Readers,
): Promise<Map<number, CommentNews>> {
  const { rows } = await sql<CommentRow>`
    select r.id as reader, s.id, s.forum_id as forum, s.title, ${follows(READER)} as is_follower, ${PUBLIC_NAME} as author,
      c.body, c.body_mime_type, exists (select from (${ANSWERED}) a where a.user_id = r.id) as is_answer
    from mailings m join comments c on c.id = m.comment_id join suggestions s on s.id = c.suggestion_id
      join users p on p.id = c.created_by_id, ${readersSql(readers.keys())}
    where (m.id = ${mailing} or m.replaced_by_id = ${mailing}) and s.is_visible
      and c.state in ('approved', 'published') and c.created_by_id <> r.id
    order by m.id`.execute(db)
  const seen = rows.filter(
    ({ reader, forum, is_follower, is_answer }) =>
      (is_follower || is_answer) && readers.get(reader)?.decide(forum, 'see') === 'yes',
  )
  return newsByReader(seen, ({ id, forum, title, is_follower: isFollower }, comments) => ({
    kind: 'comments',
    suggestion: { id, forum, title },
    isFollower,
    comments: comments.map(({ author, body, body_mime_type }) => ({
      author,
      text: { body, body_mime_type },
    })),
  }))
}

/** One mail for all rows of a reader. */
const newsByReader = <Row extends { reader: number }, News>(
  rows: Row[],
  write: (first: Row, all: Row[]) => News,
): Map<number, News> =>
  new Map(
    [...Map.groupBy(rows, ({ reader }) => reader)].map(([reader, all]) => [
      reader,
      write(all[0] as Row, all),
    ]),
  )

type MergeRow = {
  reader: number
  id: number
  forum: number
  title: string
  source: string
  source_forum: number
}

/** Those of the mailing and of the ones that it replaced which nobody undid, and which moved the reader. By reader. */
export async function findMerges(
  db: Db,
  mailing: number,
  readers: Readers,
): Promise<Map<number, MergeNews>> {
  const { rows } = await sql<MergeRow>`
    select r.id as reader, s.id, s.forum_id as forum, s.title, f.title as source, f.forum_id as source_forum
    from mailings m join merges g on g.id = m.merge_id join suggestions s on s.id = g.to_suggestion_id
      join suggestions f on f.id = g.from_suggestion_id, ${readersSql(readers.keys())}
    where (m.id = ${mailing} or m.replaced_by_id = ${mailing}) and g.undone_at is null
      and s.is_visible and f.state in ('approved', 'published')
      and ${follows(READER)} and exists (select from (${MOVED}) v where v.user_id = r.id)
    order by m.id`.execute(db)
  const seen = rows.filter(({ reader, forum, source_forum }) =>
    [forum, source_forum].every((one) => readers.get(reader)?.decide(one, 'see') === 'yes'),
  )
  return newsByReader(seen, ({ id, forum, title }, merges) => ({
    kind: 'merge',
    suggestion: { id, forum, title },
    merged: merges.map(({ source }) => source),
  }))
}
