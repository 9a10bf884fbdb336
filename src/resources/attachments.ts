import { address, ids, integer, one, resource, text, time } from './resource.ts'

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
    url: address('/files/{file_key}'),
    thumb_url: address('/files/{file_key}/thumbnail'),
    token: text,
  },
  links: { suggestion: one('suggestions'), note: one('notes') },
  sorts: ['id', 'file_name', 'size_in_bytes', 'created_at', 'updated_at'],
  filters: { suggestion: ids('suggestion_id = any(?)'), note: ids('note_id = any(?)') },
})
