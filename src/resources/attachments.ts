import { fileAddress, ids, integer, one, resource, text, time } from './resource.ts'

const FILE = 'attachments.id, attachments.suggestion_id, attachments.comment_id'

/** The forums where the portal shows the file (db/functions/files.sql). Files of notes are for staff. */
export const FORUMS_OF_FILE = `case when note_id is null then array(select forums_of_file(${FILE})) else '{}' end`

/** Whether the portal shows it to everybody. */
export const IS_PUBLIC_FILE = `note_id is null and is_public_file(${FILE})`

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
