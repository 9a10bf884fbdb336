import { Type } from 'typebox'
import { privateRecordsOf, requirePeople } from '../../auth/acting.ts'
import { answerRecords } from '../../read/answer.ts'
import { personalData } from '../../read/personal-data.ts'
import { users } from '../../resources/users.ts'
import { blockUser, setHidden, unblockUser } from '../../write/blocking.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { eraseUser } from '../../write/erasure.ts'
import { liftSuppression } from '../../write/mail-failures.ts'
import { mergeUsers } from '../../write/merge-users.ts'
import { updateUser } from '../../write/users.ts'
import { readableRecords } from '../auth/stages/authorize.ts'
import { EmailAddress, EmptyBody, Flag, Id, ShortText } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import type { Operation } from '../operation-declaration.ts'
import { mergeInput, originOf, parsePathId, readFields } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const noInput = createInputReader(EmptyBody)

export const userOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/users/current',
    summary: 'Get the user of the token',
    resource: users,
    answer: 'records',
    async handle(call) {
      const { identity, includes, context } = call
      const selections = await readFields(call, users, includes)
      const ids = [identity.userId]
      return answerRecords(context.reader, users, ids, { includes, selections })
    },
  },
  {
    method: 'PUT',
    path: '/users/:id/export',
    summary: 'Export the personal data of a user',
    description: 'Contains the records about the user that the caller may read.',
    deed: 'acts on',
    resource: users,
    answer: 'records',
    body: EmptyBody,
    async handle(call) {
      noInput.read(mergeInput(call))
      const id = parsePathId(users, call.params)
      const { identity, context } = call
      await requirePeople(context.db, identity, 'acts on', [{ id }])
      const data = await personalData(context.reader, id, {
        readable: (collection) => readableRecords(identity, collection),
        userId: identity.userId,
        privateOf: privateRecordsOf(identity),
      })
      const subject = { type: users.name, id }
      await recordAudit(call.context.db, originOf(call), { action: 'person_exported', subject })
      return data
    },
  },
  ...writeOperations(users, [
    declareWrite({
      method: 'POST',
      path: '/find_or_create',
      summary: 'Find or create a user by e-mail address',
      body: Type.Object({
        email: EmailAddress,
        name: Type.Optional(Type.String({ maxLength: 255 })),
      }),
      answer: 'found_or_created',
      run: (tx, { input }) => findOrCreateUser(tx, input.email, input.name),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id',
      summary: 'Update a user',
      description:
        'A new e-mail address is not confirmed. 422 when another user has it. `status_notifications` and `comment_notifications` switch the mails of the person on or off.',
      body: Type.Object({
        name: Type.Optional(ShortText),
        email_address: Type.Optional(EmailAddress),
        job_title: Type.Optional(Type.Union([ShortText, Type.Null()])),
        status_notifications: Type.Optional(Type.Boolean()),
        comment_notifications: Type.Optional(Type.Boolean()),
      }),
      answer: 'records',
      actsOn: ({ id }) => [{ id }],
      run: (tx, { origin, id, input }) => updateUser(tx, origin, id, input),
    }),
    declareWrite({
      method: 'POST',
      path: '/merge',
      summary: 'Merge two users who are the same person',
      description:
        'Everything of `from_user` becomes that of `to_user`, and `from_user` is deleted. Of a suggestion that both ' +
        'support, the vote of `to_user` stays. `from_user` cannot have a role. This cannot be undone.',
      body: Type.Object({ links: Type.Object({ from_user: Id, to_user: Id }) }),
      answer: 'records',
      actsOn: ({ input: { links } }) => [{ id: links.from_user }, { id: links.to_user }],
      run: (tx, { origin, input: { links } }) => mergeUsers(tx, origin, links),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/block',
      summary: 'Block a user',
      description:
        'With `hide_content` everything of theirs is hidden: suggestions and comments become spam, and votes do not count. The ' +
        'first 500 at once, the rest by a background job. Unblocking restores it.',
      body: Type.Object({ hide_content: Flag }),
      answer: 'records',
      actsOn: ({ id }) => [{ id }],
      reversal: {
        action: 'block',
        fields: ['allowed_state', 'content_hidden'],
        links: [],
        run: (tx, { actor, id, before }) =>
          before.allowed_state === 'blocked'
            ? setHidden(tx, { id, actor, isHidden: false })
            : unblockUser(tx, { userId: actor }, { id, actor }),
      },
      run: (tx, { actor, origin, id, input }) =>
        blockUser(tx, origin, { id, actor, hidesContent: input.hide_content === true }),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/unblock',
      summary: 'Unblock a user',
      description:
        'What blocking has hidden is restored as it was, except what somebody moderated since.',
      body: EmptyBody,
      answer: 'records',
      actsOn: ({ id }) => [{ id }],
      run: (tx, { actor, origin, id }) => unblockUser(tx, origin, { id, actor }),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/mail_again',
      summary: 'Mail a user again whose address was suppressed',
      description:
        'Mails to the address did not arrive, so it got no mailings (`email_suppressed_at`). What failed before does not count any more.',
      body: EmptyBody,
      answer: 'records',
      actsOn: ({ id }) => [{ id }],
      run: (tx, { origin, id }) => liftSuppression(tx, origin, id),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Erase a user',
      description: 'The content that the user wrote remains, without an author.',
      body: EmptyBody,
      answer: 'removed',
      actsOn: ({ id }) => [{ id }],
      run: (tx, { origin, id }) => eraseUser(tx, origin, id),
    }),
  ]),
]
