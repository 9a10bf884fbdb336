import {
  boolean,
  computed,
  figure,
  ids,
  inScope,
  integer,
  number,
  orNull,
  resource,
  search,
  text,
  time,
  words,
} from './resource.ts'

export const external_accounts = resource('external_accounts', {
  singular: 'external account',
  access: { scope: 'people' },
  fields: {
    id: integer,
    external_id: orNull(text),
    name: orNull(text),
    plan: orNull(text),
    mrr: orNull(number),
    mrr_cents: computed(orNull(integer), '(mrr * 100)::bigint'),
    ltv: orNull(number),
    ltv_cents: computed(orNull(integer), '(ltv * 100)::bigint'),
    revenue: computed(orNull(number), 'mrr'),
    nps: figure(orNull(number)),
    users_count: figure(integer),
    requests_count: inScope('feedback', figure(integer)),
    supported_ideas_count: inScope('feedback', figure(integer)),
    is_blocker: computed(orNull(boolean), 'null::boolean'),
    last_active_at: figure(orNull(time)),
    external_created_at: orNull(time),
    created_at: time,
    updated_at: figure(time),
  },
  links: {},
  sorts: [
    'id',
    'external_id',
    'name',
    'plan',
    'mrr',
    'ltv',
    'nps',
    'users_count',
    'requests_count',
    'supported_ideas_count',
    'last_active_at',
    'external_created_at',
    'created_at',
    'updated_at',
  ],
  defaultSort: '-last_active_at',
  filters: {
    external_id: words('external_id = any(?)'),
    suggestion: inScope(
      'feedback',
      ids(`id in (
        select e.external_account_id from supporters s join external_users e on e.user_id = s.user_id
        where s.suggestion_id = any(?))`),
    ),
    feature: inScope(
      'feedback',
      ids(`id in (
        select e.external_account_id from suggestion_features f
        join supporters s on s.suggestion_id = f.suggestion_id
        join external_users e on e.user_id = s.user_id
        where f.feature_id = any(?))`),
    ),
    // An extension to the wire format: accounts with a member of the segment.
    segment: ids(`id in (
      select e.external_account_id from segment_members m join external_users e on e.user_id = m.user_id
      where m.segment_id = any(?))`),
    q: search('words like contains_pattern(?)', { reads: 'id', table: 'external_accounts_search' }),
  },
  customFields: ['external_accounts'],
})
