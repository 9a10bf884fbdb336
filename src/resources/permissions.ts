import { ids, inScope, integer, one, orNull, required, resource, text, time } from './resource.ts'

export const permissions = resource('permissions', {
  singular: 'permission',
  access: { scope: 'settings', read: 'admin', write: 'owner' },
  fields: {
    id: integer,
    license_type: text,
    feedback: text,
    features: text,
    knowledgebase: text,
    settings: text,
    tickets: text,
    reply_to: inScope('people', orNull(text)),
    invitation_code: orNull(text),
    created_at: time,
    updated_at: time,
  },
  links: { user: required('users'), invitation: one('invitations', { sql: 'null::bigint' }) },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { user: ids('user_id = any(?)') },
})
