import {
  computed,
  ids,
  inScope,
  integer,
  object,
  one,
  orNull,
  resource,
  search,
  text,
  time,
  words,
} from './resource.ts'

const named = (table: string, column = 'name') =>
  `when '${table}' then (select ${column} from ${table} s where s.id = audit_entries.subject_id)`

/** What the record is called now; of one that is gone, what it was called. */
const SUBJECT_NAME = `coalesce(case subject_type
  ${named('users', "coalesce(nullif(s.name, ''), s.email_address)")}
  when 'sessions' then (select coalesce(nullif(s.name, ''), s.email_address) from users s
    where s.id = (audit_entries.before->>'user_id')::bigint)
  ${[
    'forums',
    'categories',
    'statuses',
    'internal_statuses',
    'feature_statuses',
    'product_areas',
    'custom_fields',
    'segments',
    'teams',
    'theme_sets',
    'themes',
    'api_clients',
    'oidc_providers',
    'passkeys',
  ]
    .map((table) => named(table))
    .join('\n  ')}
  ${named('announcements', 'title')}
  ${named('moves', 'account')}
  ${named('labels', 'full_name')}
  ${named('invitations', 'email')}
  end, before->>'name', after->>'name', before->>'email', after->>'email')`

/** Who did what, from where. Entries are only added. */
export const audit_entries = resource('audit_entries', {
  singular: 'audit entry',
  extension:
    'Lists who did what, from where: sign-ins, changes of people, clients and settings, exports and erasures.',
  access: { scope: 'settings', read: 'owner', write: 'owner' },
  // Written beside changes that have events, and by every failed sign-in.
  events: null,
  fields: {
    id: integer,
    action: text,
    subject_type: orNull(text),
    subject_id: orNull(integer),
    subject_name: inScope('people', computed(orNull(text), SUBJECT_NAME)),
    before: inScope('people', orNull(object)),
    after: inScope('people', orNull(object)),
    address: inScope('people', orNull(text)),
    request_id: orNull(text),
    api_client_id: orNull(integer),
    created_at: time,
    updated_at: time,
  },
  // Not a foreign key: the entry stays as it is when the person is gone.
  links: { user: one('users', { sql: 'user_id' }) },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: {
    user: ids('user_id = any(?)'),
    api_client: ids('api_client_id = any(?)'),
    action: words('action = any(?)'),
    subject_type: words('subject_type = any(?)'),
    subject: ids('subject_id = any(?)'),
    q: search(
      `(normalize_text(concat_ws(' ', action, subject_type, before::text, after::text, address)) like contains_pattern(?)
        or normalize_text(${SUBJECT_NAME}) like contains_pattern(?)
        or user_id in (select id from users_search where words like contains_pattern(?)))`,
      { scope: 'people' },
    ),
  },
})
