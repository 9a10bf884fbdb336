import { boolean, ids, integer, one, orNull, required, resource, text, time } from './resource.ts'

export const status_updates = resource('status_updates', {
  singular: 'status update',
  access: { scope: 'feedback' },
  events: { kind: 'of a suggestion' },
  fields: {
    id: integer,
    body: orNull(text),
    html_body: orNull(text),
    supporters_notified: boolean,
    notification_email_address: orNull(text),
    mail_sent_count: integer,
    mail_opened_count: integer,
    mail_clicked_count: integer,
    thumbs_up_count: integer,
    thumbs_down_count: integer,
    reactions_enabled: boolean,
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: required('suggestions'),
    user: one('users'),
    new_status: one('statuses'),
    old_status: one('statuses'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: { suggestion: ids('suggestion_id = any(?)') },
})
