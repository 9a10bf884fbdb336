import { address, computed, flag, ids, integer, resource, text, time } from '../resource.ts'
import { nameOf, statusOf, textType } from './public-fields.ts'

const ofIdea = (column: string) =>
  `(select s.${column} from suggestions s where s.id = status_updates.suggestion_id)`

/** Official answers as the portal shows them. */
export const ideaUpdates = resource('status_updates', {
  singular: 'status update',
  view: 'updates of end users',
  access: { scope: 'feedback' },
  events: null,
  fields: {
    id: integer,
    text: computed(text, `coalesce(status_updates.body, '')`),
    text_type: textType('status_updates.body_mime_type'),
    status: statusOf('status_updates.new_status_id'),
    previous_status: statusOf('status_updates.old_status_id'),
    idea_id: computed(integer, 'status_updates.suggestion_id'),
    idea_title: computed(text, ofIdea('title')),
    forum_id: computed(integer, ofIdea('forum_id')),
    portal_url: address('/suggestions/{suggestion_id}'),
    creator_name: nameOf('status_updates.user_id'),
    created_at: time,
  },
  links: null,
  sorts: ['id'],
  filters: {
    idea: ids('suggestion_id = any(?)'),
    visible: flag('exists (select from suggestions s where s.id = suggestion_id and s.is_visible)'),
    forum: ids(
      'exists (select from suggestions s where s.id = suggestion_id and s.forum_id = any(?))',
    ),
  },
})
