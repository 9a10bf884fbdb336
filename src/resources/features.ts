import {
  boolean,
  computed,
  flag,
  ids,
  inScope,
  integer,
  many,
  number,
  one,
  orNull,
  ownCustomFields,
  resource,
  search,
  text,
  time,
} from './resource.ts'

// Of opportunities, which are accounts.
const noOpportunity = inScope('people', computed(orNull(number), 'null::numeric'))

export const features = resource('features', {
  singular: 'feature',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    name: text,
    description: orNull(text),
    description_mime_type: text,
    position: integer,
    is_blocker: computed(orNull(boolean), 'null::boolean'),
    suggestions_count: integer,
    supporting_users_count: integer,
    supporting_accounts_count: inScope('people', integer),
    supporter_revenue: inScope('people', number),
    supporter_mrr_cents: inScope('people', computed(integer, '(supporter_revenue * 100)::bigint')),
    jira_link_count: integer,
    vsts_link_count: integer,
    cv_open_opportunities: noOpportunity,
    cv_lost_opportunities: noOpportunity,
    cv_potential_revenue: noOpportunity,
    cv_lost_revenue: noOpportunity,
    cv_open_opportunities_blockers: noOpportunity,
    cv_potential_revenue_blockers: noOpportunity,
    created_at: time,
    updated_at: time,
  },
  links: {
    created_by: one('users'),
    updated_by: one('users'),
    feature_status: one('feature_statuses'),
    product_area: one('product_areas'),
    roadmap: one('roadmaps', { sql: 'null::bigint' }),
    suggestions: many('suggestions', {
      table: 'suggestion_features',
      owner: 'feature_id',
      target: 'suggestion_id',
    }),
    custom_fields: ownCustomFields('features'),
  },
  sorts: [
    'id',
    'name',
    'position',
    'suggestions_count',
    'supporting_users_count',
    'supporting_accounts_count',
    'supporter_revenue',
    'created_at',
    'updated_at',
  ],
  filters: {
    suggestion: ids(
      'id in (select feature_id from suggestion_features where suggestion_id = any(?))',
    ),
    user: ids(`id in (
      select f.feature_id from suggestion_features f join supporters s on s.suggestion_id = f.suggestion_id
      where s.user_id = any(?))`),
    account: inScope(
      'people',
      ids(`id in (
        select f.feature_id from suggestion_features f
        join supporters s on s.suggestion_id = f.suggestion_id
        join external_users e on e.user_id = s.user_id
        where e.external_account_id = any(?))`),
    ),
    // Extensions to the wire format: names, the columns of a board, product areas, and segments.
    q: search('normalize_text(name) like contains_pattern(?)'),
    feature_status: ids('feature_status_id = any(?)'),
    feature_status_none: flag('feature_status_id is null'),
    product_area: ids('product_area_id = any(?)'),
    product_area_none: flag('product_area_id is null'),
    segment: inScope(
      'people',
      ids(`id in (
        select record_id from segment_figures where collection = 'features' and segment_id = any(?))`),
    ),
  },
  customFields: ['features'],
  hasSegmentedValues: true,
})
