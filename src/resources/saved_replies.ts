import { integer, one, resource, search, text, time } from './resource.ts'

export const saved_replies = resource('saved_replies', {
  singular: 'saved reply',
  extension: 'Texts that the team uses again in answers, comments and notes.',
  access: { scope: 'settings' },
  // Markdown.
  fields: { id: integer, title: text, body: text, created_at: time, updated_at: time },
  links: { created_by: one('users'), updated_by: one('users') },
  sorts: ['id', 'title', 'created_at', 'updated_at'],
  defaultSort: 'title',
  filters: { q: search(`normalize_text(title || ' ' || body) like contains_pattern(?)`) },
})
