import { integer, required, resource, text, time } from './resource.ts'

export const themes = resource('themes', {
  singular: 'theme',
  access: { scope: 'feedback' },
  fields: { id: integer, name: text, created_at: time, updated_at: time },
  links: { theme_set: required('theme_sets') },
  sorts: ['id', 'name', 'created_at', 'updated_at'],
})
