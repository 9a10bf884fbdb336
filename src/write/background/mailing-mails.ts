// The mails of mailings: who gets one, when, and what became of it. Each batch is a short transaction, however many people there are.
import { type RawBuilder, sql } from 'kysely'
import {
  type AccessSettings,
  type ForumAccess,
  readAccessOfPeople,
} from '../../auth/end-users/forum-access.ts'
import { withReturnAddresses } from '../../auth/end-users/return-addresses.ts'
import { type Subscription, unsubscribeAddress } from '../../auth/end-users/unsubscribe.ts'
import { AddressRefused, type Mail, type MailLook } from '../../core/mail.ts'
import type { ReadKeys } from '../../core/secret-keys.ts'
import type { Db, Tx } from '../../db/db.ts'
import { executePrepared } from '../../db/driver.ts'
import { addJob } from '../../db/enqueue.ts'
import { type LookSettings, readMailLook } from '../../read/mail-look.ts'
import { type News, renderNews } from '../../read/news-mails.ts'
import { type PortalTranslations, wordsOf } from '../../read/translatable-strings.ts'
import { IS_REACHABLE } from '../mail-failures.ts'
import { endMailing, mailingJob, mailingMailJob, mailingMailsJob } from '../mailings.ts'
import {
  ANSWERED,
  AUTHOR,
  findNewsOfSuggestion,
  follows,
  MOVED,
  type NewsOfOne,
  READER,
  type Readers,
  readersSql,
  SUGGESTION,
  WANTED_AT_ONCE,
} from './news-of-suggestions.ts'

export const BATCH_SIZE = 100
/** A mail server that does not answer leaves mails behind: no more are added until it does. */
export const MAX_WAITING = 1000
/** When so few wait, the next are added. */
const FEW_WAITING = MAX_WAITING / 2
/** Of one job, which is not to take long. */
const MAX_OF_JOB = 12
/** After a mail could not be sent with others, before the first attempt of its own. */
const RETRY_AT = sql`now() + interval '3 seconds'`
/** Counts say when the last mail is sent. Somebody who is erased meanwhile is found by looking again. */
const LOOK_AGAIN = sql`now() + interval '10 minutes'`
/** Others of the suggestion that a mail is about too, at most: so nothing waits for longer than so many delays. */
const MAX_JOINED = 9
/** Of merges, of which a mail says less. */
const MAX_JOINED_MERGES = 99

type Mailing = {
  id: number
  announcement_id: number | null
  position: number
  is_complete: boolean
  state: string
  /** That people would still wait for something else about the suggestion. */
  is_early: boolean
}

export type Sending = {
  mails_per_minute: number
  mail_delay_seconds: number
  hasMail: boolean
}

/** Adds the mails of the next people and the job that continues, or ends the mailing when all are sent. */
export async function expandMailing(tx: Tx, id: number, sending: Sending): Promise<void> {
  const mailing = await lockMailing(tx, id, sending.mail_delay_seconds)
  if (!mailing) return
  await storeSentCount(tx, mailing)
  if (mailing.state !== 'sending') return
  if (!sending.hasMail) return endMailing(tx, id, 'no_mail')
  if (mailing.is_early) return continueAt(tx, mailing, sending.mail_delay_seconds)
  if (mailing.is_complete) return finish(tx, id)
  if (await isReplaced(tx, mailing)) return
  await addNextMails(tx, mailing, sending.mails_per_minute)
}

/** The causes first, as a deletion of one does. */
async function lockMailing(tx: Tx, id: number, delay: number): Promise<Mailing | undefined> {
  for (const cause of ['status_update', 'supporter_message'])
    await sql`
      select from ${sql.table(`${cause}s`)}
      where id in (select ${sql.ref(`${cause}_id`)} from mailings where id = ${id} or replaced_by_id = ${id})
      order by id for no key update`.execute(tx)
  const { rows } = await sql<Mailing>`
    select id, announcement_id, position, is_complete, state,
      announcement_id is null and created_at + ${delay} * interval '1 second' > now() as is_early
    from mailings where id = ${id} for no key update`.execute(tx)
  return rows[0]
}

/** One change for many mails, so that clients are not notified of each. What was joined is in the same mails. */
async function storeSentCount(tx: Tx, { id }: Mailing): Promise<void> {
  for (const cause of ['status_update', 'supporter_message'])
    await sql`
      update ${sql.table(`${cause}s`)} c set mail_sent_count = m.sent_count, updated_at = now()
      from mailings m join mailings j on j.id = m.id or j.replaced_by_id = m.id
      where m.id = ${id} and c.id = j.${sql.ref(`${cause}_id`)} and c.mail_sent_count < m.sent_count`.execute(
      tx,
    )
}

const continueAt = async (tx: Tx, { id }: Mailing, delay: number): Promise<void> => {
  const due = sql`(select created_at + ${delay} * interval '1 second' from mailings where id = ${id})`
  await sql`select ${addJob(mailingJob(id, due))}`.execute(tx)
}

/** A later one about the same suggestion waits: its mails say this too. */
async function isReplaced(tx: Tx, mailing: Mailing): Promise<boolean> {
  const { id, announcement_id, position } = mailing
  if (announcement_id !== null || position > 0) return false
  const { rows } = await sql<{ id: number }>`
    with about as materialized (select ${SUGGESTION} as suggestion_id from mailings m where m.id = ${id}),
    room as materialized (
      select count(*) filter (where merge_id is null) < ${MAX_JOINED} and count(merge_id) < ${MAX_JOINED_MERGES} as is_left
      from mailings where replaced_by_id = ${id}
    )
    select m.id from mailings m
    where m.state = 'sending' and m.id > ${id} and m.position = 0 and not m.is_complete and m.announcement_id is null
      and (select is_left from room) and ${SUGGESTION} = (select suggestion_id from about)
    order by m.id limit 1 for no key update of m`.execute(tx)
  const [later] = rows
  if (!later) return false
  await endMailing(tx, id, 'replaced')
  await sql`
    update mailings set replaced_by_id = ${later.id} where id = ${id} or replaced_by_id = ${id}`.execute(
    tx,
  )
  return true
}

/** Of an announcement for some forums, the suggestions in these: who follows others may not see it. */
const CONCERNED = sql`
  select ${SUGGESTION} as id where m.announcement_id is null
  union all
  select s.id from announcement_suggestions l join suggestions s on s.id = l.suggestion_id
  where l.announcement_id = m.announcement_id and (
    not exists (select from announcement_forums f where f.announcement_id = m.announcement_id)
    or s.forum_id in (select f.forum_id from announcement_forums f where f.announcement_id = m.announcement_id))`

/** Who is concerned without following: authors of comments that were answered, and, of merges, who came with the others. */
const NAMED = sql`
  select a.user_id from joined j join comments c on c.id = j.comment_id, lateral (${ANSWERED}) a
  union
  select p.user_id from joined j join merges g on g.id = j.merge_id, lateral (${MOVED}) p`

/** Of the user `u`: something of it concerns them, which they did not write themselves. */
const WANTS_SOME = sql`exists (
  select from joined m where ${WANTED_AT_ONCE} and u.id is distinct from ${AUTHOR})`

type Added = { last: number | null; added: number; waiting: number; due: Date }

/** Two transactions must not give their mails the same times. */
export const lockTimes = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('mails of mailings'))`.execute(tx)

/** When the next mail is due, of all that wait. */
export const nextTime = (perMinute: number) => sql`
  select greatest(now(), max(due_at) + interval '1 minute' / ${perMinute}::int) as at
  from outgoing_mails where due_at is not null`

/** Adds the jobs of the mails in `mails`, which has their ids and times: each is for what is due within a second. */
export const addSendJobs = (mails: RawBuilder<unknown>, perMinute: number) => sql`
  select ${addJob(mailingMailsJob(sql`min(id)`, sql`max(id)`, sql`max(due_at)`))}
  from (
    select id, due_at, (row_number() over (order by id) - 1) / ${Math.min(MAX_OF_JOB, Math.ceil(perMinute / 60))}::int as part
    from ${mails} mails) parts
  group by part`

/** `due_at` follows that of the mails of all mailings, so their number per minute is limited together. */
async function addNextMails(tx: Tx, { id }: Mailing, perMinute: number): Promise<void> {
  await lockTimes(tx)
  const { rows } = await sql<Added>`
    with m as (select * from mailings where id = ${id}),
    waiting as (select count(*)::int as count from outgoing_mails where mailing_id = ${id}),
    joined as materialized (select j.* from m join mailings j on j.id = m.id or j.replaced_by_id = m.id),
    concerned as materialized (select c.id from m, lateral (${CONCERNED}) c),
    people as materialized (
      select user_id from (
        select user_id from supporters where suggestion_id in (select id from concerned) and is_subscribed
        union
        select user_id from suggestion_followers where suggestion_id in (select id from concerned)
        union
        (${NAMED})
      ) p
      where user_id > (select position from m) and (select count from waiting) < ${MAX_WAITING}
      order by user_id limit ${Math.min(BATCH_SIZE, perMinute)}
    ),
    start as (${nextTime(perMinute)}),
    mails as (
      insert into outgoing_mails (email, language, mailing_id, user_id, due_at)
      select u.email_address, coalesce(u.language, 'en'), ${id}, u.id,
        start.at + (row_number() over (order by u.id) - 1) * interval '1 minute' / ${perMinute}::int
      from people p join users u on u.id = p.user_id, start
      where u.allowed_state = 'allowed' and ${IS_REACHABLE} and ${WANTS_SOME}
      order by u.id
      on conflict do nothing
      returning id, due_at
    ),
    jobs as materialized (${addSendJobs(sql.ref('mails'), perMinute)})
    select (select max(user_id) from people) as last, (select count(*)::int from mails) as added,
      (select count from waiting) as waiting, (select count(*) from jobs) as jobs,
      coalesce((select max(due_at) from mails), now()) as due`.execute(tx)
  const { last, added, waiting, due } = rows[0] as Added
  const isBlocked = waiting >= MAX_WAITING
  const isComplete = last === null && !isBlocked
  await sql`
    update mailings set position = coalesce(${last}::bigint, position), recipients_count = recipients_count + ${added},
      is_complete = ${isComplete}, updated_at = now()
    where id = ${id}`.execute(tx)
  if (isComplete) return finish(tx, id)
  // The mail that leaves few waiting continues before.
  const next = isBlocked
    ? sql`now() + interval '1 minute'`
    : sql`${due}::timestamptz + interval '1 minute' / ${perMinute}::int`
  await sql`select ${addJob(mailingJob(id, next))}`.execute(tx)
}

/** Everybody has a mail: the mailing ends with the last that waits. */
async function finish(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    update mailings m set state = 'sent', updated_at = now(),
      skipped_count = recipients_count - sent_count - failed_count
    where id = ${id} and not exists (select from outgoing_mails where mailing_id = m.id) returning id`.execute(
    tx,
  )
  if (rows.length === 0) await sql`select ${addJob(mailingJob(id, LOOK_AGAIN))}`.execute(tx)
}

export type Outcome = 'sent' | 'skipped' | 'failed'

/** The end of mails. The last one of a mailing ends the mailing too, and one that leaves few waiting has the next added. */
export const finishMails = (db: Db, outcomes: Map<number, Outcome>) =>
  executePrepared(
    db,
    sql`
    with ended as (select * from unnest(${[...outcomes.keys()]}::bigint[], ${[...outcomes.values()]}::text[]) as e(id, outcome)),
    m as (
      select id from mailings
      where id in (select mailing_id from outgoing_mails where id in (select id from ended)) order by id for no key update
    ),
    done as (
      delete from outgoing_mails where id in (select id from ended) and (mailing_id in (select id from m) or digest_until is not null)
      returning id, mailing_id
    ),
    sums as (
      select mailing_id, count(*)::int as all, count(*) filter (where outcome = 'sent')::int as sent,
        count(*) filter (where outcome = 'skipped')::int as skipped, count(*) filter (where outcome = 'failed')::int as failed
      from done join ended using (id) group by mailing_id
    ),
    counted as (
      update mailings set sent_count = sent_count + sent, skipped_count = skipped_count + skipped,
        failed_count = failed_count + failed, updated_at = now()
      from sums where mailings.id = sums.mailing_id
      returning mailings.id, is_complete, sums.all, recipients_count - sent_count - skipped_count - failed_count as waiting
    )
    select ${addJob(mailingJob(sql.ref('id')))} from counted
    where case when is_complete then waiting <= 0 else waiting <= ${FEW_WAITING}::int and waiting + counted.all > ${FEW_WAITING}::int end`,
  )

/** Those of the range that wait. One with a job of its own is left to it. */
export async function findMailsOfRange(db: Db, first: number, last: number): Promise<number[]> {
  const { rows } = await executePrepared(
    db,
    sql<{ id: number }>`
      select id from outgoing_mails o where id between ${first} and ${last} and due_at is not null
        and not exists (select from graphile_worker.jobs j where j.key = 'mail ' || o.id)
      order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Each gets a job of its own, with growing delays. */
export const retryMails = (db: Db, ids: number[]) =>
  sql`select ${addJob(mailingMailJob(sql.ref('id'), RETRY_AT))} from outgoing_mails where id = any(${ids}::bigint[])`.execute(
    db,
  )

/** What became of a mail that the server did not take. Throws when it is to be tried again. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof AddressRefused) return 'failed'
  throw error
}

export type NewsSite = {
  baseUrl: string
  readKeys: ReadKeys
  /** Where mails come back; null: nowhere. */
  domain: string | null
  settings: AccessSettings & LookSettings
  translations?: PortalTranslations | undefined
}

type Waiting = {
  id: number
  mailing_id: number
  user_id: number
  email: string
  language: string | null
  is_wanted: boolean
  is_staff: boolean
  announcement_id: number | null
}

/** 'skipped' when the person is not to get it any more. */
export type Prepared = Mail | 'skipped'

/**
 * By id, those that wait. The person may have ended such mails, or may not see any more what it is about: all of it is asked again for
 * each, in the same few statements for all.
 */
export async function prepareNews(
  db: Db,
  ids: number[],
  site: NewsSite,
): Promise<Map<number, Prepared>> {
  const { rows } = await executePrepared(
    db,
    sql<Waiting>`
    select o.id, m.id as mailing_id, u.id as user_id, u.email_address as email, u.language,
      u.allowed_state = 'allowed' and ${IS_REACHABLE} and (m.announcement_id is null or ${WANTED_AT_ONCE}) as is_wanted,
      exists (select from permissions p where p.user_id = u.id and p.disabled_at is null) as is_staff, m.announcement_id
    from outgoing_mails o join mailings m on m.id = o.mailing_id join users u on u.id = o.user_id
    where o.id = any(${ids}::bigint[]) order by o.id`,
  )
  const look = readMailLook(site.settings, site.baseUrl)
  const prepared = new Map<number, Prepared>()
  for (const mails of Map.groupBy(rows, ({ mailing_id }) => mailing_id).values()) {
    const wanted = mails.filter(({ is_wanted }) => is_wanted)
    const [first] = wanted
    const found: FoundNews = first ? await findNews(db, first, wanted, site) : new Map()
    for (const waiting of mails) {
      const news = waiting.is_wanted ? found.get(waiting.user_id) : undefined
      prepared.set(waiting.id, news ? await writeMail(waiting, news, look, site) : 'skipped')
    }
  }
  return prepared
}

async function writeMail(
  waiting: Waiting,
  { news, replyTo, commentId }: NewsOfOne,
  look: MailLook,
  site: NewsSite,
): Promise<Mail> {
  const { mailing_id, user_id: userId, email, language } = waiting
  const comments = await unsubscribeAddress(site, { kind: 'comments', userId })
  const mail = renderNews(
    { baseUrl: site.baseUrl, look },
    news,
    {
      to: email,
      language,
      unsubscribe: await unsubscribeAddress(site, subscriptionOf(news, userId)),
      unsubscribeFromComments: comments,
    },
    { id: `mailing-${mailing_id}-${userId}`, replyTo },
  )
  const suggestionId = news.kind === 'announcement' ? null : news.suggestion.id
  return withReturnAddresses(site, mail, { userId, suggestionId, commentId })
}

/** What ends mails like this one. Somebody who does not follow the suggestion ends all mails about comments. */
function subscriptionOf(news: News, userId: number): Subscription {
  if (news.kind === 'announcement') return { kind: 'announcements', userId }
  if (news.kind === 'comments' && !news.isFollower) return { kind: 'comments', userId }
  return { kind: 'suggestion', userId, suggestionId: news.suggestion.id }
}

/** By person, without those who do not follow it any more, or may not see it. */
type FoundNews = Map<number, NewsOfOne>

async function findNews(
  db: Db,
  { mailing_id, announcement_id }: Waiting,
  people: Waiting[],
  site: NewsSite,
): Promise<FoundNews> {
  const access = await readAccess(db, people, site)
  const languages = new Map(people.map(({ user_id, language }) => [user_id, language]))
  return announcement_id === null
    ? findNewsOfSuggestion(db, mailing_id, access, (reader) =>
        wordsOf(site.translations, languages.get(reader) ?? null),
      )
    : findAnnouncement(db, { mailing_id, announcement_id }, access)
}

export const visitorOf = ({ user_id, is_staff }: Pick<Waiting, 'user_id' | 'is_staff'>) => ({
  userId: user_id,
  isStaff: is_staff,
  allowForums: null,
  denyForums: [],
})

async function readAccess(db: Db, people: Waiting[], { settings }: NewsSite): Promise<Readers> {
  const { access } = await readAccessOfPeople({ db, settings }, people.map(visitorOf), null)
  return access
}

const seesSome = (access: ForumAccess | undefined, forums: number[]) =>
  forums.some((forum) => access?.decide(forum, 'see') === 'yes')

type AnnouncementNews = {
  title: string
  body: string
  body_mime_type: string
  reader: number
  forums: number[]
}

/** Somebody who may see none of the suggestions that they follow does not get it. */
async function findAnnouncement(
  db: Db,
  { announcement_id: id, mailing_id }: { announcement_id: number; mailing_id: number },
  readers: Readers,
): Promise<FoundNews> {
  const { rows } = await sql<AnnouncementNews>`
    select a.title, a.body, a.body_mime_type, r.id as reader, array(
      select s.forum_id::float8 from suggestions s, mailings m
      where m.id = ${mailing_id} and s.id in (${CONCERNED}) and s.is_visible and ${follows(READER)}) as forums
    from announcements a, ${readersSql(readers.keys())}
    where a.id = ${id} and a.published_at is not null`.execute(db)
  const seen = rows.filter(({ reader, forums }) => seesSome(readers.get(reader), forums))
  return new Map(
    seen.map(({ reader, title, body, body_mime_type }) => [
      reader,
      {
        news: { kind: 'announcement', id, title, texts: [{ body, body_mime_type }] },
        replyTo: null,
        commentId: null,
      },
    ]),
  )
}
