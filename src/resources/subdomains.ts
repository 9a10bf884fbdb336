import { integer, one, orNull, resource, text, time } from './resource.ts'

export const subdomains = resource('subdomains', {
  singular: 'subdomain',
  extension: 'Every collection has a list. This one has one record.',
  access: { scope: 'settings' },
  fields: {
    id: integer,
    key: text,
    name: text,
    cname: orNull(text),
    deleted_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: {
    default_forum: one('forums', { sql: '(select f.id from forums f where f.is_default)' }),
  },
  sorts: ['id', 'created_at', 'updated_at'],
})
