import {
  address,
  boolean,
  computed,
  counted,
  expression,
  fewAndOthers,
  figure,
  flag,
  ids,
  inScope,
  integer,
  many,
  object,
  one,
  onlyWhenFilteredBy,
  orNull,
  resource,
  search,
  text,
  time,
  words,
} from './resource.ts'
import { userTraits } from './traits.ts'

// How the user took part in the suggestions that the list is filtered by.
const supporting = 'select user_id from supporters where suggestion_id = any(?)'
const contributing = `select created_by_id from suggestions where id = any(?)
  union all select created_by_id from comments where suggestion_id = any(?)`
const supported = `id in (${supporting})`

const theirSupport = (column: string) =>
  `(select ${column} from supporters s where s.user_id = users.id and s.suggestion_id = any(?)
    order by s.id limit 1)`

const theirPermissions = `(
  select json_build_object(
    'billing', case p.settings when 'manage_account' then 'manage' else 'none' end,
    'knowledgebase', p.knowledgebase, 'license_type', p.license_type, 'settings', p.settings,
    'suggestions', p.feedback, 'tickets', p.tickets)
  from permissions p where p.user_id = users.id)`

/** Replaces erased authors of comments, because a comment in a response always has an author. */
export const PLACEHOLDER_AUTHOR = { email: 'nobody@erased.invalid', name: 'Anonymous' }
const isPlaceholder = `lower(email_address) = '${PLACEHOLDER_AUTHOR.email}'`

export const users = resource('users', {
  singular: 'user',
  access: { scope: 'people', except: { 'POST /find_or_create': 'contributor' } },
  fields: {
    id: integer,
    guid: orNull(text),
    name: text,
    email_address: text,
    email_confirmed: boolean,
    job_title: orNull(text),
    avatar_url: address('/avatars/{id}'),
    last_ip: orNull(text),
    last_login: orNull(time),
    country: orNull(text),
    region: orNull(text),
    city: orNull(text),
    satisfaction_score: orNull(integer),
    allowed_state: text,
    // An extension: what a blocked person wrote and supports is hidden.
    content_hidden: boolean,
    // Extensions: mails to the address did not arrive, so it gets no mailings.
    email_suppressed_at: orNull(time),
    email_suppressed_reason: orNull(text),
    state: text,
    supported_suggestions_count: inScope('feedback', figure(integer)),
    is_admin: boolean,
    is_owner: boolean,
    is_validation_admin: boolean,
    status_notifications: boolean,
    comment_notifications: boolean,
    created_at: time,
    updated_at: figure(time),
    is_subscribed: inScope(
      'feedback',
      onlyWhenFilteredBy('suggestion', boolean, theirSupport('is_subscribed')),
    ),
    support_created_at: inScope(
      'feedback',
      onlyWhenFilteredBy('suggestion', time, theirSupport('created_at')),
    ),
    suggestion_votes: inScope(
      'feedback',
      onlyWhenFilteredBy('suggestion', integer, theirSupport('votes_count')),
    ),
    permissions: inScope('settings', computed(orNull(object), theirPermissions)),
    traits: computed(orNull(object), userTraits),
  },
  links: {
    current_nps_rating: one('nps_ratings'),
    previous_nps_rating: one('nps_ratings'),
    external_users: many('external_users', {
      table: 'external_users',
      owner: 'user_id',
      target: 'id',
    }),
    teams: many('teams', { table: 'team_members', owner: 'user_id', target: 'team_id' }),
    supporter: one('supporters', { whenFilteredBy: 'suggestion', sql: theirSupport('id') }),
    crm_account: one('crm_accounts', { sql: 'null::bigint' }),
  },
  sorts: [
    'id',
    'name',
    'email_address',
    'created_at',
    'updated_at',
    'last_login',
    'satisfaction_score',
    'supported_suggestions_count',
  ],
  filters: {
    q: search('words like contains_pattern(?)', { reads: 'id', table: 'users_search' }),
    email_address: words('lower(email_address) = any(?)', { isCaseInsensitive: true }),
    allowed_state: words('allowed_state = any(?)'),
    internal_user: flag('is_admin'),
    email_suppressed: flag('email_suppressed_at is not null'),
    team: ids('id in (select user_id from team_members where team_id = any(?))'),
    external_account: ids(
      'id in (select user_id from external_users where external_account_id = any(?))',
    ),
    suggestion: inScope('feedback', {
      ...ids(supported),
      variants: {
        parameter: 'association',
        sql: {
          supported,
          contributed: `id in (${contributing})`,
          engaged: `id in (${supporting} union all ${contributing})`,
        },
      },
    }),
    segment: ids('id in (select user_id from segment_members where segment_id = any(?))'),
    // Created or changed by the import, as long as it can be undone.
    import: ids(`id in (
      select imported_ids(?, 'users')
      union select user_id from external_users where id in (select imported_ids(?, 'external_users')))`),
    // Extension: the author in the place of people who were erased.
    erased: counted(
      fewAndOthers('users', `select count(*) from users where ${isPlaceholder}`),
      flag(isPlaceholder),
      { sql: 'is_few' },
    ),
    expression,
    feature: inScope(
      'feedback',
      ids(`id in (
        select s.user_id from supporters s join suggestion_features f on f.suggestion_id = s.suggestion_id
        where f.feature_id = any(?))`),
    ),
  },
  customFields: ['external_users', 'external_accounts'],
})
