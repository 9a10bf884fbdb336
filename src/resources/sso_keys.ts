import { computed, integer, orNull, resource, text, time } from './resource.ts'

/** Keys that sign single sign-on tokens of end users. */
export const sso_keys = resource('sso_keys', {
  singular: 'SSO key',
  extension: 'Keys of single sign-on tokens for the portal. For owners.',
  access: { scope: 'settings', read: 'owner', write: 'owner' },
  fields: {
    id: integer,
    name: text,
    // Only in the response that creates it.
    key: computed(orNull(text), 'null::text'),
    last_used_at: orNull(time),
    revoked_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: null,
  sorts: ['id', 'created_at', 'updated_at'],
})
