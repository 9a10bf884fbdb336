import { Type } from 'typebox'
import { comments } from '../../resources/comments.ts'
import { notes } from '../../resources/notes.ts'
import { createComment, moderateComment, updateComment } from '../../write/comments.ts'
import { createNote, deleteNote, updateNote } from '../../write/notes.ts'
import { moderationWrites } from '../moderation.ts'
import {
  AttachmentTokens,
  EmailAddress,
  EmptyBody,
  Flag,
  Id,
  LongText,
  type Operation,
  PlainMimeType,
  Time,
} from '../operation.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const Channel = Type.Optional(
  Type.Enum(['api', 'admin', 'import', 'portal', 'ios', 'android', 'unknown']),
)

const commentWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a comment on a suggestion',
    body: Type.Object({
      body: LongText,
      body_mime_type: PlainMimeType,
      channel: Channel,
      created_at: Type.Optional(Time),
      subscribe: Flag,
      user_email: Type.Optional(EmailAddress),
      user_name: Type.Optional(Type.String({ maxLength: 255 })),
      links: Type.Object({ suggestion: Id, created_by: Type.Optional(Id) }),
    }),
    answer: 'created',
    run: (tx, { actor, input }) => createComment(tx, actor, input),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update a comment',
    body: Type.Object({ body: Type.Optional(LongText) }),
    answer: 'records',
    run: (tx, { actor, id, input }) => updateComment(tx, actor, id, input),
  }),
  ...moderationWrites(
    comments,
    ['approve', 'spam', 'delete', 'restore', 'unremove', ''],
    moderateComment,
  ),
]

const noteWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a note on a suggestion, or a reply to a note',
    body: Type.Object({
      body: LongText,
      body_mime_type: PlainMimeType,
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
    run: (tx, { actor, input }) => createNote(tx, actor, input),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update a note',
    body: Type.Object({ body: LongText, attachment_tokens: AttachmentTokens }),
    answer: 'records',
    run: (tx, { actor, id, input }) => updateNote(tx, actor, id, input),
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

export const commentOperations = (): Operation[] => [
  ...writeOperations(comments, commentWrites),
  ...writeOperations(notes, noteWrites),
]
