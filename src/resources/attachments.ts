import { fileAddress, ids, integer, one, resource, text, time } from './resource.ts'

const isPublic = (suggestions: string) => `exists (
  select from suggestions s join forums f on f.id = s.forum_id
  where s.id in (${suggestions}) and s.state in ('approved', 'published') and f.is_public)`

const isAnnounced = `exists (
  select from picture_uses u join announcements n on n.id = u.announcement_id
  where u.attachment_id = attachments.id and n.published_at is not null and (
    not exists (select from announcement_forums l where l.announcement_id = n.id)
    or exists (
      select from announcement_forums l join forums f on f.id = l.forum_id
      where l.announcement_id = n.id and f.is_public)))`

/**
 * Whether the portal shows everybody the suggestion that has the file, or an answer or announcement that shows the picture. Files of
 * notes are for staff.
 */
export const IS_PUBLIC_FILE = `note_id is null and (${isPublic('suggestion_id')}
  or ${isPublic('select u.suggestion_id from picture_uses u where u.attachment_id = attachments.id')}
  or ${isAnnounced})`

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
  links: { suggestion: one('suggestions'), note: one('notes') },
  sorts: ['id', 'file_name', 'size_in_bytes', 'created_at', 'updated_at'],
  filters: { suggestion: ids('suggestion_id = any(?)'), note: ids('note_id = any(?)') },
})
