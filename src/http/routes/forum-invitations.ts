import { Type } from 'typebox'
import { forum_invitations } from '../../resources/forum_invitations.ts'
import { inviteToForum } from '../../write/forum-invitations.ts'
import { EmailAddress, Id } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { declareWrite, plainWrites, writeOperations } from '../writes.ts'

export const forumInvitationOperations = (): Operation[] =>
  writeOperations(forum_invitations, [
    declareWrite({
      method: 'POST',
      path: '',
      summary: 'Invite e-mail addresses to a forum',
      description:
        'An address is invited to a forum once. No e-mail is sent; the response contains the codes.',
      body: Type.Object({
        email: Type.Array(EmailAddress, { minItems: 1, maxItems: 1000 }),
        subject: Type.Optional(Type.String({ maxLength: 255 })),
        reply_to: Type.Optional(EmailAddress),
        message: Type.Optional(Type.String({ maxLength: 10_000 })),
        links: Type.Object({ forum: Id }),
      }),
      answer: 'created',
      run: (tx, { actor, input }) => inviteToForum(tx, actor, input),
    }),
    ...plainWrites(forum_invitations, { remove: true }),
  ])
