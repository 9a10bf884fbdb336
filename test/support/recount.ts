// Recalculates every stored figure from its source rows and reports the differences. Nothing here reads a figure or calls
// a function of the product, so a wrong figure cannot confirm itself.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../src/db/db.ts'
import { allResources } from '../../src/resources/index.ts'
import { refreshFigures } from '../../src/write/background/segment-figures.ts'
import { figures } from './figures.ts'
import { membersQuery } from './segment-members.ts'
import {
  countOf,
  membersOf,
  newest,
  normalized,
  npsOf,
  ratingOf,
  ratingsOf,
  type Sql,
} from './source-rows.ts'

/** Figures that the stored rows do not determine, with the reason. */
export const NOT_RECOUNTED: Record<string, string> = {
  'engagement_window.cutoff': 'depends on the time of the last run of the job',
  'pending_revenue.revenue': 'a queue, checked as a part of suggestion_figures.supporter_revenue',
  'time_blocks.lowest':
    'deleted records leave their times; totals.slow.test.ts checks that none is too high',
  'rate_limit_counts.count': 'requests are not stored',
  'suggestions_search.version': 'changes are not stored; checked against suggestions_search_index',
  'report_progress.suggestions_until': 'depends on the time of the last run of the job',
  'report_progress.people_until': 'depends on the time of the last run of the job',
  'imports.total_rows': 'the imported file is not stored',
  'imports.processed_rows': 'the imported file is not stored',
  'imports.imported_records': 'imported records do not name their import',
  'imports.skipped_rows': 'rows that were left out are deleted after thirty days',
  'imports.problems_count': 'rows that were left out are deleted after thirty days',
  'imports.undone_rows': 'what is undone is not stored',
  'imports.undone_records': 'what is undone is not stored',
  'imports.kept_records': 'what is undone is not stored',
}

const REPORTED_COLUMNS = [
  'created_at',
  'forum_id',
  'created_by_id',
  'is_merged',
  'is_open',
  'has_accounts',
  'answered_at',
  'closed_at',
  'label_set',
] as const

const VISIBLE = sql`state in ('approved', 'published')`
const PRESENT = sql`state <> 'deleted'`
const IS_VISIBLE = sql`(${VISIBLE} and parent_suggestion_id is null)`
const IS_OPEN = sql`(${IS_VISIBLE} and closed_at is null)`

const SUPPORTERS = sql`supporters p where p.suggestion_id = s.id`
const SUPPORTER_RATINGS = sql`(select ${ratingOf(sql`p.user_id`)} as rating from ${SUPPORTERS}) r`
const SUPPORTING_ACCOUNTS = sql`external_accounts a where exists (
  select from supporters p join external_users e on e.user_id = p.user_id
  where p.suggestion_id = s.id and e.external_account_id = a.id)`
const ENGAGEMENT = sql`(
  select created_at from supporters where suggestion_id = s.id
  union all select created_at from comments where suggestion_id = s.id and ${VISIBLE}
  union all select created_at from feedback_records where suggestion_id = s.id and ${PRESENT}) g`
const IMPORTANCE = sql`importance_scores i join importance_responses r on r.id = i.response_id where i.suggestion_id = s.id`
const issueLinks = (owner: string, tracker: string) =>
  countOf(sql`issue_links where ${sql.ref(owner)} = s.id and tracker = ${tracker}`)
const FEATURE_PEOPLE = sql`(
  select distinct p.user_id from suggestion_features f join supporters p on p.suggestion_id = f.suggestion_id
  where f.feature_id = s.id) people`
const FEATURE_ACCOUNTS = sql`external_accounts a where a.id in (
  select e.external_account_id from ${FEATURE_PEOPLE} join external_users e on e.user_id = people.user_id)`
const labelPath = (value: Sql) => sql`(
  with recursive up (parent_id, path, level) as (
    select s.parent_id, s.name, 0
    union all select l.parent_id, l.name || ' / ' || up.path, up.level + 1
    from up join labels l on l.id = up.parent_id where up.level < 100
  ) select ${value} from up where parent_id is null)`

/** For figures of records: the value for the record `s`. */
const RECORD_ORACLES: Record<string, Record<string, Sql>> = {
  suggestion_figures: {
    supporters_count: countOf(SUPPORTERS),
    votes_count: sql`(select coalesce(sum(votes_count), 0) from ${SUPPORTERS})`,
    account_supporters_count: sql`(
      select count(distinct p.id) from supporters p join external_users e on e.user_id = p.user_id
      where p.suggestion_id = s.id and e.external_account_id is not null)`,
    supporting_accounts_count: countOf(SUPPORTING_ACCOUNTS),
    // Without revenue that the job has not added yet.
    supporter_revenue: sql`(select coalesce(sum(mrr), 0) from ${SUPPORTING_ACCOUNTS})
      - (select coalesce(sum(revenue), 0) from pending_revenue where suggestion_id = s.id)`,
    satisfaction_detractor_count: countOf(sql`${SUPPORTER_RATINGS} where rating <= 6`),
    satisfaction_neutral_count: countOf(sql`${SUPPORTER_RATINGS} where rating in (7, 8)`),
    satisfaction_promoter_count: countOf(sql`${SUPPORTER_RATINGS} where rating >= 9`),
    satisfaction_total: sql`(select coalesce(sum(rating), 0) from ${SUPPORTER_RATINGS})`,
    supporter_satisfaction_score: sql`(select coalesce(round(avg(rating), 2), 0) from ${SUPPORTER_RATINGS})`,
    comments_count: countOf(sql`comments where suggestion_id = s.id and ${VISIBLE}`),
    requests_count: countOf(sql`feedback_records where suggestion_id = s.id and ${PRESENT}`),
    recent_engagement: countOf(
      sql`${ENGAGEMENT} where created_at >= (select cutoff from engagement_window)`,
    ),
    first_support_at: sql`(select min(created_at) from ${SUPPORTERS})`,
    last_support_at: sql`(select max(created_at) from ${SUPPORTERS})`,
    last_engagement_at: sql`(select max(created_at) from ${ENGAGEMENT})`,
    notes_count: countOf(sql`notes where suggestion_id = s.id`),
    merge_candidates_count: countOf(
      sql`suggested_merges where s.id in (suggestion_a_id, suggestion_b_id) and state = 'open'`,
    ),
    internal_flags_count: countOf(
      sql`internal_flags where suggestion_id = s.id and cleared_at is null`,
    ),
    all_internal_flags_count: countOf(sql`internal_flags where suggestion_id = s.id`),
    last_internal_flag_at: sql`(select max(created_at) from internal_flags where suggestion_id = s.id)`,
    importance_low_count: countOf(sql`${IMPORTANCE} and r.value < 1.5`),
    importance_medium_count: countOf(sql`${IMPORTANCE} and r.value >= 1.5 and r.value < 2.5`),
    importance_high_count: countOf(sql`${IMPORTANCE} and r.value >= 2.5`),
    importance_total_value: sql`(select coalesce(sum(r.value), 0) from ${IMPORTANCE})`,
    jira_link_count: issueLinks('suggestion_id', 'jira'),
    vsts_link_count: issueLinks('suggestion_id', 'vsts'),
  },
  suggestions: {
    is_visible: IS_VISIBLE,
    is_open: IS_OPEN,
    last_status_update_id: newest('id', sql`status_updates where suggestion_id = s.id`),
    last_internal_status_update_id: newest(
      'id',
      sql`internal_status_updates where suggestion_id = s.id`,
    ),
    last_supporter_message_id: newest('id', sql`supporter_messages where suggestion_id = s.id`),
  },
  status_updates: {
    forum_id: sql`(select forum_id from suggestions u where u.id = s.suggestion_id)`,
  },
  forums: {
    suggestions_count: countOf(sql`suggestions where forum_id = s.id and ${IS_VISIBLE}`),
    open_suggestions_count: countOf(sql`suggestions where forum_id = s.id and ${IS_OPEN}`),
    categories_count: countOf(sql`categories where forum_id = s.id`),
  },
  categories: {
    suggestions_count: countOf(sql`suggestions where category_id = s.id and ${IS_VISIBLE}`),
    open_suggestions_count: countOf(sql`suggestions where category_id = s.id and ${IS_OPEN}`),
  },
  labels: {
    open_suggestions_count: countOf(sql`suggestions where ${IS_OPEN}
      and id in (select suggestion_id from suggestion_labels where label_id = s.id)`),
    level: labelPath(sql`level`),
    full_name: labelPath(sql`path`),
  },
  teams: { members_count: countOf(sql`team_members where team_id = s.id`) },
  notes: { reply_count: countOf(sql`notes r where r.parent_id = s.id`) },
  user_figures: { supported_suggestions_count: countOf(sql`supporters where user_id = s.id`) },
  users: {
    satisfaction_score: ratingOf(sql`s.id`),
    current_nps_rating_id: newest('id', sql`nps_ratings where user_id = s.id`),
    previous_nps_rating_id: newest('id', sql`nps_ratings where user_id = s.id`, 1),
  },
  nps_ratings: {
    previous_rating: newest(
      'rating',
      sql`nps_ratings r where r.user_id = s.user_id and (r.created_at, r.id) < (s.created_at, s.id)`,
    ),
  },
  supporters: {
    comments_count: countOf(
      sql`comments where suggestion_id = s.suggestion_id and created_by_id = s.user_id and ${VISIBLE}`,
    ),
    requests_count: countOf(
      sql`feedback_records where suggestion_id = s.suggestion_id and user_id = s.user_id and ${PRESENT}`,
    ),
  },
  external_account_figures: {
    users_count: countOf(membersOf(sql`s.id`)),
    requests_count: countOf(
      sql`feedback_records f join ${membersOf(sql`s.id`)} on m.user_id = f.user_id where ${PRESENT}`,
    ),
    supported_ideas_count: sql`(
      select count(distinct p.suggestion_id) from supporters p join ${membersOf(sql`s.id`)} on m.user_id = p.user_id)`,
    nps_raters_count: countOf(sql`${ratingsOf(sql`s.id`)} where rating is not null`),
    nps_promoters_count: countOf(sql`${ratingsOf(sql`s.id`)} where rating >= 9`),
    nps_detractors_count: countOf(sql`${ratingsOf(sql`s.id`)} where rating <= 6`),
    nps: npsOf(sql`s.id`),
    // A lower bound: activity that was withdrawn, and people who left, still count.
    last_active_at: sql`greatest(s.last_active_at, (
      select max(act.created_at) from ${membersOf(sql`s.id`)}, lateral (
        select created_at from supporters where user_id = m.user_id
        union all select created_at from comments where created_by_id = m.user_id and ${VISIBLE}
        union all select created_at from feedback_records where user_id = m.user_id and ${PRESENT}
      ) act))`,
  },
  features: {
    suggestions_count: countOf(sql`suggestion_features where feature_id = s.id`),
    supporting_users_count: countOf(FEATURE_PEOPLE),
    supporting_accounts_count: countOf(FEATURE_ACCOUNTS),
    supporter_revenue: sql`(select coalesce(sum(mrr), 0) from ${FEATURE_ACCOUNTS})`,
    jira_link_count: issueLinks('feature_id', 'jira'),
    vsts_link_count: issueLinks('feature_id', 'vsts'),
  },
}

type RowOracle = { key: string[]; figures: string[]; expected: Sql; actual?: Sql }

const searchWords = (table: string, words: Sql): RowOracle => ({
  key: ['id'],
  figures: ['words'],
  expected: sql`select id, ${words} as words from ${sql.table(table)}`,
})

/** Every word and its stems, from the word with and without accents. */
// PostgreSQL takes the beginning of a word such as 7e23b for a number.
const HAS_NO_EXPONENT = sql`(s.title || ' ' || s.body ~* '[0-9]e[0-9]') is not true`

// A word with a digit has no stem.
const englishLexemes = (text: Sql, withStopWords: boolean) => sql`
  select distinct unnest(
      case when ts_lexize('english_stem', ${normalized(sql`word`)}) = '{}' and not ${withStopWords}::boolean then '{}'
        else array[${normalized(sql`word`)}] end
      || case when word ~ '[0-9]' then '{}' else ts_lexize('english_stem', ${normalized(sql`word`)})
        || array(select ${normalized(sql`stem`)} from unnest(ts_lexize('english_stem', lower(word))) stem) end)
  from regexp_split_to_table(${text}, '[^[:alnum:]]+') word where word <> ''`

const customFieldsOf = (collection: string) => sql`
  select ${collection} as collection, id as record_id, ${collection} as object_type, custom_fields
  from ${sql.table(collection)}`

const CUSTOM_VALUES = sql`
  select o.collection, o.record_id, f.id as field_id,
    case f.field_type
      when 'number' then (o.custom_fields ->> f.key)::float8
      when 'boolean' then (o.custom_fields ->> f.key)::boolean::int
      when 'timestamp' then extract(epoch from (o.custom_fields ->> f.key)::timestamptz)
    end as number_value,
    case when f.field_type = 'string' then o.custom_fields ->> f.key end as string_value
  from (
    ${sql.join(
      ['suggestions', 'features', 'external_users', 'external_accounts'].map(customFieldsOf),
      sql` union all `,
    )}
    union all select 'users', latest.* from (
      select distinct on (user_id) user_id, 'external_users', custom_fields from external_users
      order by user_id, updated_at desc, id desc
    ) latest
    union all select 'users', latest.user_id, 'external_accounts', a.custom_fields from (
      select distinct on (user_id) user_id, external_account_id from external_users
      where external_account_id is not null order by user_id, updated_at desc, id desc
    ) latest join external_accounts a on a.id = latest.external_account_id
  ) o
  join custom_fields f on f.object_type = o.object_type
  where f.field_type <> 'text' and o.custom_fields ->> f.key is not null`

const segmentFigures = (members: Sql) => sql`
  with people as materialized (
    select m.segment_id, support.* from (
      select 'suggestions' as collection, suggestion_id as record_id, user_id from supporters
      union select 'features', f.feature_id, p.user_id
      from suggestion_features f join supporters p on p.suggestion_id = f.suggestion_id
    ) support join (${members}) m on m.user_id = support.user_id
  ), accounts as materialized (
    select distinct segment_id, collection, record_id, a.id, coalesce(a.mrr, 0) as mrr
    from people join external_users e on e.user_id = people.user_id
    join external_accounts a on a.id = e.external_account_id
  )
  select u.*, coalesce(accounts_count, 0) as accounts_count, coalesce(revenue, 0) as revenue
  from (select collection, record_id, segment_id, count(*) as users_count from people group by 1, 2, 3) u
  left join (
    select collection, record_id, segment_id, count(*) as accounts_count, sum(mrr) as revenue
    from accounts group by 1, 2, 3
  ) a using (collection, record_id, segment_id)`

const countedRows = (collection: string) => sql`
  select ${collection} as collection, count(*) as count from ${sql.table(collection)} having count(*) <> 0`

/** For tables whose rows follow from other rows: all rows that should exist. */
const rowOracles = (members: Sql): Record<string, RowOracle> => ({
  suggestion_accounts: {
    key: ['suggestion_id', 'external_account_id'],
    figures: ['supporters_count'],
    expected: sql`
      select p.suggestion_id, e.external_account_id, count(distinct p.user_id) as supporters_count
      from supporters p join external_users e on e.user_id = p.user_id
      where e.external_account_id is not null group by 1, 2`,
  },
  segment_members: { key: ['segment_id', 'user_id'], figures: ['user_id'], expected: members },
  segment_figures: {
    key: ['collection', 'record_id', 'segment_id'],
    figures: ['users_count', 'accounts_count', 'revenue'],
    expected: segmentFigures(members),
  },
  suggestions_search: {
    key: ['id'],
    figures: ['title', 'words'],
    actual: sql`
      select w.id, w.title, array(select unnest(tsvector_to_array(words)) order by 1) as words
      from suggestions_search w left join suggestions s on s.id = w.id where ${HAS_NO_EXPONENT}`,
    expected: sql`
      select id, ${normalized(sql`title`)} as title, array(
        ${englishLexemes(sql`title`, true)} union ${englishLexemes(sql`body`, false)} order by 1
      ) as words from suggestions s where ${HAS_NO_EXPONENT}`,
  },
  suggestions_search_index: {
    key: ['id'],
    figures: ['version'],
    // A missing row of suggestions_search is a difference of that table.
    expected: sql`
      select s.id, coalesce(w.version, i.version) as version from suggestions s
      left join suggestions_search w on w.id = s.id left join suggestions_search_index i on i.id = s.id`,
  },
  users_search: searchWords('users', normalized(sql`name || ' ' || email_address`)),
  external_accounts_search: searchWords(
    'external_accounts',
    normalized(sql`coalesce(name, '') || ' ' || coalesce(external_id, '')`),
  ),
  custom_values: {
    key: ['collection', 'record_id', 'field_id'],
    figures: ['number_value', 'string_value'],
    expected: CUSTOM_VALUES,
  },
  suggestion_counts: {
    key: ['combination'],
    figures: ['count'],
    // Several rows count one combination.
    actual: sql`
      select concat_ws(' ', forum_id, 'c', category_id, 's', status_id, state, is_closed, is_merged) as combination,
        sum(count) as count
      from suggestion_counts group by 1 having sum(count) <> 0`,
    expected: sql`
      select concat_ws(' ', forum_id, 'c', category_id, 's', status_id, state, closed_at is not null,
        parent_suggestion_id is not null) as combination, count(*) as count
      from suggestions group by 1`,
  },
  supporter_counts: {
    key: ['forum_id'],
    figures: ['count'],
    // Several rows count one forum.
    actual: sql`select forum_id, sum(count) as count from supporter_counts group by 1 having sum(count) <> 0`,
    expected: sql`
      select forum_id, count(*) as count from supporters p join suggestions s on s.id = p.suggestion_id group by 1`,
  },
  label_set_counts: {
    key: ['labels'],
    figures: ['count'],
    // Several rows count one set.
    actual: sql`
      select labels::text as labels, sum(count) as count from label_set_counts group by 1 having sum(count) <> 0`,
    expected: sql`
      select labels, count(*) as count from (
        select array_agg(label_id order by label_id)::text as labels from suggestion_labels group by suggestion_id
      ) labelled group by 1`,
  },
  segment_set_counts: {
    key: ['segments'],
    figures: ['count'],
    actual: sql`select segments::text as segments, count from segment_set_counts where count <> 0`,
    expected: sql`
      select segments, count(*) as count from (
        select array_agg(segment_id order by segment_id)::text as segments from (${segmentFigures(members)}) f
        where collection = 'suggestions' group by record_id
      ) sets group by 1`,
  },
  time_counts: {
    key: ['relation', 'day'],
    figures: ['created', 'updated'],
    // Several rows count one day.
    actual: sql`
      select relation, day, sum(created) as created, sum(updated) as updated from time_counts
      group by 1, 2 having sum(created) <> 0 or sum(updated) <> 0`,
    expected: sql`
      select relation, day, sum(created) as created, sum(updated) as updated from (
        select 'suggestions' as relation, (created_at at time zone 'UTC')::date as day, 1 as created, 0 as updated
        from suggestions
        union all select 'supporters', (created_at at time zone 'UTC')::date, 1, 0 from supporters
        union all select 'supporters', (updated_at at time zone 'UTC')::date, 0, 1 from supporters
      ) times group by 1, 2`,
  },
  reported_suggestions: {
    key: ['suggestion_id'],
    figures: [...REPORTED_COLUMNS],
    // Reports read those that are noted from their tables.
    actual: sql`select * from reported_suggestions where suggestion_id not in (select suggestion_id from report_changes)`,
    expected: sql`
      select s.id as suggestion_id, s.created_at, s.forum_id, s.created_by_id, s.parent_suggestion_id is not null as is_merged,
        ${IS_OPEN} as is_open, ${countOf(SUPPORTING_ACCOUNTS)} > 0 as has_accounts,
        (select created_at from status_updates where suggestion_id = s.id order by created_at limit 1) as answered_at, s.closed_at,
        array_to_string(array(select label_id from suggestion_labels where suggestion_id = s.id order by 1), ' ') as label_set
      from suggestions s
      where s.state not in ('spam', 'deleted') and s.id not in (select suggestion_id from report_changes)
        and s.created_at < (select suggestions_until from report_progress)`,
  },
  reported_people: {
    key: ['year', 'user_id'],
    figures: ['suggested_at', 'commented_at', 'voted_at', 'vote_sums'],
    // Reports read what noted people did in these years from the tables.
    actual: sql`select * from reported_people where (user_id, year) not in (select user_id, year from report_person_changes)`,
    expected: sql`
      select year, user_id, array_agg(at order by at) filter (where kind = 's') as suggested_at,
        array_agg(at order by at) filter (where kind = 'c') as commented_at, array_agg(at order by at) filter (where kind = 'v') as voted_at,
        case when bool_or(votes <> 1) then array_agg(votes_until order by votes_until) filter (where kind = 'v') end as vote_sums
      from (
        select *, case when kind = 'v' then sum(votes) over (partition by user_id, year, kind order by at, act.id) end as votes_until
        from (
          select id, created_by_id as user_id, created_at as at, 's' as kind, null::int as votes, id as suggestion_id from suggestions
          union all select id, created_by_id, created_at, 'c', null, suggestion_id from comments where state not in ('spam', 'deleted')
          union all select id, user_id, created_at, 'v', votes_count, suggestion_id from supporters
        ) act, lateral (select extract(year from at at time zone 'UTC')::int as year) y
        where exists (select from suggestions s where s.id = act.suggestion_id and s.state not in ('spam', 'deleted'))
          and at < (select people_until from report_progress) and user_id is not null
      ) act
      where (user_id, year) not in (select user_id, year from report_person_changes) group by 1, 2`,
  },
  file_store: {
    key: ['is_singleton'],
    figures: ['total_bytes'],
    expected: sql`select true as is_singleton, coalesce(sum(size_in_bytes), 0) as total_bytes from attachments`,
  },
  record_counts: {
    key: ['collection'],
    figures: ['count'],
    // Several rows count one collection.
    actual: sql`select collection, sum(count) as count from record_counts group by 1 having sum(count) <> 0`,
    expected: sql.join(
      allResources.map(({ name }) => countedRows(name)),
      sql` union all `,
    ),
  },
})

/** The tables whose rows are compared, not only their figures. */
export const derivedTables = Object.keys(rowOracles(sql``))

export type Difference = {
  figure: string
  key: Record<string, unknown>
  is: unknown
  should: unknown
}

/** Without statistics of the rows that a test just inserted, the plans of the recount take many times as long. */
async function analyzeLarge(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(oid) > 4 * 8192`.execute(db)
  if (rows.length > 0)
    await sql`analyze ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db)
}

/** Empty when every figure is exact. Leaves the database as it is. */
export async function findWrongFigures(db: Db): Promise<Difference[]> {
  await analyzeLarge(db)
  const tx = await db.startTransaction().execute()
  try {
    return await findWrongFiguresIn(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Runs the job that keeps the figures of features and segments, then compares all figures. */
export async function findWrongFiguresIn(tx: Tx): Promise<Difference[]> {
  const derived = rowOracles(await membersQuery(tx))
  requireOracles(derived)
  await refreshFigures(tx)
  const wrong: Difference[] = []
  for (const [table, oracles] of Object.entries(RECORD_ORACLES))
    wrong.push(...(await compare(tx, table, compareRecords(table, oracles))))
  for (const [table, oracle] of Object.entries(derived))
    wrong.push(...(await compare(tx, table, compareRows(table, oracle))))
  return wrong
}

/** Every documented figure has an oracle or a reason to have none. */
function requireOracles(derived: Record<string, RowOracle>): void {
  const recounted = [
    ...Object.entries(RECORD_ORACLES).flatMap(([table, oracles]) =>
      Object.keys(oracles).map((column) => `${table}.${column}`),
    ),
    ...Object.entries(derived).flatMap(([table, oracle]) =>
      oracle.figures.map((column) => `${table}.${column}`),
    ),
  ]
  const covered = [...recounted, ...Object.keys(NOT_RECOUNTED)]
  const missing = figures.filter((figure) => !covered.includes(figure))
  if (missing.length > 0) throw new Error(`Figures without an oracle: ${missing.join(', ')}`)
  const unknown = covered.filter((figure) => !figures.includes(figure))
  if (unknown.length > 0) throw new Error(`Not in docs/figures.md: ${unknown.join(', ')}`)
  const both = recounted.filter((figure) => figure in NOT_RECOUNTED)
  if (both.length > 0) throw new Error(`Both recounted and exempt: ${both.join(', ')}`)
}

async function compare(
  tx: Tx,
  table: string,
  comparison: RawBuilder<Difference>,
): Promise<Difference[]> {
  const { rows } = await comparison.execute(tx).catch((error) => {
    throw new Error(`${table}: ${error.message}`)
  })
  return rows
}

const pair = (table: string, column: string, is: Sql, should: Sql) =>
  sql`(${`${table}.${column}`}::text, to_jsonb(${is}), to_jsonb(${should}))`

const compareRecords = (table: string, oracles: Record<string, Sql>) => sql<Difference>`
  select figure, jsonb_build_object('id', s.id) as key, "is", should
  from ${sql.table(table)} s, lateral (values ${sql.join(
    Object.entries(oracles).map(([column, should]) =>
      pair(table, column, sql`s.${sql.ref(column)}`, should),
    ),
  )}) f (figure, "is", should)
  where "is" is distinct from should`

function compareRows(table: string, { key, figures, expected, actual }: RowOracle) {
  const sameKey = key.map((column) => sql`a.${sql.ref(column)} = e.${sql.ref(column)}`)
  const keyParts = key.map(
    (column) => sql`${column}::text, coalesce(a.${sql.ref(column)}, e.${sql.ref(column)})`,
  )
  return sql<Difference>`
    with e as materialized (${expected}), a as (${actual ?? sql`table ${sql.table(table)}`})
    select figure, jsonb_build_object(${sql.join(keyParts)}) as key, "is", should
    from a full join e on ${sql.join(sameKey, sql` and `)}, lateral (values ${sql.join(
      figures.map((column) =>
        pair(table, column, sql`a.${sql.ref(column)}`, sql`e.${sql.ref(column)}`),
      ),
    )}) f (figure, "is", should)
    where "is" is distinct from should`
}
