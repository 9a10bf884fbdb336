import {
  boolean,
  computed,
  ids,
  integer,
  one,
  orNull,
  required,
  resource,
  text,
  time,
} from './resource.ts'

const ofTheNewStatus = (column: string) =>
  `(select s.${column} from internal_statuses s where s.id = new_internal_status_id)`

export const internal_status_updates = resource('internal_status_updates', {
  singular: 'internal status update',
  access: { scope: 'feedback' },
  events: { kind: 'of a suggestion' },
  fields: {
    id: integer,
    name: computed(orNull(text), ofTheNewStatus('name')),
    hex_color: computed(orNull(text), ofTheNewStatus('hex_color')),
    internal_status_id: computed(orNull(integer), 'new_internal_status_id'),
    teams_notified: boolean,
    thumbs_up_count: integer,
    thumbs_down_count: integer,
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: required('suggestions'),
    created_by: one('users'),
    new_internal_status: one('internal_statuses'),
    old_internal_status: one('internal_statuses'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { suggestion: ids('suggestion_id = any(?)') },
})
