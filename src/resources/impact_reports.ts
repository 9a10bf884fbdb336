import { integer, one, resource, text, time } from './resource.ts'

export const impact_reports = resource('impact_reports', {
  singular: 'impact report',
  access: { scope: 'feedback' },
  fields: { id: integer, name: text, body: text, created_at: time, updated_at: time },
  links: { suggestion: one('suggestions'), created_by: one('users'), updated_by: one('users') },
  sorts: ['id', 'name', 'created_at', 'updated_at'],
})
