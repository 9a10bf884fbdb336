import { integer, one, resource, text, time } from './resource.ts'

export const feedback_atoms = resource('feedback_atoms', {
  singular: 'feedback atom',
  access: { scope: 'feedback' },
  events: { kind: 'of a suggestion' },
  fields: { id: integer, body: text, created_at: time, updated_at: time },
  links: { feedback_record: one('feedback_records'), suggestion: one('suggestions') },
  sorts: ['id', 'created_at', 'updated_at'],
})
