// Aggregates over a range of days. Each report is one statement that renders its JSON. It starts from the rows in the range, by
// the index of their time, so that its cost grows with the range and not with the tables.
import { ApiError } from '../core/api-error.ts'
import { segments } from '../resources/segments.ts'
import type { Reader } from './answer.ts'
import { requireArea } from './readable.ts'
import { invalidTimeZone, type ReportRequest } from './report-request.ts'

export const REPORTS = [
  'incoming',
  'response_times',
  'open_revenue',
  'top_accounts',
  'nps',
  'labels',
  'contributors',
] as const
export type ReportName = (typeof REPORTS)[number]

/** `limit` is how many records a ranking lists. */
export type ReportPlan = ReportRequest & { limit: number }

type Statement = { text: string; values: unknown[] }

/** What statements are built from: conditions, and placeholders of the values. */
type Parts = ReturnType<typeof createParts>

// A first suggestion counts as received until it turns out to be spam; a merged one has been received too.
const RECEIVED = `('new', 'approved', 'published')`
const NOT_RECEIVED = `('spam', 'deleted')`

/** How many suggestions of an account are listed. */
const LISTED_PER_ACCOUNT = 3

export async function readReport(
  { pool, areas }: Reader,
  name: ReportName,
  plan: ReportPlan,
): Promise<string> {
  if (plan.segment !== null) requireArea(areas, segments.access.scope, 'segment')
  const { text, values } = reportStatement(name, plan)
  const { rows } = await pool.query<Result>(text, values).catch((error) => {
    if (error.code === INVALID_PARAMETER) throw invalidTimeZone(plan.timeZone)
    throw error
  })
  const [{ report, starts_at, ends_at, has_forum, has_segment }] = rows as [Result]
  if (!has_forum) throw unknownRecord('forum', plan.forum)
  if (!has_segment) throw unknownRecord('segment', plan.segment)
  const { from, to, timeZone, forum, segment } = plan
  const asked = JSON.stringify({
    name,
    from,
    to,
    starts_at,
    ends_at,
    time_zone: timeZone,
    interval: BUCKETED.includes(name) ? plan.interval : null,
    links: { forum, segment },
  })
  return `{"report":${asked.slice(0, -1)},${report.slice(1)}}`
}

type Result = {
  report: string
  starts_at: string
  ends_at: string
  has_forum: boolean
  has_segment: boolean
}

const INVALID_PARAMETER = '22023'

const unknownRecord = (name: 'forum' | 'segment', id: number | null) =>
  new ApiError('malformed', `${name}: no ${name} has the id ${id}.`, { [name]: 'in' })

/** The reports with one row per interval. */
export const BUCKETED: readonly ReportName[] = ['incoming', 'response_times', 'nps', 'labels']

export function reportStatement(name: ReportName, plan: ReportPlan): Statement {
  const parts = createParts(plan)
  const text = `with ${STATEMENTS[name](parts)} as report,
    ${time(parts.starts)} as starts_at, ${time(parts.ends)} as ends_at,
    ${parts.exists('forums', plan.forum)} as has_forum, ${parts.exists('segments', plan.segment)} as has_segment`
  return { text, values: parts.values }
}

/** Each begins with the CTEs and ends with the select of the JSON. */
const STATEMENTS: Record<ReportName, (parts: Parts) => string> = {
  incoming: incomingSql,
  response_times: responseTimesSql,
  open_revenue: openRevenueSql,
  top_accounts: topAccountsSql,
  nps: npsSql,
  labels: labelsSql,
  contributors: contributorsSql,
}

function createParts({ from, to, interval, timeZone, forum, segment, limit }: ReportPlan) {
  const values: unknown[] = []
  const use = (type: string, value: unknown) => {
    const known = values.indexOf(value)
    return `$${known < 0 ? values.push(value) : known + 1}::${type}`
  }
  const zone = use('text', timeZone)
  const firstDay = `${use('text', from)}::date::timestamp`
  const dayAfter = `(${use('text', to)}::date + 1)::timestamp`
  const unit = () => use('text', interval)
  const inZone = (local: string) => `((${local}) at time zone ${zone})`
  const isMember = (column: string) =>
    segment === null
      ? 'true'
      : `${column} in (select user_id from segment_members where segment_id = ${use('bigint', segment)})`
  return {
    values,
    starts: inZone(firstDay),
    ends: inZone(dayAfter),
    hasForum: forum !== null,
    hasSegment: segment !== null,
    limit: () => use('bigint', limit),
    segment: () => use('bigint', segment),
    isMember,
    inForum: (suggestion: string) =>
      forum === null ? 'true' : `${suggestion}.forum_id = ${use('bigint', forum)}`,
    inRange: (column: string) =>
      `${column} >= ${inZone(firstDay)} and ${column} < ${inZone(dayAfter)}`,
    /** The local start of the interval that a time belongs to. */
    bucketOf: (column: string) => `date_trunc(${unit()}, ${column} at time zone ${zone})`,
    // The first and the last one end with the range.
    buckets: () => `buckets as materialized (
      select bucket, greatest(bucket, ${firstDay})::date as date,
        ${inZone(`greatest(bucket, ${firstDay})`)} as starts_at,
        ${inZone(`least(bucket + ('1 ' || ${unit()})::interval, ${dayAfter})`)} as ends_at
      from generate_series(date_trunc(${unit()}, ${firstDay}), ${use('text', to)}::date::timestamp,
        ('1 ' || ${unit()})::interval) bucket)`,
    exists: (table: string, id: number | null) =>
      id === null ? 'true' : `exists (select from ${table} where id = ${use('bigint', id)})`,
  }
}

const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** A bucket's row begins with its day and its bounds. */
const bucketRow = (members: string) => `json_build_object(
  'date', b.date, 'starts_at', ${time('b.starts_at')}, 'ends_at', ${time('b.ends_at')}, ${members})`

const rowsOf = (row: string, from: string, order: string) =>
  `(select coalesce(json_agg(${row} order by ${order}), '[]') from ${from})`

const countsOf = (source: string, names: string[]) =>
  names.map((name) => `'${name}', coalesce(${source}.${name}, 0)`).join(', ')

/** Received suggestions, by whom they were created. */
const received = ({ inForum, isMember }: Parts) =>
  `s.state in ${RECEIVED} and ${inForum('s')} and ${isMember('s.created_by_id')}`

/** Suggestions of the range that can still be done. */
const open = ({ inRange, inForum }: Parts) =>
  `s.is_open and ${inRange('s.created_at')} and ${inForum('s')}`

function incomingSql(parts: Parts): string {
  const { buckets, bucketOf, inRange } = parts
  return `${buckets()}, events as (
    select ${bucketOf('s.created_at')} as bucket, 1 as created_count, 0 as answered_count, 0 as closed_count
    from suggestions s where ${inRange('s.created_at')} and ${received(parts)}
    union all
    select ${bucketOf('u.created_at')}, 0, 1, 0
    from status_updates u join suggestions s on s.id = u.suggestion_id
    where ${inRange('u.created_at')} and ${received(parts)} and not exists (
      select from status_updates earlier
      where earlier.suggestion_id = u.suggestion_id and (earlier.created_at, earlier.id) < (u.created_at, u.id))
    union all
    select ${bucketOf('s.closed_at')}, 0, 0, 1
    from suggestions s where ${inRange('s.closed_at')} and ${received(parts)}
  ), sums as materialized (
    select bucket, sum(created_count) as created_count, sum(answered_count) as answered_count,
      sum(closed_count) as closed_count
    from events group by grouping sets ((bucket), ()))
  select json_build_object(
    'totals', (select json_build_object(${countsOf('t', INCOMING)}) from sums t where bucket is null),
    'rows', ${rowsOf(bucketRow(countsOf('t', INCOMING)), 'buckets b left join sums t using (bucket)', 'bucket')})::text`
}

const INCOMING = ['created_count', 'answered_count', 'closed_count']

/** Median and 90th percentile of a time in seconds, with the fraction that times have. */
const percentilesOf = (span: string) =>
  Object.entries({ median: 0.5, p90: 0.9 }).map(
    ([name, share]) => `trim_scale(round(
      (percentile_cont(${share}) within group (order by ${span}))::numeric, 3)) as ${span}_${name}_seconds`,
  )

/** Merged suggestions are answered where they were merged. */
function responseTimesSql(parts: Parts): string {
  const { buckets, bucketOf, inRange } = parts
  // An answer that was dated before the suggestion took no time.
  const seconds = (end: string) =>
    `case when ${end} is not null then greatest(0, extract(epoch from ${end} - created_at)::float8) end`
  const counts = [
    'suggestions_count',
    'answered_count',
    'unanswered_count',
    'closed_count',
    'open_count',
  ]
  const times = [
    'answer_median_seconds',
    'answer_p90_seconds',
    'close_median_seconds',
    'close_p90_seconds',
  ]
  const members = `${countsOf('t', counts)}, ${times.map((name) => `'${name}', t.${name}`).join(', ')}`
  return `${buckets()}, selected as (
    select s.created_at, s.closed_at, min(u.created_at) as answered_at
    from suggestions s left join status_updates u on u.suggestion_id = s.id
    where ${inRange('s.created_at')} and s.parent_suggestion_id is null and ${received(parts)}
    group by s.id
  ), spans as (
    select ${bucketOf('created_at')} as bucket, ${seconds('answered_at')} as answer, ${seconds('closed_at')} as close,
      answered_at, closed_at
    from selected
  ), sums as materialized (
    select bucket, count(*) as suggestions_count, count(answered_at) as answered_count,
      count(*) - count(answered_at) as unanswered_count, count(closed_at) as closed_count,
      count(*) - count(closed_at) as open_count,
      ${[...percentilesOf('answer'), ...percentilesOf('close')].join(', ')}
    from spans group by grouping sets ((bucket), ()))
  select json_build_object(
    'totals', (select json_build_object(${members}) from sums t where bucket is null),
    'rows', ${rowsOf(bucketRow(members), 'buckets b left join sums t using (bucket)', 'bucket')})::text`
}

/** An account is behind a suggestion once, however many of its people support it. */
function openRevenueSql(parts: Parts): string {
  const { limit, hasSegment } = parts
  return `${hasSegment ? revenueOfMembers(parts) : revenueOfAll(parts)}, listed as materialized (
    select * from by_suggestion order by revenue desc, accounts_count desc, id desc limit ${limit()})
  select json_build_object(
    'totals', (select json_build_object(
      'suggestions_count', (select count(*) from opened),
      'supported_suggestions_count', (select count(*) from by_suggestion),
      'accounts_count', count(*), 'revenue', coalesce(sum(mrr), 0)) from accounts),
    'rows', ${rowsOf(
      `json_build_object('id', r.id, 'title', s.title, 'revenue', r.revenue, 'accounts_count', r.accounts_count,
        'supporters_count', ${supportersOf('r.id', parts)})`,
      'listed r join suggestions s using (id)',
      'r.revenue desc, r.accounts_count desc, r.id desc',
    )})::text`
}

const supportersOf = (suggestion: string, { hasSegment, isMember }: Parts) =>
  hasSegment
    ? `(select count(*) from supporters p where p.suggestion_id = ${suggestion} and ${isMember('p.user_id')})`
    : `(select supporters_count from suggestion_figures f where f.id = ${suggestion})`

/** The figures of suggestions have their revenue. */
const revenueOfAll = (parts: Parts) => `opened as materialized (
    select s.id, f.supporter_revenue as revenue, f.supporting_accounts_count as accounts_count
    from suggestions s join suggestion_figures f on f.id = s.id where ${open(parts)}
  ), by_suggestion as (
    select * from opened where accounts_count > 0
  ), accounts as (
    select mrr from external_accounts where id in (
      select external_account_id from suggestion_accounts where suggestion_id in (select id from by_suggestion)))`

const revenueOfMembers = (parts: Parts) => `opened as materialized (
    select s.id from suggestions s where ${open(parts)}
  ), pairs as materialized (
    select distinct p.suggestion_id as id, e.external_account_id from segment_members m
    join external_users e on e.user_id = m.user_id and e.external_account_id is not null
    join supporters p on p.user_id = m.user_id join opened o on o.id = p.suggestion_id
    where m.segment_id = ${parts.segment()}
  ), by_suggestion as materialized (
    select p.id, coalesce(sum(a.mrr), 0) as revenue, count(*) as accounts_count
    from pairs p join external_accounts a on a.id = p.external_account_id group by p.id
  ), accounts as (
    select a.mrr from external_accounts a where a.id in (select external_account_id from pairs))`

function topAccountsSql(parts: Parts): string {
  const { isMember, limit, hasSegment, segment } = parts
  // Accounts without MRR have no place in the order.
  const ofMembers = hasSegment
    ? `and id in (select e.external_account_id from segment_members m join external_users e on e.user_id = m.user_id
        where m.segment_id = ${segment()})`
    : ''
  return `accounts as materialized (
    select id, name, external_id, plan, mrr from external_accounts where mrr is not null ${ofMembers}
    order by mrr desc, id desc limit ${limit()}
  ), supported as materialized (
    select distinct a.id as account_id, s.id from accounts a
    join external_users e on e.external_account_id = a.id
    join supporters p on p.user_id = e.user_id join suggestions s on s.id = p.suggestion_id
    where ${open(parts)} and ${isMember('p.user_id')}
  ), ranked as materialized (
    select account_id, id, f.supporter_revenue, count(*) over (partition by account_id) as suggestions_count,
      row_number() over (partition by account_id order by f.supporter_revenue desc, id desc) as place
    from supported join suggestion_figures f using (id)
  ), asked as materialized (
    select account_id, max(suggestions_count) as suggestions_count,
      json_agg(json_build_object('id', r.id, 'title', s.title, 'revenue', r.supporter_revenue) order by place) as suggestions
    from ranked r join suggestions s on s.id = r.id where place <= ${LISTED_PER_ACCOUNT} group by account_id)
  select json_build_object(
    'totals', json_build_object('accounts_count', (select count(*) from accounts),
      'mrr', (select coalesce(sum(mrr), 0) from accounts),
      'suggestions_count', (select count(distinct id) from supported)),
    'rows', ${rowsOf(
      `json_build_object('id', a.id, 'name', a.name, 'external_id', a.external_id, 'plan', a.plan, 'mrr', a.mrr,
        'suggestions_count', coalesce(k.suggestions_count, 0), 'suggestions', coalesce(k.suggestions, '[]'))`,
      'accounts a left join asked k on k.account_id = a.id',
      'a.mrr desc, a.id desc',
    )})::text`
}

function npsSql(parts: Parts): string {
  const { buckets, bucketOf, inRange, isMember, limit } = parts
  const members = `${countsOf('t', ['ratings_count', 'promoters_count', 'passives_count', 'detractors_count'])}, 'score', t.score`
  return `${buckets()}, ratings as materialized (
    select r.id, r.rating, r.user_id, ${bucketOf('r.created_at')} as bucket
    from nps_ratings r where ${inRange('r.created_at')} and ${isMember('r.user_id')}
  ), sums as materialized (
    select bucket, count(*) as ratings_count, count(*) filter (where rating >= 9) as promoters_count,
      count(*) filter (where rating in (7, 8)) as passives_count, count(*) filter (where rating <= 6) as detractors_count,
      round(100.0 * (count(*) filter (where rating >= 9) - count(*) filter (where rating <= 6)) / nullif(count(*), 0), 1) as score
    from ratings group by grouping sets ((bucket), ())
  ), detractors as (
    -- Of those who rated in the range, those who have not rated better since.
    select u.id from ratings r join users u on u.id = r.user_id and u.current_nps_rating_id = r.id where r.rating <= 6
  ), asked as (
    select s.id, s.title, count(*) as detractors_count
    from detractors d join supporters p on p.user_id = d.id join suggestions s on s.id = p.suggestion_id
    where s.is_open group by s.id order by 3 desc, s.id desc limit ${limit()})
  select json_build_object(
    'totals', (select json_build_object(${members}) from sums t where bucket is null),
    'rows', ${rowsOf(bucketRow(members), 'buckets b left join sums t using (bucket)', 'bucket')},
    'suggestions', ${rowsOf(
      `json_build_object('id', id, 'title', title, 'detractors_count', detractors_count)`,
      'asked',
      'detractors_count desc, id desc',
    )})::text`
}

/** A suggestion counts for each of its labels, and once for all that are not listed. */
function labelsSql(parts: Parts): string {
  const { buckets, bucketOf, inRange, limit } = parts
  return `${buckets()}, selected as materialized (
    select s.id, ${bucketOf('s.created_at')} as bucket from suggestions s
    where ${inRange('s.created_at')} and ${received(parts)}
  ), labelled as materialized (
    select s.id, s.bucket, l.label_id from selected s left join suggestion_labels l on l.suggestion_id = s.id
  ), listed as materialized (
    select label_id, count(*) as suggestions_count from labelled where label_id is not null
    group by 1 order by 2 desc, 1 limit ${limit()}
  ), per_label as materialized (
    select bucket, label_id, count(*) as n from labelled join listed using (label_id) group by 1, 2
  ), sums as materialized (
    select bucket, count(distinct id) as suggestions_count,
      count(distinct id) filter (where label_id is not null and label_id not in (select label_id from listed)) as other_count,
      count(*) filter (where label_id is null) as unlabelled_count
    from labelled group by grouping sets ((bucket), ()))
  select json_build_object(
    'totals', (select json_build_object(${countsOf('t', LABELS)}) from sums t where bucket is null),
    'labels', ${rowsOf(
      `json_build_object('id', l.id, 'full_name', l.full_name, 'suggestions_count', c.suggestions_count)`,
      'listed c join labels l on l.id = c.label_id',
      'c.suggestions_count desc, c.label_id',
    )},
    'rows', ${rowsOf(
      bucketRow(`${countsOf('t', LABELS)}, 'counts', (
        select coalesce(json_agg(coalesce(p.n, 0) order by c.suggestions_count desc, c.label_id), '[]')
        from listed c left join per_label p on p.label_id = c.label_id and p.bucket = b.bucket)`),
      'buckets b left join sums t using (bucket)',
      'b.bucket',
    )})::text`
}

const LABELS = ['suggestions_count', 'other_count', 'unlabelled_count']

function contributorsSql(parts: Parts): string {
  const { inRange, isMember, limit } = parts
  return `acts as (
    select s.created_by_id as id, 1 as suggestions_count, 0 as comments_count, 0 as votes_count
    from suggestions s where ${inRange('s.created_at')} and ${received(parts)} and s.created_by_id is not null
    union all
    select c.created_by_id, 0, 1, 0 from comments c
    where ${inRange('c.created_at')} and c.state in ${RECEIVED} and ${isMember('c.created_by_id')} and ${onReceived('c', parts)}
    union all
    select p.user_id, 0, 0, p.votes_count from supporters p
    where ${inRange('p.created_at')} and ${isMember('p.user_id')} and ${onReceived('p', parts)}
  ), sums as materialized (
    select id, sum(suggestions_count) as suggestions_count, sum(comments_count) as comments_count,
      sum(votes_count) as votes_count from acts group by id
  ), listed as materialized (
    select *, suggestions_count + comments_count + votes_count as total_count from sums
    order by 5 desc, id desc limit ${limit()})
  select json_build_object(
    'totals', (select json_build_object('contributors_count', count(*),
      'suggestions_count', coalesce(sum(suggestions_count), 0), 'comments_count', coalesce(sum(comments_count), 0),
      'votes_count', coalesce(sum(votes_count), 0)) from sums),
    'rows', ${rowsOf(
      `json_build_object('id', u.id, 'name', u.name, 'email_address', u.email_address,
        'suggestions_count', r.suggestions_count, 'comments_count', r.comments_count, 'votes_count', r.votes_count)`,
      'listed r join users u using (id)',
      'r.total_count desc, r.id desc',
    )})::text`
}

/** Of all forums it is faster to leave out what belongs to the few others. */
const onReceived = (record: string, { hasForum, inForum }: Parts) =>
  hasForum
    ? `exists (select from suggestions s where s.id = ${record}.suggestion_id and s.state in ${RECEIVED} and ${inForum('s')})`
    : `not exists (select from suggestions s where s.id = ${record}.suggestion_id and s.state in ${NOT_RECEIVED})`
