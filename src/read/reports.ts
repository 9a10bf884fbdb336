// Aggregates over a range of days. Each report is one statement that renders its JSON. It starts from the rows in the range, by
// the index of their time, so that its cost grows with the range and not with the tables. Most read `reported_suggestions`, a narrow copy.
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

const LONG_DAYS = 14
const daysBetween = (from: string, to: string) =>
  (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000)

function createParts({ from, to, interval, timeZone, forum, segment, limit }: ReportPlan) {
  const values: unknown[] = []
  const use = (type: string, value: unknown) => {
    const known = values.indexOf(value)
    return `$${known < 0 ? values.push(value) : known + 1}::${type}`
  }
  const zone = use('text', timeZone)
  // As dates, so that the planner knows the range.
  const firstDay = `${use('date', from)}::timestamp`
  const dayAfter = `(${use('date', to)} + 1)::timestamp`
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
    /** Reading its rows takes longer than reading a row of each person. */
    isLong: daysBetween(from, to) >= LONG_DAYS,
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
      from generate_series(date_trunc(${unit()}, ${firstDay}), ${use('date', to)}::timestamp,
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

/** Of received suggestions, as the functions of reported-suggestions.sql return them. */
const selected = ({ inForum, isMember }: Parts) =>
  `${inForum('s')} and ${isMember('s.created_by_id')}`

/** Suggestions of the range that can still be done. */
const open = ({ inRange, inForum }: Parts) =>
  `s.is_open and ${inRange('s.created_at')} and ${inForum('s')}`

/** Sums of the copied suggestions of each interval, read by the index of a time, and of the others. */
function countsBy(time: string, count: string, parts: Parts): string {
  const { bucketOf, inRange } = parts
  return `select b.bucket, ${count === 'created_count' ? 'n' : 0} as created_count, ${count === 'answered_count' ? 'n' : 0} as answered_count,
      ${count === 'closed_count' ? 'n' : 0} as closed_count
    from buckets b, lateral (
      select count(*) as n from copied_suggestions() s
      where s.${time} >= b.starts_at and s.${time} < b.ends_at and ${selected(parts)}) copied
    union all
    select ${bucketOf(time)}, ${INCOMING.map((name) => (name === count ? 1 : 0)).join(', ')} from uncopied where ${inRange(time)}`
}

function incomingSql(parts: Parts): string {
  const { buckets } = parts
  return `${buckets()}, uncopied as materialized (
    select s.created_at, s.answered_at, s.closed_at from uncopied_suggestions() s where ${selected(parts)}
  ), events as (
    ${INCOMING.map((name) => countsBy(name.replace('_count', '_at'), name, parts)).join(' union all ')}
  ), sums as materialized (
    select bucket, sum(created_count) as created_count, sum(answered_count) as answered_count,
      sum(closed_count) as closed_count
    from events group by grouping sets ((bucket), ()))
  select json_build_object(
    'totals', (select json_build_object(${countsOf('t', INCOMING)}) from sums t where bucket is null),
    'rows', ${rowsOf(bucketRow(countsOf('t', INCOMING)), 'buckets b left join sums t using (bucket)', 'bucket')})::text`
}

const INCOMING = ['created_count', 'answered_count', 'closed_count']

const SPANS = ['answer', 'close'] as const

/** A share of the sorted milliseconds in an array, between the two nearest ones, as seconds. */
const quantileOf = (sorted: string, share: number) => {
  const place = `((cardinality(${sorted}) - 1) * ${share}::numeric)`
  const [low, high] = ['floor', 'ceil'].map((round) => `${sorted}[1 + ${round}(${place})::int]`)
  return `trim_scale(round((${low} + (${high} - ${low}) * (${place} % 1)) / 1000, 3))`
}

/** Merged suggestions are answered where they were merged. */
function responseTimesSql(parts: Parts): string {
  const { buckets, bucketOf, inRange } = parts
  const counts = [
    'suggestions_count',
    'answered_count',
    'unanswered_count',
    'closed_count',
    'open_count',
  ]
  // An answer that was dated before the suggestion took no time.
  const spans = (end: string) =>
    `case when ${end} is not null then greatest(0, (date_part('epoch', ${end} - s.created_at) * 1000)::bigint) end`
  const columns = `${spans('s.answered_at')} as answer, ${spans('s.closed_at')} as close`
  const collected = SPANS.map(
    (span) => `array_agg(${span}) filter (where ${span} is not null) as ${span}`,
  ).join(', ')
  const members = `${countsOf('t', counts)}, ${SPANS.flatMap((span) =>
    Object.entries({ median: 0.5, p90: 0.9 }).map(
      ([name, share]) => `'${span}_${name}_seconds', ${quantileOf(`t.${span}`, share)}`,
    ),
  ).join(', ')}`
  // Integers in arrays are sorted several times as fast as percentile_cont sorts its input.
  return `${buckets()}, uncopied as materialized (
    select bucket, count(*) as n, array_agg(answer) as answer, array_agg(close) as close from (
      select ${bucketOf('s.created_at')} as bucket, ${columns} from uncopied_suggestions() s
      where ${inRange('s.created_at')} and not s.is_merged and ${selected(parts)}) s
    group by bucket
  ), per_bucket as materialized (
    select b.bucket, r.* from buckets b, lateral (
      select count(*) as suggestions_count, ${collected} from (
        select ${columns} from copied_suggestions() s
        where s.created_at >= b.starts_at and s.created_at < b.ends_at and not s.is_merged and ${selected(parts)}
        union all
        select unnest(u.answer), unnest(u.close) from uncopied u where u.bucket = b.bucket) s
    ) r
  ), sorted as materialized (
    select bucket, suggestions_count,
      ${SPANS.map((span) => `array(select v from unnest(p.${span}) v order by v) as ${span}`).join(', ')} from per_bucket p
    union all
    select null, (select sum(suggestions_count) from per_bucket),
      ${SPANS.map((span) => `array(select v from per_bucket, unnest(${span}) v order by v)`).join(', ')}
  ), sums as materialized (
    select *, cardinality(answer) as answered_count, suggestions_count - cardinality(answer) as unanswered_count,
      cardinality(close) as closed_count, suggestions_count - cardinality(close) as open_count
    from sorted)
  select json_build_object(
    'totals', (select json_build_object(${members}) from sums t where bucket is null),
    'rows', ${rowsOf(bucketRow(members), 'buckets b join sums t using (bucket)', 'bucket')})::text`
}

/** An account is behind a suggestion once, however many of its people support it. */
function openRevenueSql(parts: Parts): string {
  const { limit, hasSegment } = parts
  return `${hasSegment ? revenueOfMembers(parts) : revenueOfAll(parts)}, listed as materialized (
    select * from by_suggestion order by revenue desc, accounts_count desc, id desc limit ${limit()})
  select json_build_object(
    'totals', (select json_build_object(
      'suggestions_count', (select n from opened), 'supported_suggestions_count', (select supported from opened),
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

/**
 * The figures of suggestions have their revenue. What the people of an account support is looked at until one of the suggestions is
 * found: soon, if these are many, and their ids are close together because ids grow with time. Of few suggestions, all accounts are read.
 */
const revenueOfAll = (parts: Parts) => `opened as materialized (
    select count(*) as n, count(*) filter (where has_accounts) as supported, min(suggestion_id) as first_id, max(suggestion_id) as last_id,
      count(*) * ${DENSE} > (select reltuples from pg_class where oid = 'suggestions'::regclass) as is_dense
    from (${openOf('copied_suggestions', parts)} union all ${openOf('uncopied_suggestions', parts)}) s
  ), by_suggestion as (
    select f.id, f.supporter_revenue as revenue, f.supporting_accounts_count as accounts_count
    from suggestions s join suggestion_figures f on f.id = s.id where ${open(parts)} and f.supporting_accounts_count > 0
  ), accounts as (
    select a.mrr from external_accounts a, lateral (
      select from external_users e join supporters p on p.user_id = e.user_id join suggestions s on s.id = p.suggestion_id
      where e.external_account_id = a.id and ${open(parts)}
        and p.suggestion_id between (select first_id from opened) and (select last_id from opened) limit 1) supported
    where (select is_dense from opened)
    union all
    select mrr from external_accounts where not (select is_dense from opened) and id in (
      select external_account_id from suggestion_accounts where suggestion_id in (select s.id from suggestions s where ${open(parts)})))`

/** At least one of so many suggestions is open and of the range. */
const DENSE = 10

const openOf = (source: string, { inRange, inForum }: Parts) =>
  `select s.suggestion_id, s.has_accounts from ${source}() s where s.is_open and ${inRange('s.created_at')} and ${inForum('s')}`

/**
 * The figures of the segment have the revenue, as of the last run of their job. Of many suggestions, the first ones are found in the
 * order of revenue, and what the members of an account support is looked at until one is found. Of few, all figures are read.
 */
const revenueOfMembers = (parts: Parts) => {
  const ofSegment = `f.collection = 'suggestions' and f.segment_id = ${parts.segment()} and f.accounts_count > 0`
  const columns = 'f.record_id as id, f.revenue, f.accounts_count'
  const near =
    'p.suggestion_id between (select first_id from open_range) and (select last_id from open_range)'
  return `open_ones as materialized (
    ${openOf('copied_suggestions', parts)} union all ${openOf('uncopied_suggestions', parts)}
  ), open_range as materialized (
    select count(*) as n, min(suggestion_id) as first_id, max(suggestion_id) as last_id,
      count(*) * ${DENSE} > (select reltuples from pg_class where oid = 'suggestions'::regclass) as is_dense
    from open_ones
  ), by_suggestion as materialized (
    (select ${columns} from segment_figures f,
      lateral (select from suggestions s where s.id = f.record_id and ${open(parts)} offset 0) opened
    where ${ofSegment} and (select is_dense from open_range)
    order by f.revenue desc fetch first (${parts.limit()}) rows with ties)
    union all
    select f.* from open_ones o, lateral (
      select ${columns} from segment_figures f where f.record_id = o.suggestion_id and ${ofSegment} offset 0) f
    where not (select is_dense from open_range)
  ), opened as materialized (
    select n, case when is_dense
      then (select count(*) from open_ones o join segment_figures f on f.record_id = o.suggestion_id where ${ofSegment})
      else (select count(*) from by_suggestion) end as supported
    from open_range
  ), accounts as (
    select a.mrr from external_accounts a, lateral (
      select from (
        select e.user_id from external_users e
        join segment_members m on m.segment_id = ${parts.segment()} and m.user_id = e.user_id
        where e.external_account_id = a.id offset 0
      ) e join supporters p on p.user_id = e.user_id join suggestions s on s.id = p.suggestion_id
      where ${open(parts)} and ${near} limit 1) supported
    where (select is_dense from open_range)
    union all
    select mrr from external_accounts where not (select is_dense from open_range) and id in (
      select e.external_account_id from open_ones o join supporters p on p.suggestion_id = o.suggestion_id and ${near}
      join segment_members m on m.segment_id = ${parts.segment()} and m.user_id = p.user_id
      join external_users e on e.user_id = p.user_id))`
}

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
    -- Only as many suggestions are looked up as are listed, and those before them that are not open.
    select s.id, s.title, c.detractors_count from (
      select p.suggestion_id, count(*) as detractors_count
      from detractors d join supporters p on p.user_id = d.id group by 1 order by 2 desc, 1 desc
    ) c, lateral (select id, title from suggestions where id = c.suggestion_id and is_open offset 0) s
    order by c.detractors_count desc, c.suggestion_id desc
    limit ${limit()})
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
  return `${buckets()}, sets as materialized (
    select bucket, string_to_array(label_set, ' ')::bigint[] as label_ids, n from (
      select b.bucket, copied.* from buckets b, lateral (
        select s.label_set, count(*) as n from copied_suggestions() s
        where s.created_at >= b.starts_at and s.created_at < b.ends_at and ${selected(parts)} group by 1) copied
      union all
      select ${bucketOf('s.created_at')}, s.label_set, count(*) from uncopied_suggestions() s
      where ${inRange('s.created_at')} and ${selected(parts)} group by 1, 2) one
  ), per_label as materialized (
    select bucket, label_id, sum(n) as n from sets, unnest(label_ids) label_id group by 1, 2
  ), listed as materialized (
    select label_id, sum(n) as suggestions_count from per_label group by 1 order by 2 desc, 1 limit ${limit()}
  ), counts as materialized (
    select b.bucket, json_agg(coalesce(p.n, 0) order by c.suggestions_count desc, c.label_id) as counts
    from buckets b cross join listed c left join per_label p on p.bucket = b.bucket and p.label_id = c.label_id group by 1
  ), sums as materialized (
    select bucket, sum(n) as suggestions_count,
      sum(n) filter (where not label_ids <@ (select array_agg(label_id) from listed)) as other_count,
      sum(n) filter (where label_ids = '{}') as unlabelled_count
    from sets group by grouping sets ((bucket), ()))
  select json_build_object(
    'totals', (select json_build_object(${countsOf('t', LABELS)}) from sums t where bucket is null),
    'labels', ${rowsOf(
      `json_build_object('id', l.id, 'full_name', l.full_name, 'suggestions_count', c.suggestions_count)`,
      'listed c join labels l on l.id = c.label_id',
      'c.suggestions_count desc, c.label_id',
    )},
    'rows', ${rowsOf(
      bucketRow(`${countsOf('t', LABELS)}, 'counts', coalesce(counts, '[]')`),
      'buckets b left join sums t using (bucket) left join counts using (bucket)',
      'b.bucket',
    )})::text`
}

const LABELS = ['suggestions_count', 'other_count', 'unlabelled_count']

function contributorsSql(parts: Parts): string {
  const { hasForum, isLong, limit } = parts
  return `${hasForum || !isLong ? actsInTables(parts) : copiedActs(parts)}  ), sums as materialized (
    select id, sum(suggestions_count) as suggestions_count, sum(comments_count) as comments_count,
      sum(votes_count) as votes_count from acts group by id
      having sum(suggestions_count) + sum(comments_count) + sum(votes_count) > 0
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

const actsInTables = (parts: Parts) => {
  const { inRange, isMember } = parts
  return `acts as (
    select s.created_by_id as id, 1 as suggestions_count, 0 as comments_count, 0 as votes_count
    from suggestions s where ${inRange('s.created_at')} and ${received(parts)} and s.created_by_id is not null
    union all
    select c.created_by_id, 0, 1, 0 from comments c
    where ${inRange('c.created_at')} and c.state in ${RECEIVED} and ${isMember('c.created_by_id')} and ${onReceived('c', parts)}
    union all
    select p.user_id, 0, 0, p.votes_count from supporters p
    where ${inRange('p.created_at')} and ${isMember('p.user_id')} and ${onReceived('p', parts)}`
}

/** A row per person and year has all times in order. `width_bucket` finds by halving how many are not after a time. */
const copiedActs = ({ starts, ends, isMember }: Parts) => {
  // Of the years between, all count.
  const untilStart = (times: string) =>
    `case when r.year = year_of(${starts}) then width_bucket(moment_before(${starts}), r.${times}) else 0 end`
  const untilEnd = (times: string) =>
    `case when r.year = year_of(${ends}) then width_bucket(moment_before(${ends}), r.${times}) else cardinality(r.${times}) end`
  const countOf = (times: string) =>
    `case when r.${times} is null then 0 else ${untilEnd(times)} - ${untilStart(times)} end`
  const sumUntil = (place: string) => `coalesce(r.vote_sums[${place}], 0)::integer`
  return `acts as (
    select r.user_id as id, ${countOf('suggested_at')} as suggestions_count, ${countOf('commented_at')} as comments_count,
      case when r.vote_sums is null then ${countOf('voted_at')}
        else ${sumUntil(untilEnd('voted_at'))} - ${sumUntil(untilStart('voted_at'))} end as votes_count
    from copied_people() r
    where r.year between year_of(${starts}) and year_of(${ends}) and ${isMember('r.user_id')}
    union all
    select a.user_id, case a.kind when 'suggestion' then a.n else 0 end, case a.kind when 'comment' then a.n else 0 end,
      case a.kind when 'vote' then a.n else 0 end
    from uncopied_acts(${starts}, ${ends}) a where ${isMember('a.user_id')}`
}

/** Of all forums it is faster to leave out what belongs to the few others. */
const onReceived = (record: string, { hasForum, inForum }: Parts) =>
  hasForum
    ? `exists (select from suggestions s where s.id = ${record}.suggestion_id and s.state in ${RECEIVED} and ${inForum('s')})`
    : `not exists (select from suggestions s where s.id = ${record}.suggestion_id and s.state in ${NOT_RECEIVED})`
