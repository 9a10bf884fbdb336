import { creating, own } from './access.ts'
import { ids, integer, many, one, required, resource, text, time } from './resource.ts'

export const notes = resource('notes', {
  singular: 'note',
  access: {
    scope: 'feedback',
    except: {
      POST: creating([
        'body',
        'body_mime_type',
        'attachment_tokens',
        'links.suggestion',
        'links.parent',
        'links.mentions',
        'links.created_by',
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
    reply_count: integer,
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: required('suggestions'),
    created_by: one('users'),
    mentions: many('users', { table: 'note_mentions', owner: 'note_id', target: 'user_id' }),
    parent: one('notes'),
  },
  sorts: ['id', 'reply_count', 'created_at', 'updated_at'],
  filters: {
    suggestion: ids('suggestion_id = any(?)'),
    // An extension to the wire format: notes that mention a user.
    mention: ids('id in (select note_id from note_mentions where user_id = any(?))'),
  },
})
