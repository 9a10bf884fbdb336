import { boolean, integer, resource, text, time } from './resource.ts'

export const statuses = resource('statuses', {
  singular: 'status',
  access: { scope: 'settings' },
  fields: {
    id: integer,
    name: text,
    is_open: boolean,
    hex_color: text,
    position: integer,
    allow_comments: boolean,
    is_default: boolean,
    created_at: time,
    updated_at: time,
  },
  links: null,
  sorts: ['id', 'name', 'position', 'created_at', 'updated_at'],
})
