// What mails say about a suggestion, and whom comments and merges concern besides those who follow it.
import { type RawBuilder, sql } from 'kysely'
import type { ForumAccess } from '../../auth/end-users/forum-access.ts'
import type { Db } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'
import type { News } from '../../read/news-mails.ts'
import { type TranslatedWords, translatedName } from '../../read/translatable-strings.ts'

/** Of the mailing `m`: what it is about; null for announcements. */
export const SUGGESTION = sql`coalesce(
  (select suggestion_id from status_updates where id = m.status_update_id),
  (select suggestion_id from supporter_messages where id = m.supporter_message_id),
  (select suggestion_id from comments where id = m.comment_id),
  (select to_suggestion_id from merges where id = m.merge_id))`

/** Of the mailing `m`: who wrote it, or asked for the mails. */
export const AUTHOR = sql`coalesce(
  (select user_id from status_updates where id = m.status_update_id),
  (select created_by_id from supporter_messages where id = m.supporter_message_id),
  (select created_by_id from comments where id = m.comment_id),
  (select created_by_id from merges where id = m.merge_id),
  (select notification_requested_by_id from announcements where id = m.announcement_id))`

/** That the user `u` gets mails like those of the mailing `m` at once. */
export const WANTED_AT_ONCE = sql`is_mailed_at_once(u,
  case when m.comment_id is not null then 'comments' when m.announcement_id is not null then 'announcements' else 'status' end,
  m.created_at)`

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

/** How names are called for somebody; undefined: as they are. */
export type WordsOfReader = (reader: number) => TranslatedWords | undefined

/** The readers `r`. */
export const readersSql = (users: Iterable<number>) => sql`unnest(${[...users]}::bigint[]) as r(id)`

export const READER = sql.ref('r.id')

/** What one person learns, where a reply goes if the team chose it, and the comment that it answers otherwise. */
export type NewsOfOne = { news: News; replyTo: string | null; commentId: number | null }

type Item = {
  reader: number
  id: number
  forum: number
  title: string
  is_follower: boolean
  kind: 'status' | 'message' | 'comment' | 'merge'
  status_id: number | null
  status: string | null
  author: string | null
  /** Of a merge, the title of what was merged. */
  body: string
  body_mime_type: string
  reply_to: string | null
  comment_id: number | null
  /** Where what was merged was seen. */
  source_forum: number | null
}

/**
 * What the mailing and those that it replaced say to each of these people: without what they wrote themselves, do not want at once,
 * do not follow or may not see.
 */
export async function findNewsOfSuggestion(
  db: Db,
  mailing: number,
  readers: Readers,
  wordsOfReader: WordsOfReader,
): Promise<Map<number, NewsOfOne>> {
  const { rows } = await executePrepared(
    db,
    sql<Item>`
    with joined as materialized (select * from mailings where id = ${mailing} or replaced_by_id = ${mailing}),
    items as (
      select m.id as place, 'status' as kind, a.suggestion_id, t.id as status_id, t.name as status, null::text as author,
        coalesce(a.body, '') as body, a.body_mime_type, a.notification_email_address as reply_to, null::bigint as source_forum
      from joined m join status_updates a on a.id = m.status_update_id left join statuses t on t.id = a.new_status_id
      union all
      select m.id, 'message', a.suggestion_id, null, null, null, a.body, a.body_mime_type, a.notification_email_address, null
      from joined m join supporter_messages a on a.id = m.supporter_message_id
      union all
      select m.id, 'merge', g.to_suggestion_id, null, null, null, f.title, 'text/plain', null, f.forum_id
      from joined m join merges g on g.id = m.merge_id join suggestions f on f.id = g.from_suggestion_id
      where g.undone_at is null and f.state in ('approved', 'published')
      union all
      select m.id, 'comment', c.suggestion_id, null, null, ${PUBLIC_NAME}, c.body, c.body_mime_type, null, null
      from joined m join comments c on c.id = m.comment_id join users p on p.id = c.created_by_id
      where c.state in ('approved', 'published')
    )
    select u.id as reader, s.id, s.forum_id as forum, s.title, f.is_follower, i.kind, i.status_id, i.status, i.author, i.body,
      i.body_mime_type, i.reply_to, m.comment_id, i.source_forum
    from items i join joined m on m.id = i.place join suggestions s on s.id = i.suggestion_id,
      users u, lateral (select ${follows(sql.ref('u.id'))} as is_follower) f
    where u.id = any(${[...readers.keys()]}::bigint[]) and s.is_visible and ${WANTED_AT_ONCE} and u.id is distinct from ${AUTHOR}
      and (f.is_follower or exists (
        select from comments c, lateral (${ANSWERED}) a where c.id = m.comment_id and a.user_id = u.id))
      and (m.merge_id is null or exists (
        select from merges g, lateral (${MOVED}) v where g.id = m.merge_id and v.user_id = u.id))
    order by i.place`,
  )
  const seen = rows.filter(({ reader, forum, source_forum }) =>
    [forum, source_forum ?? forum].every(
      (one) => readers.get(reader)?.decide(one, 'see') === 'yes',
    ),
  )
  return new Map(
    [...Map.groupBy(seen, ({ reader }) => reader)].map(([reader, items]) => [
      reader,
      newsOf(items.map((item) => translated(item, wordsOfReader(reader)))),
    ]),
  )
}

const translated = (item: Item, words: TranslatedWords | undefined): Item => ({
  ...item,
  status: translatedName(words, `status.${item.status_id}`, item.status),
})

function newsOf(items: Item[]): NewsOfOne {
  const last = items.at(-1) as Item
  const kinds = new Set(items.map(({ kind }) => kind))
  return {
    news: kinds.size === 1 ? newsOfKind(last, items) : newsOfKinds(last, items),
    replyTo: items.findLast(({ reply_to }) => reply_to !== null)?.reply_to ?? null,
    // A reply to a mail about several comments answers the newest.
    commentId: kinds.size === 1 ? last.comment_id : null,
  }
}

const suggestionOf = ({ id, forum, title }: Item) => ({ id, forum, title })

const textOf = ({ body, body_mime_type }: Item) => ({ body, body_mime_type })

function newsOfKind(last: Item, items: Item[]): News {
  const suggestion = suggestionOf(last)
  switch (last.kind) {
    case 'status':
      return {
        kind: 'status',
        suggestion,
        status: last.status,
        texts: items.map(textOf).reverse(),
      }
    case 'message':
      return { kind: 'message', suggestion, texts: items.map(textOf) }
    case 'merge':
      return { kind: 'merge', suggestion, merged: items.map(({ body }) => body) }
    case 'comment':
      return {
        kind: 'comments',
        suggestion,
        isFollower: last.is_follower,
        comments: items.map((item) => ({ author: item.author, text: textOf(item) })),
      }
  }
}

const newsOfKinds = (last: Item, items: Item[]): News => ({
  kind: 'several',
  suggestion: suggestionOf(last),
  items: items.map((item) => ({
    kind: item.kind,
    status: item.status,
    author: item.author,
    text: textOf(item),
  })),
})
