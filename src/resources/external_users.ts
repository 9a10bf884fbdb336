import { ids, integer, one, orNull, required, resource, text, time, words } from './resource.ts'

export const external_users = resource('external_users', {
  singular: 'external user',
  access: { scope: 'people' },
  fields: {
    id: integer,
    external_id: text,
    email: orNull(text),
    name: orNull(text),
    type: orNull(text),
    ip: orNull(text),
    external_created_at: orNull(time),
    last_seen_at: orNull(time),
    seen_days: orNull(integer),
    created_at: time,
    updated_at: time,
  },
  links: { user: required('users'), external_account: one('external_accounts') },
  sorts: [
    'id',
    'external_id',
    'email',
    'name',
    'external_created_at',
    'last_seen_at',
    'seen_days',
    'created_at',
    'updated_at',
  ],
  filters: { external_id: words('external_id = any(?)'), user: ids('user_id = any(?)') },
  customFields: ['external_users'],
})
