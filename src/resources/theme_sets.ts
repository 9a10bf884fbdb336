import { integer, many, resource, text, time } from './resource.ts'

export const theme_sets = resource('theme_sets', {
  singular: 'theme set',
  access: { scope: 'feedback' },
  fields: { id: integer, name: text, created_at: time, updated_at: time },
  links: { themes: many('themes', { table: 'themes', owner: 'theme_set_id', target: 'id' }) },
  sorts: ['id', 'name', 'created_at', 'updated_at'],
})
