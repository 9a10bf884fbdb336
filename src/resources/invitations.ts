import { computed, flag, inScope, integer, one, orNull, resource, text, time } from './resource.ts'

/** Invitations to staff. Not those to forums. */
export const invitations = resource('invitations', {
  singular: 'invitation',
  extension: 'Invitations to staff, not to forums. For owners.',
  access: { scope: 'settings', read: 'owner', write: 'owner' },
  fields: {
    id: integer,
    email: inScope('people', text),
    role: text,
    // Only the response to its creation has it.
    url: computed(orNull(text), 'null::text'),
    expires_at: time,
    accepted_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: { created_by: one('users'), user: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { accepted: flag('accepted_at is not null') },
})
