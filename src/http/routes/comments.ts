import { Type } from 'typebox'
import { comments } from '../../resources/comments.ts'
import {
  createComment,
  moderateComment,
  restoreComment,
  updateComment,
  withdrawApproval,
} from '../../write/comments.ts'
import { EmailAddress, Flag, Id, LongText, MimeType, Time } from '../body/body-schemas.ts'
import { findAuthor } from '../body/person.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, type Reversal, writeOperations } from '../writes.ts'
import { moderationWrites } from './moderation.ts'

const Channel = Type.Optional(
  Type.Enum(['api', 'admin', 'import', 'portal', 'ios', 'android', 'unknown']),
)

/** Bulk actions moderate suggestions. Comments are moderated one by one. */
const REVERSIBLE: Record<string, 'delete' | 'spam'> = {
  'PUT /:id/delete': 'delete',
  'DELETE /:id': 'delete',
  'PUT /:id/spam': 'spam',
}

const restoring = (action: string): Reversal => ({
  action,
  fields: ['state'],
  links: ['suggestion'],
  run: (tx, { actor, id }) => restoreComment(tx, actor, id),
})

const withdrawing: Reversal = {
  ...restoring('approve'),
  run: (tx, { actor, id, before }) => withdrawApproval(tx, actor, id, String(before.state)),
}

const commentWrites = [
  declareWrite({
    method: 'POST',
    path: '',
    summary: 'Create a comment on a suggestion',
    body: Type.Object({
      body: LongText,
      body_mime_type: MimeType,
      channel: Channel,
      created_at: Type.Optional(Time),
      subscribe: Flag,
      user_email: Type.Optional(EmailAddress),
      user_name: Type.Optional(Type.String({ maxLength: 255 })),
      links: Type.Object({
        suggestion: Id,
        created_by: Type.Optional(Id),
        reply_to: Type.Optional(Id),
      }),
    }),
    answer: 'created',
    writesAs: ({ links, user_email }) => [findAuthor(links.created_by, user_email)],
    reversal: {
      action: 'create',
      fields: ['body', 'state'],
      links: ['suggestion'],
      run: (tx, { actor, id }) => moderateComment(tx, actor, id, 'deleted'),
    },
    run: (tx, { actor, site, input }) => createComment(tx, actor, input, site),
  }),
  declareWrite({
    method: 'PUT',
    path: '/:id',
    summary: 'Update a comment',
    body: Type.Object({ body: Type.Optional(LongText), body_mime_type: MimeType }),
    answer: 'records',
    run: (tx, { actor, site, id, input }) => updateComment(tx, { id, actor }, input, site),
  }),
  ...moderationWrites(
    comments,
    ['approve', 'spam', 'delete', 'restore', 'unremove', ''],
    moderateComment,
  ).map((write) => {
    if (write.path === '/:id/approve') return { ...write, reversal: withdrawing }
    const action = REVERSIBLE[`${write.method} ${write.path}`]
    return action ? { ...write, reversal: restoring(action) } : write
  }),
]

export const commentOperations = (): Operation[] => writeOperations(comments, commentWrites)
