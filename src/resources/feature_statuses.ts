import { boolean, integer, one, resource, text, time } from './resource.ts'

export const feature_statuses = resource('feature_statuses', {
  singular: 'feature status',
  access: { scope: 'settings' },
  fields: {
    id: integer,
    name: text,
    position: integer,
    hex_color: text,
    is_default: boolean,
    created_at: time,
    updated_at: time,
  },
  links: { created_by: one('users'), updated_by: one('users') },
  sorts: ['id', 'name', 'position', 'created_at', 'updated_at'],
})
