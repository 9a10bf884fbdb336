import { integer, resource, text, time } from './resource.ts'

export const teams = resource('teams', {
  singular: 'team',
  access: { scope: 'settings' },
  events: { joinTables: ['team_members'] },
  fields: { id: integer, name: text, members_count: integer, created_at: time, updated_at: time },
  links: null,
  sorts: ['id', 'name', 'members_count', 'created_at', 'updated_at'],
})
