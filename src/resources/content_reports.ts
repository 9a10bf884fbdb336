import { ids, integer, one, orNull, required, resource, text, time, words } from './resource.ts'

export const REPORT_REASONS = ['spam', 'abuse', 'personal_data', 'off_topic', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** What readers of the portal report: a suggestion or a comment. */
export const content_reports = resource('content_reports', {
  singular: 'content report',
  extension: 'Suggestions and comments that readers of the portal reported to the moderators.',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    reason: text,
    body: text,
    state: text,
    // The state before this report hid what it is about, where it did.
    hidden_state: orNull(text),
    decided_at: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: {
    suggestion: one('suggestions'),
    comment: one('comments'),
    user: required('users'),
    decided_by: one('users'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: {
    state: words('state = any(?)', { among: ['open', 'dismissed', 'upheld'] }),
    suggestion: ids('suggestion_id = any(?)'),
    comment: ids('comment_id = any(?)'),
    user: ids('user_id = any(?)'),
  },
})
