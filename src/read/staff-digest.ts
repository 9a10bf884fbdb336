// What the digest of a member of the team is about: new suggestions, what waits for approval, and what newly matches subscribed views.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { findIds } from './answer.ts'
import { parseFilterText } from './list-request.ts'

/** A mail names so many of each kind and forum, or of a view. */
export const MAX_TITLES = 20
/** And has so many forums of a kind. */
const MAX_FORUMS = 50
/** Of one person. */
export const MAX_VIEWS = 20
/** Of a view that matches more, only new suggestions are found. */
const MAX_MATCHES = 10_000

export type Period = { from: Date; until: Date }

export type TitledSuggestion = { id: number; title: string }

export type ForumNews = {
  kind: 'new' | 'waiting' | 'comments'
  forum: string
  count: number
  titles: TitledSuggestion[]
}

type NewsRow = {
  kind: string
  forum: string
  count: number
  titles: TitledSuggestion[]
}

/** What was imported, and demonstration data, is not new to anybody. */
const isNews = (alias: string, collection: 'suggestions' | 'comments') => sql`
  ${sql.ref(`${alias}.channel`)} <> 'import' and not exists (
    select from demo_ranges d where d.collection = ${collection} and ${sql.ref(`${alias}.id`)} between d.first_id and d.last_id)`

/** By forum, with at most so many titles of each, the newest first. What the person wrote is not among it. */
export async function findForumNews(
  db: Db,
  userId: number,
  { from, until }: Period,
): Promise<ForumNews[]> {
  const isWithin = (column: string) =>
    sql`${sql.ref(column)} > ${from} and ${sql.ref(column)} <= ${until}`
  const { rows } = await sql<NewsRow>`
    with chosen as (select forum_id from staff_notification_forums where user_id = ${userId}),
    found as (
      select case s.state when 'new' then 'waiting' else 'new' end as kind, s.forum_id, s.id, s.title, s.id as place
      from suggestions s
      where ${isWithin('s.created_at')} and s.state in ('new', 'approved', 'published') and s.parent_suggestion_id is null
        and s.created_by_id is distinct from ${userId} and ${isNews('s', 'suggestions')}
      union all
      select 'comments', s.forum_id, s.id, s.title, c.id
      from comments c join suggestions s on s.id = c.suggestion_id
      where ${isWithin('c.created_at')} and c.state = 'new' and s.state in ('new', 'approved', 'published')
        and c.created_by_id <> ${userId} and ${isNews('c', 'comments')}
    ),
    numbered as (
      select *, row_number() over (partition by kind, forum_id order by place desc) as number,
        count(*) over (partition by kind, forum_id)::int as count
      from found where not exists (select from chosen) or forum_id in (select forum_id from chosen)
    )
    select kind, f.name as forum, n.count, json_agg(json_build_object('id', n.id, 'title', n.title) order by n.number) as titles
    from numbered n join forums f on f.id = n.forum_id
    where n.number <= ${MAX_TITLES}
    group by kind, f.id, f.name, n.count
    order by array_position(array['waiting', 'comments', 'new'], kind), lower(f.name), f.id limit ${MAX_FORUMS}`.execute(
    db,
  )
  return rows as ForumNews[]
}

/** What the console stores in a view besides filters. */
const LAYOUT = ['columns', 'view', 'open', 'tab', 'in', 'group', 'closed']

export type Matches = { ids: number[] } | 'too many' | 'invalid'

/** The suggestions that a view matches, by its stored parameters. `since` limits them to those created later. */
export async function findMatches(tx: Tx, params: string | null, since?: Date): Promise<Matches> {
  const query = new URLSearchParams((params ?? '').replace(/^\?/, ''))
  for (const name of LAYOUT) query.delete(name)
  if (since) query.set('period_start', since.toISOString())
  try {
    const found = await findIds(
      tx,
      suggestions,
      parseFilterText(suggestions, query.toString()),
      MAX_MATCHES,
    )
    return 'ids' in found ? found : 'too many'
  } catch (error) {
    if (error instanceof ApiError) return 'invalid'
    throw error
  }
}

/** Of these, what is not imported. The newest titles, and how many there are. */
export async function findTitles(
  db: Db,
  ids: number[],
): Promise<{ count: number; titles: TitledSuggestion[] }> {
  if (ids.length === 0) return { count: 0, titles: [] }
  const { rows } = await sql<TitledSuggestion & { count: number }>`
    select s.id, s.title, count(*) over ()::int as count from suggestions s
    where s.id = any(${ids}::bigint[]) and ${isNews('s', 'suggestions')} order by s.id desc limit ${MAX_TITLES}`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, titles: rows.map(({ id, title }) => ({ id, title })) }
}

export type Failure = {
  /** Of background jobs or deliveries of a webhook that failed for good, of an import, or of a webhook to which nothing arrives. */
  kind: 'jobs' | 'import' | 'webhook' | 'failing_webhook'
  /** The task, the name of the file, or that of the webhook. */
  name: string
  count: number
  id: number
}

/** Mails about failures and digests: a report about them would be a mail about mails. */
const STAFF_MAIL_TASKS = ['send_digest', 'send_failures']

/** Nothing has arrived for so long, and it is not disabled yet: what happens after that would not be sent any more. */
const WARNING_AFTER = sql`interval '1 day'`

/**
 * Jobs and deliveries whose attempts were used up, imports that failed, and webhooks that began to fail a day before, within these
 * times. Without errors, which can quote data. A webhook that was disabled has a mail of its own.
 */
export const FAILURES_WITHIN = (from: unknown, until: unknown) => sql`
  select 'jobs' as kind, task_identifier as name, id from graphile_worker.jobs
  where locked_at is null and attempts >= max_attempts and task_identifier <> all(${STAFF_MAIL_TASKS})
    and updated_at > ${from} and updated_at <= ${until}
  union all
  select 'import', coalesce(file_name, type), id from imports
  where state = 'failed' and updated_at > ${from} and updated_at <= ${until}
  union all
  select 'webhook', w.name, w.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.state = 'enabled'
  where d.state = 'failed' and d.updated_at > ${from} and d.updated_at <= ${until}
  union all
  select 'failing_webhook', w.name, w.id from webhooks w join webhook_states s on s.webhook_id = w.id
  where w.state = 'enabled' and s.failing_since + ${WARNING_AFTER} > ${from}
    and s.failing_since + ${WARNING_AFTER} <= ${until}`

const MAX_FAILURES = 50

export async function findFailures(db: Db, { from, until }: Period): Promise<Failure[]> {
  const { rows } = await sql<{ kind: string; name: string; count: number; id: number }>`
    select kind, name, count(*)::int as count, max(id) as id
    from (${FAILURES_WITHIN(from, until)}) failures
    group by kind, name, case kind when 'jobs' then null else id end order by kind, name, id limit ${MAX_FAILURES}`.execute(
    db,
  )
  return rows as Failure[]
}
