import { ids, integer, object, one, resource, text, time } from './resource.ts'

export const segments = resource('segments', {
  singular: 'segment',
  access: { scope: 'people' },
  fields: {
    id: integer,
    key: text,
    name: text,
    filters: object,
    created_at: time,
    updated_at: time,
  },
  links: { created_by: one('users'), updated_by: one('users') },
  sorts: ['id', 'name', 'created_at', 'updated_at'],
  defaultSort: 'id',
  filters: { created_by: ids('created_by_id = any(?)') },
})
