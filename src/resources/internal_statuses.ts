import { boolean, integer, resource, text, time } from './resource.ts'

export const internal_statuses = resource('internal_statuses', {
  singular: 'internal status',
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
  links: null,
  sorts: ['id', 'name', 'position', 'created_at', 'updated_at'],
})
