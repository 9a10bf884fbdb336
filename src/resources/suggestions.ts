import { creating, own } from './access.ts'
import {
  address,
  before,
  boolean,
  computed,
  counted,
  type Filter,
  fewAndOthers,
  figure,
  flag,
  ids,
  inScope,
  integer,
  many,
  mostlyZero,
  neverTrue,
  number,
  numeric,
  ofFilteredSupporters,
  one,
  orNull,
  ownCustomFields,
  period,
  reading,
  required,
  resource,
  search,
  since,
  text,
  time,
  words,
} from './resource.ts'

// Engagement per 30 days of the suggestion's life, at least one period. The age ends at the last midnight UTC, so the value
// (and the ETag) changes once a day. Floating point, because it is several times faster than numeric.
const averageEngagement = `round(
  (supporters_count + requests_count + comments_count) * 100
  / greatest(1, extract(epoch from current_date - created_at)::float8 / 2592000)) / 100`

const importanceTotal = '(importance_low_count + importance_medium_count + importance_high_count)'
const importancePercent = (count: string) =>
  `coalesce(round(100.0 * ${count} / nullif(${importanceTotal}, 0), 2), 0)`

const noFigure = computed(orNull(number), 'null::numeric')
// Of opportunities, which are accounts.
const noOpportunity = inScope('people', noFigure)

// Under the names of the columns that conditions read; whether they are null is all that these conditions ask.
export const combinations = `(
  select forum_id, category_id, status_id, state, count, case when is_closed then now() end as closed_at,
    case when is_merged then 0 end as parent_suggestion_id
  from suggestion_counts) combinations`

/** Sets of labels or segments, with the suggestions that have none. */
const setCounts = (column: string, table: string) => `(
  select ${column}, count from ${table}
  union all
  select '{}'::bigint[], total - counted
  from (select coalesce(sum(count), 0) as total from record_counts where collection = 'suggestions') records,
    (select coalesce(sum(count), 0) as counted from ${table}) sets
  ) set_counts`

// Subqueries, because they are evaluated once. The rank first counts the words in the title.
export const searchedText = search('words @@ (select search_query(?))', {
  reads: 'id',
  table: 'suggestions_search',
  index: {
    table: 'suggestions_search_index',
    sql: 'words_of_version(id, version) @@ (select search_query(?))',
    estimate: 'estimate_matches(search_query(?))',
  },
  rank: `ts_rank('{0.001, 0, 0, 1}', words, (select search_query(?, '|')))`,
})

/** A filter by supporters: `of` is what the filter asks of each of them. */
const supportedBy = (filter: Filter, of: NonNullable<Filter['supporters']>): Filter =>
  inScope('people', reading('id', { ...filter, supporters: of }))

/** A filter on the accounts of supporters, which are `a` in its condition. */
const supportedByAccounts = (filter: Filter): Filter =>
  supportedBy(
    {
      ...filter,
      sql: `id in (
        select s.suggestion_id from external_accounts a
        join external_users e on e.external_account_id = a.id join supporters s on s.user_id = e.user_id
        where ${filter.sql})`,
    },
    { account: filter.sql },
  )

export const suggestions = resource('suggestions', {
  singular: 'suggestion',
  access: {
    scope: 'feedback',
    except: {
      POST: creating([
        'title',
        'body',
        'body_mime_type',
        'attachment_tokens',
        'channel',
        'vote',
        'user_name',
        'user_email',
        'links.forum',
        'links.category',
        'links.created_by',
      ]),
      'PUT /:id': own(['title', 'body', 'body_mime_type', 'attachment_tokens', 'links.category']),
      'POST /:id/subscribe': 'contributor',
      'POST /:id/unsubscribe': 'contributor',
    },
  },
  events: {
    kind: 'a suggestion',
    joinTables: ['issue_links', 'suggestion_features', 'suggestion_labels', 'suggestion_links'],
  },
  fields: {
    id: integer,
    title: text,
    body: text,
    body_mime_type: text,
    state: text,
    portal_url: address('/forums/{forum_id}/suggestions/{id}'),
    admin_url: address('/admin/suggestions/{id}'),
    redirect_url: orNull(address('/suggestions/{parent_suggestion_id}')),
    channel: text,
    created_at: time,
    updated_at: figure(time),
    approved_at: orNull(time),
    closed_at: orNull(time),
    first_support_at: figure(orNull(time)),
    last_support_at: figure(orNull(time)),
    creator_user_agent: inScope('people', orNull(text)),
    creator_referrer: inScope('people', orNull(text)),
    creator_browser: inScope('people', orNull(text)),
    creator_browser_version: inScope('people', orNull(text)),
    creator_os: inScope('people', orNull(text)),
    creator_mobile: inScope('people', boolean),
    inappropriate_flags_count: mostlyZero(figure(integer)),
    comments_count: mostlyZero(figure(integer)),
    notes_count: mostlyZero(figure(integer)),
    requests_count: mostlyZero(figure(integer)),
    votes_count: figure(integer),
    supporters_count: figure(integer),
    supporting_accounts_count: inScope('people', figure(integer)),
    account_supporters_count: inScope('people', figure(integer)),
    supporter_revenue: inScope('people', figure(number)),
    supporter_mrr: inScope('people', computed(figure(number), 'supporter_revenue')),
    filtered_supporters_count: ofFilteredSupporters('supporters', integer),
    filtered_supporting_accounts_count: ofFilteredSupporters('accounts', integer),
    filtered_supporter_revenue: ofFilteredSupporters('revenue', number),
    supporter_satisfaction_score: inScope('people', mostlyZero(figure(number))),
    satisfaction_detractor_count: inScope('people', mostlyZero(figure(integer))),
    satisfaction_neutral_count: inScope('people', mostlyZero(figure(integer))),
    satisfaction_promoter_count: inScope('people', mostlyZero(figure(integer))),
    average_engagement: computed(number, averageEngagement),
    recent_engagement: figure(integer),
    engagement_trend: computed(
      number,
      `round((recent_engagement - ${averageEngagement}) * 100) / 100`,
    ),
    is_blocker: computed(orNull(boolean), 'null::boolean'),
    unmergeable: boolean,
    merge_candidates_count: figure(integer),
    jira_link_count: figure(integer),
    vsts_link_count: figure(integer),
    sentiment_score: noFigure,
    total_sentiment_score: noFigure,
    importance_low_count: figure(integer),
    importance_medium_count: figure(integer),
    importance_high_count: figure(integer),
    importance_total_count: computed(integer, importanceTotal),
    importance_low_percent: computed(number, importancePercent('importance_low_count')),
    importance_medium_percent: computed(number, importancePercent('importance_medium_count')),
    importance_high_percent: computed(number, importancePercent('importance_high_count')),
    // The wire format has a decimal in a string.
    importance_score_average: computed(
      orNull(text),
      `round(importance_total_value / nullif(${importanceTotal}, 0), 2)::text`,
    ),
    internal_flags_count: figure(integer),
    all_internal_flags_count: figure(integer),
    last_internal_flag_at: figure(orNull(time)),
    list_priority: orNull(integer),
    cv_open_opportunities: noOpportunity,
    cv_lost_opportunities: noOpportunity,
    cv_potential_revenue: noOpportunity,
    cv_lost_revenue: noOpportunity,
    cv_open_opportunities_blockers: noOpportunity,
    cv_potential_revenue_blockers: noOpportunity,
    cv_percent_opportunities_won: noOpportunity,
    cv_percent_revenue_won: noOpportunity,
  },
  links: {
    category: one('categories'),
    created_by: one('users'),
    forum: required('forums'),
    // Null when empty, unlike every other to-many link (specification, section 2).
    labels: {
      ...many('labels', { table: 'suggestion_labels', owner: 'suggestion_id', target: 'label_id' }),
      nullable: true,
    },
    last_status_update: one('status_updates'),
    parent_suggestion: one('suggestions'),
    status: one('statuses'),
    ticket: one('tickets'),
    captured_by: one('users'),
    owner: one('users'),
    last_internal_status_update: one('internal_status_updates'),
    last_supporter_message: one('supporter_messages'),
    features: many('features', {
      table: 'suggestion_features',
      owner: 'suggestion_id',
      target: 'feature_id',
    }),
    parent_suggestions: {
      ...many('suggestions', undefined),
      sql: `case when parent_suggestion_id is null then '[]' else json_build_array(parent_suggestion_id) end`,
    },
    linked_suggestions: many('suggestions', {
      table: 'suggestion_links',
      owner: 'suggestion_id',
      target: 'linked_suggestion_id',
    }),
    custom_fields: ownCustomFields('suggestions'),
  },
  // average_engagement and engagement_trend change daily, so no index can hold their order.
  sorts: [
    'id',
    'title',
    'created_at',
    'updated_at',
    'approved_at',
    'closed_at',
    'first_support_at',
    'last_support_at',
    'inappropriate_flags_count',
    'comments_count',
    'notes_count',
    'requests_count',
    'votes_count',
    'supporters_count',
    'supporting_accounts_count',
    'supporter_revenue',
    'supporter_mrr',
    'supporter_satisfaction_score',
    'satisfaction_detractor_count',
    'satisfaction_neutral_count',
    'satisfaction_promoter_count',
    'recent_engagement',
    'list_priority',
  ],
  filters: {
    forum: counted(combinations, ids('forum_id = any(?)')),
    creator: ids('created_by_id = any(?)'),
    uncategorized_in_forum: counted(combinations, ids('category_id is null and forum_id = any(?)')),
    category_none: counted(combinations, flag('category_id is null')),
    category: counted(combinations, ids('category_id = any(?)')),
    status_none: counted(combinations, flag('status_id is null')),
    status: counted(combinations, ids('status_id = any(?)')),
    state: counted(
      combinations,
      words('state = any(?)', {
        special: {
          open: `closed_at is null and state in ('new', 'approved', 'published')`,
          closed: 'closed_at is not null',
          merged: 'parent_suggestion_id is not null',
        },
        among: ['new', 'approved', 'published', 'spam', 'deleted', 'open', 'closed', 'merged'],
      }),
    ),
    label: counted(
      setCounts('labels', 'label_set_counts'),
      reading(
        'id',
        ids('id in (select suggestion_id from suggestion_labels where label_id = any(?))'),
      ),
      { sql: 'labels && ?' },
    ),
    // Extension.
    label_none: counted(
      setCounts('labels', 'label_set_counts'),
      reading(
        'id',
        flag(
          'not exists (select from suggestion_labels l where l.suggestion_id = id)',
          'exists (select from suggestion_labels l where l.suggestion_id = id)',
        ),
      ),
      { sql: `labels = '{}'` },
    ),
    supporter: reading(
      'id',
      ids('id in (select suggestion_id from supporters where user_id = any(?))'),
    ),
    external_account: supportedByAccounts(ids('a.id = any(?)')),
    feature: reading(
      'id',
      ids('id in (select suggestion_id from suggestion_features where feature_id = any(?))'),
    ),
    // Extensions to the wire format: what was merged into a suggestion, who is responsible, who is
    // mentioned in its notes and comments, and segments.
    parent_suggestion: ids('parent_suggestion_id = any(?)'),
    owner: ids('owner_id = any(?)'),
    mention: reading(
      'id',
      ids(`id in (
        select suggestion_id from (
          select n.suggestion_id, m.user_id from notes n join note_mentions m on m.note_id = n.id
          union all
          select c.suggestion_id, m.user_id from comments c join comment_mentions m on m.comment_id = c.id
        ) mentions where user_id = any(?))`),
    ),
    // Supported by a member of the segment, as of the last run of the figures job.
    segment: counted(
      setCounts('segments', 'segment_set_counts'),
      supportedBy(
        ids(`id in (
          select record_id from segment_figures where collection = 'suggestions' and segment_id = any(?))`),
        { user: 's.user_id in (select user_id from segment_members where segment_id = any(?))' },
      ),
      { sql: 'segments && ?' },
    ),
    // Supported by an account that pays or has paid this much, or has this plan.
    'external_accounts.mrr': supportedByAccounts(numeric('a.mrr')),
    'external_accounts.ltv': supportedByAccounts(numeric('a.ltv')),
    'external_accounts.plan': supportedByAccounts(words('a.plan = any(?)')),
    // Created or changed by the import, as long as it can be undone.
    import: inScope('people', reading('id', ids(`id in (select imported_ids(?, 'suggestions'))`))),
    // Smart votes do not exist here.
    has_smartvote_score: neverTrue('suggestions'),
    has_response: counted(
      fewAndOthers(
        'suggestions',
        'select count(*) from suggestions where last_status_update_id is not null',
      ),
      flag('last_status_update_id is not null'),
      { sql: 'is_few' },
    ),
    engagement_since: reading('figures', since('last_engagement_at', 'excluded')),
    no_engagement_since: reading('figures', before('last_engagement_at', 'included')),
    ...period,
    q: searchedText,
  },
  selfIncludes: { parent_suggestions: 'parent_suggestion' },
  customFields: ['suggestions'],
  hasSegmentedValues: true,
})
