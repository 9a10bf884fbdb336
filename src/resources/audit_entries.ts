import { ids, integer, object, one, orNull, resource, text, time, words } from './resource.ts'

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
    before: orNull(object),
    after: orNull(object),
    address: orNull(text),
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
  },
})
