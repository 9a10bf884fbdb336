import {
  boolean,
  computed,
  integer,
  listOf,
  one,
  orNull,
  resource,
  text,
  time,
  words,
} from './resource.ts'

/** How many records that were not changed a bulk action lists. */
const MAX_ERRORS = 100

const errors = `(
  select coalesce(json_agg(json_build_object('id', suggestion_id, 'reason', reason) order by position), '[]') from (
    select suggestion_id, reason, position from bulk_action_records r
    where r.bulk_action_id = bulk_actions.id and reason is not null order by position limit ${MAX_ERRORS}) problems)`

export const bulk_actions = resource('bulk_actions', {
  singular: 'bulk action',
  extension: 'The bulk actions of the last 30 days, with their progress.',
  access: { scope: 'feedback' },
  fields: {
    id: integer,
    action: text,
    state: text,
    query: orNull(text),
    body: orNull(text),
    body_mime_type: text,
    notify_supporters: boolean,
    total_count: integer,
    done_count: integer,
    changed_count: integer,
    failed_count: integer,
    undone_count: integer,
    errors: computed(listOf({ id: integer, reason: text }), errors),
    undo_until: orNull(time),
    created_at: time,
    updated_at: time,
  },
  links: {
    created_by: one('users'),
    label: one('labels'),
    category: one('categories'),
    status: one('statuses'),
    owner: one('users'),
    forum: one('forums'),
    suggestion: one('suggestions'),
  },
  sorts: ['id', 'created_at', 'updated_at'],
  filters: {
    state: words('state = any(?)', {
      among: ['queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone'],
    }),
  },
})
