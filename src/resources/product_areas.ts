import { integer, one, resource, text, time } from './resource.ts'

export const product_areas = resource('product_areas', {
  singular: 'product area',
  access: { scope: 'feedback' },
  fields: { id: integer, name: text, created_at: time, updated_at: time },
  links: { created_by: one('users'), updated_by: one('users') },
  sorts: ['id', 'name', 'created_at', 'updated_at'],
})
