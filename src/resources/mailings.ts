import { ids, integer, one, orNull, resource, text, time, words } from './resource.ts'

/** The mails about a status update, a supporter message, a comment, a merge or an announcement. */
export const mailings = resource('mailings', {
  singular: 'mailing',
  extension:
    'The mails about a status update, a message, a comment, a merge or an announcement, with their progress.',
  access: { scope: 'feedback' },
  // Only a change of the state: functions/events.sql has its trigger.
  events: { hasUpdates: false },
  fields: {
    id: integer,
    state: text,
    stopped_reason: orNull(text),
    recipients_count: integer,
    sent_count: integer,
    skipped_count: integer,
    failed_count: integer,
    created_at: time,
    updated_at: time,
  },
  links: {
    status_update: one('status_updates'),
    supporter_message: one('supporter_messages'),
    announcement: one('announcements'),
    comment: one('comments'),
    // The suggestion that was merged into another.
    merged_suggestion: one('suggestions', {
      sql: '(select g.from_suggestion_id from merges g where g.id = mailings.merge_id)',
    }),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: {
    state: words('state = any(?)', { among: ['sending', 'sent', 'stopped'] }),
    status_update: ids('status_update_id = any(?)'),
    supporter_message: ids('supporter_message_id = any(?)'),
    announcement: ids('announcement_id = any(?)'),
    comment: ids('comment_id = any(?)'),
    merged_suggestion: ids(
      'merge_id in (select g.id from merges g where g.from_suggestion_id = any(?))',
    ),
  },
})
