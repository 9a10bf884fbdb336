import { ids, integer, required, resource, text, time } from './resource.ts'

export const categories = resource('categories', {
  singular: 'category',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    name: text,
    suggestions_count: integer,
    open_suggestions_count: integer,
    position: integer,
    created_at: time,
    updated_at: time,
  },
  links: { forum: required('forums') },
  sorts: [
    'id',
    'name',
    'position',
    'suggestions_count',
    'open_suggestions_count',
    'created_at',
    'updated_at',
  ],
  filters: { forum: ids('forum_id = any(?)') },
})
