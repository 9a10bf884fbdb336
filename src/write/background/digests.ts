// One mail per day for people who chose it: who is due is found by an index, and what happened is read from the mailings since the
// last one when the mail is sent. No row per person and event is stored.
import { sql } from 'kysely'
import { readForumAccess } from '../../auth/end-users/forum-access.ts'
import { withReturnAddresses } from '../../auth/end-users/return-addresses.ts'
import { unsubscribeAddress } from '../../auth/end-users/unsubscribe.ts'
import type { Mail } from '../../core/mail.ts'
import type { Tx } from '../../db/db.ts'
import { readMailLook } from '../../read/mail-look.ts'
import { type DigestItem, type DigestNews, excerptOf, renderDigest } from '../../read/news-mails.ts'
import { translatedName, wordsOf } from '../../read/translatable-strings.ts'
import { IS_REACHABLE } from '../mail-failures.ts'
import {
  addSendJobs,
  BATCH_SIZE,
  lockTimes,
  MAX_WAITING,
  type NewsSite,
  nextTime,
  visitorOf,
} from './mailing-mails.ts'
import { ANSWERED, MOVED, PUBLIC_NAME } from './news-of-suggestions.ts'

const MAX_SUGGESTIONS = 10
/** Of each suggestion and kind. */
const MAX_ITEMS = 3
const MAX_ANNOUNCEMENTS = 5
const MAX_EXCERPT = 500
/** After a longer outage, what happened before is old news. */
const MAX_DAYS = 7

/** When daily mails are due. */
export type DigestTime = { digest_hour: number; digest_time_zone: string }

export type DigestSending = DigestTime & { mails_per_minute: number }

type Batch = { people: number; mails: number[] }

/**
 * Adds the mails of the next people who are due. What began a moment before the hour may not be visible yet, so it waits for a minute.
 * Nobody gets two within 20 hours, also when the hour or the zone was changed. Returns whether there may be more.
 */
export async function addDueDigests(tx: Tx, sending: DigestSending): Promise<boolean> {
  const { digest_hour: hour, digest_time_zone: zone, mails_per_minute: perMinute } = sending
  const size = Math.min(BATCH_SIZE, perMinute)
  await lockTimes(tx)
  const { rows } = await sql<Batch>`
    with waiting as (select count(*)::int as count from outgoing_mails where digest_until is not null),
    t as (select last_time_of_day(now() - interval '1 minute', ${hour}::int, ${zone}) as until),
    due as materialized (
      select d.user_id, greatest(d.covered_until, t.until - ${MAX_DAYS} * interval '1 day') as since, t.until
      from daily_digests d, t
      where d.covered_until < (select until from t) and (select count from waiting) < ${MAX_WAITING}
        and (d.last_due_at is null or d.last_due_at <= t.until - interval '20 hours')
      order by d.covered_until limit ${size} for no key update of d
    ),
    news as materialized (
      select m.* from mailings m, t
      where m.created_at >= (select min(since) from due) and m.created_at < t.until
        and m.stopped_reason is distinct from 'by_hand'
    ),
    about as materialized (
      select n.created_at, u.suggestion_id from news n join status_updates u on u.id = n.status_update_id
      union all
      select n.created_at, u.suggestion_id from news n join supporter_messages u on u.id = n.supporter_message_id
      union all
      select n.created_at, c.suggestion_id from news n join comments c on c.id = n.comment_id
      union all
      select n.created_at, g.to_suggestion_id from news n join merges g on g.id = n.merge_id
      union all
      select n.created_at, l.suggestion_id from news n join announcement_suggestions l on l.announcement_id = n.announcement_id
    ),
    followed as (
      select d.user_id, d.since, s.suggestion_id from due d join supporters s on s.user_id = d.user_id where s.is_subscribed
      union all
      select d.user_id, d.since, f.suggestion_id from due d join suggestion_followers f on f.user_id = d.user_id
    ),
    concerned as (
      select f.user_id from followed f join about a on a.suggestion_id = f.suggestion_id and a.created_at >= f.since
      union
      select a.user_id from news n join comments c on c.id = n.comment_id, lateral (${ANSWERED}) a
    ),
    start as (${nextTime(perMinute)}),
    mails as (
      insert into outgoing_mails (email, language, user_id, due_at, digest_from, digest_until)
      select u.email_address, coalesce(u.language, 'en'), u.id,
        start.at + (row_number() over (order by u.id) - 1) * interval '1 minute' / ${perMinute}::int, d.since, d.until
      from due d join users u on u.id = d.user_id, start
      where u.allowed_state = 'allowed' and ${IS_REACHABLE} and u.id in (select user_id from concerned)
      order by u.id
      on conflict do nothing
      returning id
    ),
    covered as (
      update daily_digests d set covered_until = due.until, last_due_at = due.until from due where d.user_id = due.user_id
      returning d.user_id
    )
    select (select count(*)::int from covered) as people, array(select id::float8 from mails) as mails`.execute(
    tx,
  )
  const { people = 0, mails = [] } = rows[0] ?? {}
  await addSendJobs(
    sql`(select id, due_at from outgoing_mails where id = any(${mails}))`,
    perMinute,
  ).execute(tx)
  return people === size
}

type Waiting = {
  user_id: number
  email: string
  language: string | null
  is_allowed: boolean
  is_staff: boolean
  since: Date
  until: Date
  status_since: Date | null
  comments_since: Date | null
  announcements_since: Date | null
}

/**
 * Undefined when it does not wait any more; 'skipped' when nothing happened that the person wants and may see. The kinds are those
 * of now.
 */
export async function prepareDigest(
  tx: Tx,
  id: number,
  site: NewsSite,
): Promise<Mail | 'skipped' | undefined> {
  const { rows } = await sql<Waiting>`
    select u.id as user_id, u.email_address as email, u.language, o.digest_from as since, o.digest_until as until,
      u.allowed_state = 'allowed' and ${IS_REACHABLE} as is_allowed,
      exists (select from permissions p where p.user_id = u.id and p.disabled_at is null) as is_staff,
      case when mail_frequency(u, 'status') = 'daily' then greatest(d.status_since, o.digest_from) end as status_since,
      case when mail_frequency(u, 'comments') = 'daily' then greatest(d.comments_since, o.digest_from) end as comments_since,
      case when mail_frequency(u, 'announcements') = 'daily' then greatest(
        case when u.announcement_notifications is null then d.status_since else d.announcements_since end,
        o.digest_from) end as announcements_since
    from outgoing_mails o join users u on u.id = o.user_id
      left join daily_digests d on d.user_id = u.id
    where o.id = ${id} and o.digest_until is not null`.execute(tx)
  const [waiting] = rows
  if (!waiting) return undefined
  const digest = waiting.is_allowed ? await readDigest(tx, waiting, site) : undefined
  if (!digest) return 'skipped'
  const { user_id: userId, email, language, until } = waiting
  const mail = renderDigest(
    { baseUrl: site.baseUrl, look: readMailLook(site.settings, site.baseUrl) },
    digest,
    {
      to: email,
      language,
      unsubscribe: await unsubscribeAddress(site, { kind: 'digest', userId }),
    },
    `digest-${userId}-${until.getTime() / 1000}`,
  )
  return withReturnAddresses(site, mail, { userId, suggestionId: null })
}

async function readDigest(
  tx: Tx,
  waiting: Waiting,
  { baseUrl, settings, translations }: NewsSite,
): Promise<DigestNews | undefined> {
  const words = wordsOf(translations, waiting.language)
  const { forumsToSee } = await readForumAccess({ db: tx, settings }, visitorOf(waiting))
  const rows = await readItems(tx, waiting, forumsToSee)
  const announcements = await readAnnouncements(tx, waiting, forumsToSee)
  if (rows.length + announcements.length === 0) return undefined
  const excerpt = (text: { body: string; body_mime_type: string }) =>
    excerptOf(text, baseUrl, MAX_EXCERPT)
  const suggestions = new Map<number, DigestNews['suggestions'][number]>()
  for (const { suggestion_id: id, forum, title, kind, author, total, ...text } of rows) {
    const status = translatedName(words, `status.${text.status_id}`, text.status)
    const found = suggestions.get(id) ?? { id, forum, title, items: [], hidden: 0 }
    const isFirst = !found.items.some((item) => item.kind === kind)
    if (isFirst) found.hidden += Math.max(0, total - MAX_ITEMS)
    const isTitle = kind === 'merge'
    const quote = isTitle ? { text: text.body, html: '' } : excerpt(text)
    found.items.push({ kind: kind as DigestItem['kind'], status, author, text: quote })
    suggestions.set(id, found)
  }
  return {
    suggestions: [...suggestions.values()],
    announcements: announcements.map(({ id, title, ...text }) => ({
      id,
      title,
      body: excerpt(text),
    })),
    hidden: Math.max(0, (rows[0]?.suggestions ?? 0) - MAX_SUGGESTIONS),
  }
}

/** The mailings of the time, without those that somebody stopped. */
const newsOf = ({ since, until }: Waiting) => sql`
  select m.* from mailings m
  where m.created_at >= ${since} and m.created_at < ${until} and m.stopped_reason is distinct from 'by_hand'`

const followedBy = (userId: number) => sql`
  select suggestion_id as id from supporters where user_id = ${userId} and is_subscribed
  union select suggestion_id from suggestion_followers where user_id = ${userId}`

type Item = {
  suggestion_id: number
  forum: number
  title: string
  kind: string
  status_id: number | null
  status: string | null
  author: string | null
  body: string
  body_mime_type: string
  /** Of this kind and suggestion. */
  total: number
  /** About how many suggestions there is something. */
  suggestions: number
}

/** The newest of each kind, and first the suggestions of which the team wrote. */
async function readItems(tx: Tx, waiting: Waiting, forums: number[] | null): Promise<Item[]> {
  const { user_id: userId, status_since, comments_since } = waiting
  const { rows } = await sql<Item>`
    with m as materialized (${newsOf(waiting)}), followed as materialized (${followedBy(userId)}),
    news as (
      select 'status' as kind, 1 as weight, m.id as place, u.suggestion_id, t.id as status_id, t.name as status,
        null::text as author, coalesce(u.body, '') as body, u.body_mime_type
      from m join status_updates u on u.id = m.status_update_id left join statuses t on t.id = u.new_status_id
      where m.created_at >= ${status_since} and u.suggestion_id in (select id from followed)
        and u.user_id is distinct from ${userId}
      union all
      select 'message', 2, m.id, u.suggestion_id, null, null, null, u.body, u.body_mime_type
      from m join supporter_messages u on u.id = m.supporter_message_id
      where m.created_at >= ${status_since} and u.suggestion_id in (select id from followed)
        and u.created_by_id is distinct from ${userId}
      union all
      select 'merge', 3, m.id, g.to_suggestion_id, null, null, null, f.title, 'text/plain'
      from m join merges g on g.id = m.merge_id join suggestions f on f.id = g.from_suggestion_id
      where m.created_at >= ${status_since} and g.to_suggestion_id in (select id from followed) and g.undone_at is null
        and g.created_by_id is distinct from ${userId} and f.state in ('approved', 'published')
        and (${forums}::bigint[] is null or f.forum_id = any(${forums}::bigint[]))
        and exists (select from (${MOVED}) v where v.user_id = ${userId})
      union all
      select 'comment', 4, m.id, c.suggestion_id, null, null, ${PUBLIC_NAME}, c.body, c.body_mime_type
      from m join comments c on c.id = m.comment_id join users p on p.id = c.created_by_id
      where m.created_at >= ${comments_since} and c.state in ('approved', 'published') and c.created_by_id <> ${userId}
        and (c.suggestion_id in (select id from followed) or exists (select from (${ANSWERED}) a where a.user_id = ${userId}))
    ),
    seen as (
      select n.*, s.forum_id, s.title, min(n.weight) over suggestion as first, max(n.place) over suggestion as latest,
        row_number() over (partition by n.suggestion_id, n.kind order by n.place desc) as nth,
        count(*) over (partition by n.suggestion_id, n.kind) as total
      from news n join suggestions s on s.id = n.suggestion_id
      where s.is_visible and (${forums}::bigint[] is null or s.forum_id = any(${forums}::bigint[]))
      window suggestion as (partition by n.suggestion_id)
    ),
    ranked as (select *, dense_rank() over (order by first, latest desc, suggestion_id) as rank from seen)
    select suggestion_id, forum_id as forum, title, kind, status_id, status, author, body, body_mime_type, total::int,
      (select count(distinct suggestion_id)::int from seen) as suggestions
    from ranked where rank <= ${MAX_SUGGESTIONS} and nth <= ${MAX_ITEMS} order by rank, weight, place`.execute(
    tx,
  )
  return rows
}

type Announcement = { id: number; title: string; body: string; body_mime_type: string }

/** Of suggestions that the person follows and sees, in the forums that the announcement is for. */
async function readAnnouncements(
  tx: Tx,
  waiting: Waiting,
  forums: number[] | null,
): Promise<Announcement[]> {
  const { user_id: userId, announcements_since } = waiting
  const { rows } = await sql<Announcement>`
    with m as materialized (${newsOf(waiting)}), followed as materialized (${followedBy(userId)})
    select a.id, a.title, a.body, a.body_mime_type from m join announcements a on a.id = m.announcement_id
    where m.created_at >= ${announcements_since} and a.published_at is not null
      and a.notification_requested_by_id is distinct from ${userId}
      and exists (
        select from announcement_suggestions l join suggestions s on s.id = l.suggestion_id
        where l.announcement_id = a.id and s.is_visible and s.id in (select id from followed)
          and (${forums}::bigint[] is null or s.forum_id = any(${forums}::bigint[]))
          and (not exists (select from announcement_forums f where f.announcement_id = a.id)
            or s.forum_id in (select f.forum_id from announcement_forums f where f.announcement_id = a.id)))
    order by m.id desc limit ${MAX_ANNOUNCEMENTS}`.execute(tx)
  return rows
}
