import {
  ids,
  inScope,
  integer,
  object,
  one,
  orNull,
  required,
  resource,
  text,
  time,
  words,
} from './resource.ts'

/** What guests wrote on the portal, until they confirm their address or a moderator decides. */
export const guest_contributions = resource('guest_contributions', {
  singular: 'guest contribution',
  extension:
    'Suggestions, comments and votes of guests, which wait until the address is confirmed or a moderator approves them.',
  access: { scope: 'feedback', read: 'admin' },
  fields: {
    id: integer,
    kind: text,
    state: text,
    name: inScope('people', text),
    email_address: inScope('people', text),
    title: text,
    body: text,
    /** What the guest answered in the form, by the key of the custom field. */
    custom_fields: object,
    // The suggestion, comment or supporter that approving it made.
    record_id: orNull(integer),
    created_at: time,
    updated_at: time,
    expires_at: time,
  },
  links: {
    forum: required('forums'),
    category: one('categories'),
    suggestion: one('suggestions'),
    // The comment that a comment answers.
    reply_to: one('comments'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: {
    state: words('state = any(?)', { among: ['waiting', 'approved', 'spam', 'deleted'] }),
    forum: ids('forum_id = any(?)'),
  },
})
