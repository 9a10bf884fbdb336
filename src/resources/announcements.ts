import {
  address,
  before,
  boolean,
  computed,
  ids,
  integer,
  many,
  one,
  orNull,
  resource,
  search,
  since,
  text,
  texts,
  time,
  words,
} from './resource.ts'

/** What an announcement is about. */
export const ANNOUNCEMENT_TYPES = ['new', 'improved', 'fixed'] as const

/** What the team announces, beside the status updates of suggestions. */
export const announcements = resource('announcements', {
  singular: 'announcement',
  extension: 'What the team announces, with linked suggestions: drafts, scheduled and published.',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    title: text,
    body: text,
    body_mime_type: text,
    types: computed(texts, 'to_jsonb(announcements.types)'),
    state: text,
    publish_at: orNull(time),
    published_at: orNull(time),
    picture_alt: orNull(text),
    notify_supporters: computed(boolean, '(notification_requested_at is not null)'),
    notification_requested_at: orNull(time),
    portal_url: address('/updates/{id}'),
    created_at: time,
    updated_at: time,
  },
  links: {
    picture: one('attachments'),
    suggestions: many('suggestions', {
      table: 'announcement_suggestions',
      owner: 'announcement_id',
      target: 'suggestion_id',
    }),
    forums: many('forums', {
      table: 'announcement_forums',
      owner: 'announcement_id',
      target: 'forum_id',
    }),
    notification_requested_by: one('users'),
    created_by: one('users'),
    updated_by: one('users'),
  },
  sorts: ['id', 'title', 'published_at', 'created_at', 'updated_at'],
  filters: {
    q: search('normalize_text(title) like contains_pattern(?)'),
    state: words('state = any(?)', { among: ['draft', 'scheduled', 'published'] }),
    forum: ids('id in (select announcement_id from announcement_forums where forum_id = any(?))'),
    suggestion: ids(
      'id in (select announcement_id from announcement_suggestions where suggestion_id = any(?))',
    ),
    published_after: since('published_at', 'excluded'),
    published_before: before('published_at', 'excluded'),
  },
})
