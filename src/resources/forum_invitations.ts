import {
  computed,
  flag,
  ids,
  integer,
  one,
  orNull,
  required,
  resource,
  text,
  time,
} from './resource.ts'

export const forum_invitations = resource('forum_invitations', {
  singular: 'forum invitation',
  access: { scope: 'people' },
  fields: {
    id: integer,
    code: text,
    email: text,
    text: orNull(text),
    subject: orNull(text),
    reply_to: orNull(text),
    return_to: orNull(text),
    action: orNull(text),
    claimed_at: orNull(time),
    // The vendor's own SDK parses these two as dates, so only null is safe.
    satisfaction_score: computed(orNull(text), 'null::text'),
    avatar_url: computed(orNull(text), 'null::text'),
    created_at: time,
    updated_at: time,
  },
  links: { forum: required('forums'), claimed_by: one('users'), invited_by: one('users') },
  sorts: ['id', 'email', 'claimed_at', 'created_at', 'updated_at'],
  filters: { forum: ids('forum_id = any(?)'), claimed: flag('claimed_at is not null') },
})
