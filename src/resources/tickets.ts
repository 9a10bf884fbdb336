import { integer, one, resource, text, time } from './resource.ts'

export const tickets = resource('tickets', {
  singular: 'ticket',
  extension: 'Returns the tickets that `convert_to_ticket` creates.',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    ticket_number: integer,
    subject: text,
    state: text,
    channel: text,
    created_at: time,
    updated_at: time,
  },
  links: { assignee: one('users'), contact: one('users'), created_by: one('users') },
  sorts: ['id', 'ticket_number', 'subject', 'created_at', 'updated_at'],
})
