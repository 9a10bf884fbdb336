import { Type } from 'typebox'
import { notes } from '../../resources/notes.ts'
import { createNote, deleteNote, updateNote } from '../../write/notes.ts'
import { AttachmentTokens, EmptyBody, Id, LongText, MimeType, Time } from '../body/body-schemas.ts'
import { findAuthor } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const noteWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a note on a suggestion, or a reply to a note',
    body: Type.Object({
      body: LongText,
      body_mime_type: MimeType,
      attachment_tokens: AttachmentTokens,
      created_at: Type.Optional(Time),
      links: Type.Object({
        suggestion: Type.Optional(Id),
        parent: Type.Optional(Id),
        mentions: Type.Optional(Type.Array(Id, { maxItems: 100 })),
        created_by: Type.Optional(Id),
      }),
    }),
    answer: 'created',
    writesAs: ({ links }) => [findAuthor(links.created_by, undefined)],
    run: (tx, { actor, site, input }) => createNote(tx, actor, input, site),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update a note',
    body: Type.Object({
      body: LongText,
      body_mime_type: MimeType,
      attachment_tokens: AttachmentTokens,
    }),
    answer: 'records',
    run: (tx, { actor, site, id, input }) => updateNote(tx, { id, actor }, input, site),
  }),
  declareWrite({
    method: 'DELETE',
    path: '/:id',
    summary: 'Delete a note and its replies',
    body: EmptyBody,
    answer: 'removed',
    run: (tx, { actor, id }) => deleteNote(tx, actor, id),
  }),
]

export const noteOperations = (): Operation[] => writeOperations(notes, noteWrites)
