import { ids, inScope, integer, one, orNull, required, resource, text, time } from './resource.ts'

export const supporter_messages = resource('supporter_messages', {
  singular: 'supporter message',
  access: { scope: 'feedback' },
  events: { kind: 'of a suggestion' },
  aliases: ['messages'],
  fields: {
    id: integer,
    body: text,
    body_mime_type: text,
    mail_sent_count: integer,
    mail_opened_count: integer,
    mail_clicked_count: integer,
    reply_count: integer,
    notification_email_address: inScope('people', orNull(text)),
    created_at: time,
    updated_at: time,
  },
  links: { suggestion: required('suggestions'), created_by: one('users') },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { suggestion: ids('suggestion_id = any(?)') },
})
