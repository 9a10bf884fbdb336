import { ids, integer, one, resource, time } from './resource.ts'

export const importance_scores = resource('importance_scores', {
  singular: 'importance score',
  access: { scope: 'feedback', except: { POST: 'contributor' } },
  events: { kind: 'of a suggestion' },
  fields: { id: integer, created_at: time, updated_at: time },
  links: {
    user: one('users'),
    response: one('importance_responses'),
    suggestion: one('suggestions'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { suggestion: ids('suggestion_id = any(?)'), user: ids('user_id = any(?)') },
})
