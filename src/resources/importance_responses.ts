import { integer, number, one, resource, text, time } from './resource.ts'

export const importance_responses = resource('importance_responses', {
  singular: 'importance response',
  access: { scope: 'feedback' },
  fields: { id: integer, label: text, value: number, created_at: time, updated_at: time },
  links: { user: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
})
