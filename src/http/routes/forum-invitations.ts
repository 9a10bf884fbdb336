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
        'An address is invited to a forum once. Where mail is configured, each new address gets a mail with `subject` and `message`, or words of the service, and `reply_to`.',
      body: Type.Object({
        email: Type.Array(EmailAddress, { minItems: 1, maxItems: 1000 }),
        subject: Type.Optional(Type.String({ maxLength: 255 })),
        reply_to: Type.Optional(EmailAddress),
        message: Type.Optional(Type.String({ maxLength: 10_000 })),
        links: Type.Object({ forum: Id }),
      }),
      answer: 'created',
      run: (tx, { actor, input, site, settings }) =>
        inviteToForum(
          tx,
          { actor, perMinute: site.hasMail ? settings.mails_per_minute : null },
          input,
        ),
    }),
    ...plainWrites(forum_invitations, { remove: true }),
  ])
