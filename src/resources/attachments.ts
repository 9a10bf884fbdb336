import { fileAddress, ids, integer, one, resource, text, time } from './resource.ts'

const SHOWN_IN = `select s.forum_id from suggestions s
  where s.state in ('approved', 'published') and attachments.note_id is null and s.id in (
    select attachments.suggestion_id union all
    select u.suggestion_id from picture_uses u where u.attachment_id = attachments.id)`

/** The forums where the portal shows the file: with a suggestion, or in an answer that shows the picture. Files of notes are for staff. */
export const FORUMS_OF_FILE = `array(${SHOWN_IN})`

/** Whether the portal shows it to everybody. */
export const IS_PUBLIC_FILE = `exists (select from forums f where f.is_public and f.id in (${SHOWN_IN}))`

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
