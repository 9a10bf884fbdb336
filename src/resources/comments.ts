import { creating, own } from './access.ts'
import {
  boolean,
  computed,
  ids,
  integer,
  many,
  number,
  one,
  orNull,
  required,
  resource,
  text,
  time,
  words,
} from './resource.ts'

export const comments = resource('comments', {
  singular: 'comment',
  access: {
    scope: 'feedback',
    except: {
      POST: creating([
        'body',
        'body_mime_type',
        'channel',
        'subscribe',
        'user_email',
        'user_name',
        'links.suggestion',
        'links.created_by',
        'links.reply_to',
      ]),
      'PUT /:id': own(),
      'PUT /:id/delete': own(),
      'DELETE /:id': own(),
    },
  },
  events: { kind: 'of a suggestion' },
  fields: {
    id: integer,
    body: text,
    body_mime_type: text,
    state: text,
    channel: text,
    sentiment_score: computed(orNull(number), 'null::numeric'),
    is_admin_comment: boolean,
    inappropriate_flags_count: integer,
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: required('suggestions'),
    created_by: required('users'),
    // An extension to the wire format: the comment that it answers, on the same suggestion.
    reply_to: one('comments'),
    mentions: many('users', { table: 'comment_mentions', owner: 'comment_id', target: 'user_id' }),
  },
  sorts: ['id', 'inappropriate_flags_count', 'created_at', 'updated_at'],
  filters: {
    state: words('state = any(?)', { among: ['new', 'approved', 'published', 'spam', 'deleted'] }),
    suggestion: ids('suggestion_id = any(?)'),
    // Extensions to the wire format: comments of a user, and those that mention one.
    creator: ids('created_by_id = any(?)'),
    mention: ids('id in (select comment_id from comment_mentions where user_id = any(?))'),
  },
})
