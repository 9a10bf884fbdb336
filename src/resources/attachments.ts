import { fileAddress, ids, integer, one, resource, text, time } from './resource.ts'

const ANNOUNCED = `from picture_uses u join announcements n on n.id = u.announcement_id
  where u.attachment_id = attachments.id and n.published_at is not null`

const SHOWN_IN = `select s.forum_id from suggestions s
  where s.state in ('approved', 'published') and s.id in (
    select attachments.suggestion_id union all
    select u.suggestion_id from picture_uses u where u.attachment_id = attachments.id)
  union all
  select s.forum_id from comments c join suggestions s on s.id = c.suggestion_id
  where c.id = attachments.comment_id and c.state in ('approved', 'published') and s.state in ('approved', 'published')
  union all
  select l.forum_id from announcement_forums l where l.announcement_id in (select n.id ${ANNOUNCED})`

/** An announcement that names no forum is for everybody. */
const IS_ANNOUNCED_TO_ALL = `exists (select ${ANNOUNCED}
  and not exists (select from announcement_forums l where l.announcement_id = n.id))`

/**
 * The forums where the portal shows the file: with a suggestion or a comment, or in an answer or announcement that shows the picture. Files of
 * notes are for staff.
 */
export const FORUMS_OF_FILE = `case when note_id is null then array(${SHOWN_IN}) else '{}' end`

/** Whether the portal shows it to everybody. */
export const IS_PUBLIC_FILE = `note_id is null and (
  exists (select from forums f where f.is_public and f.id in (${SHOWN_IN})) or ${IS_ANNOUNCED_TO_ALL})`

export const attachments = resource('attachments', {
  singular: 'attachment',
  access: { scope: 'files', except: { POST: 'contributor' } },
  events: { kind: 'of a suggestion' },
  fields: {
    id: integer,
    file_name: text,
    content_type: text,
    size_in_bytes: integer,
    created_at: time,
    updated_at: time,
    url: fileAddress('/files/{file_key}', IS_PUBLIC_FILE),
    thumb_url: fileAddress('/files/{file_key}/thumbnail', IS_PUBLIC_FILE),
    token: text,
  },
  links: {
    suggestion: one('suggestions'),
    note: one('notes'),
    comment: one('comments'),
    created_by: one('users'),
  },
  sorts: ['id', 'file_name', 'size_in_bytes', 'created_at', 'updated_at'],
  filters: {
    suggestion: ids('suggestion_id = any(?)'),
    note: ids('note_id = any(?)'),
    comment: ids('comment_id = any(?)'),
  },
})
