import { boolean, integer, one, resource, search, text, time } from './resource.ts'

export const labels = resource('labels', {
  singular: 'label',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    name: text,
    full_name: text,
    level: integer,
    open_suggestions_count: integer,
    can_recommend: boolean,
    created_at: time,
    updated_at: time,
  },
  links: { parent: one('labels') },
  sorts: ['id', 'name', 'full_name', 'level', 'open_suggestions_count', 'created_at', 'updated_at'],
  filters: { q: search(`normalize_text(full_name) like contains_pattern(?)`) },
})
