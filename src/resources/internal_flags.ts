import { ids, integer, one, orNull, required, resource, text, time } from './resource.ts'

export const internal_flags = resource('internal_flags', {
  singular: 'internal flag',
  access: { scope: 'feedback', except: { POST: 'contributor' } },
  events: { kind: 'of a suggestion' },
  fields: {
    id: integer,
    reason: text,
    // An extension: the wire format does not show whether a flag is cleared.
    cleared_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: { suggestion: required('suggestions'), user: one('users'), created_by: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { suggestion: ids('suggestion_id = any(?)'), user: ids('user_id = any(?)') },
})
