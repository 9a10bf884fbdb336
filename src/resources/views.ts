import { boolean, ids, integer, one, orNull, resource, text, time, words } from './resource.ts'

export const views = resource('views', {
  singular: 'view',
  // A saved view is a setting of the person, until they share it.
  isPrivate: true,
  events: { kind: 'of a person' },
  access: {
    scope: 'feedback',
    except: {
      POST: 'viewer',
      'PUT /:id': { others: 'admin', own: 'viewer' },
      'DELETE /:id': { others: 'admin', own: 'viewer' },
      'PUT /:id/share': { others: 'admin', own: 'contributor' },
    },
  },
  fields: {
    id: integer,
    kind: text,
    sub_kind: orNull(text),
    name: text,
    params: orNull(text),
    position: integer,
    subscribed: boolean,
    subscription_params: orNull(text),
    object_id: orNull(integer),
    created_at: time,
    updated_at: time,
  },
  links: {
    user: one('users'),
    created_by: one('users'),
    smartvote_experiment: one('smartvote_experiments', { sql: 'null::bigint' }),
  },
  sorts: ['id', 'name', 'position', 'created_at', 'updated_at'],
  defaultSort: '-position',
  // A shared view belongs to everybody.
  filters: { user: ids('(user_id = any(?) or user_id is null)'), kind: words('kind = any(?)') },
})
