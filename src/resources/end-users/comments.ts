import {
  address,
  boolean,
  computed,
  flag,
  ids,
  integer,
  ofCaller,
  orNull,
  resource,
  sortOnly,
  text,
  time,
} from '../resource.ts'
import { filesOf } from './files.ts'
import { nameOf, textType } from './public-fields.ts'

const PUBLISHED = `comments.state in ('approved', 'published')`

/** Comments as the portal shows them. */
export const ideaComments = resource('comments', {
  singular: 'comment',
  view: 'comments of end users',
  access: { scope: 'feedback' },
  events: null,
  fields: {
    id: integer,
    text: computed(text, 'comments.body'),
    text_type: textType('comments.body_mime_type'),
    /** `waiting` for approval: only its author sees it. */
    state: computed(text, `case when comments.state = 'new' then 'waiting' else 'published' end`),
    is_mine: ofCaller(boolean, 'coalesce(comments.created_by_id = ?, false)'),
    is_by_staff: computed(boolean, 'comments.is_admin_comment'),
    idea_id: computed(integer, 'comments.suggestion_id'),
    /** The comment that it answers; null for others. Replies have one level. */
    reply_to_id: computed(orNull(integer), 'comments.reply_to_id'),
    thread_id: sortOnly(integer),
    creator_name: nameOf('comments.created_by_id'),
    creator_avatar_url: address('/avatars/{created_by_id}'),
    attachments: filesOf('attachments.comment_id = comments.id'),
    created_at: time,
    updated_at: time,
  },
  links: null,
  sorts: ['id', 'thread_id'],
  filters: {
    idea: ids('suggestion_id = any(?)'),
    /** Of the same thread as this comment. */
    thread_of: ids('thread_id in (select c.thread_id from comments c where c.id = any(?))'),
    published: flag(PUBLISHED),
    /** Published ones, and what this person wrote. */
    shown_to: ids(`(${PUBLISHED} or comments.state = 'new' and created_by_id = any(?))`),
    /** For the team: also what waits for approval. */
    published_or_waiting: flag(`comments.state in ('new', 'approved', 'published')`),
    creator: ids(`created_by_id = any(?) and comments.state in ('new', 'approved', 'published')`),
    visible: flag('exists (select from suggestions s where s.id = suggestion_id and s.is_visible)'),
    forum: ids(
      'exists (select from suggestions s where s.id = suggestion_id and s.forum_id = any(?))',
    ),
  },
})
