import { Type } from 'typebox'
import { answerRecords } from '../../read/answer.ts'
import { personalData } from '../../read/personal-data.ts'
import { users } from '../../resources/users.ts'
import { eraseUser } from '../../write/erasure.ts'
import { findOrCreateUser, setAllowedState } from '../../write/users.ts'
import { mergeInput, parsePathId, readFields } from '../call.ts'
import { readInput } from '../input.ts'
import { EmailAddress, EmptyBody, type Operation } from '../operation.ts'
import { declareWrite, writeOperations } from '../writes.ts'

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
      return answerRecords(context.reader, users, ids, includes, users.name, selections)
    },
  },
  {
    method: 'PUT',
    path: '/users/:id/export',
    summary: 'Export all personal data of a user',
    resource: users,
    answer: 'records',
    body: EmptyBody,
    handle(call) {
      readInput(EmptyBody, mergeInput(call))
      return personalData(call.context.reader, parsePathId(users, call.params))
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
      isOneStatement: true,
      run: (tx, { input }) => findOrCreateUser(tx, input.email, input.name),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/block',
      summary: 'Block a user',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { id }) => setAllowedState(tx, id, 'blocked'),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/unblock',
      summary: 'Unblock a user',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { id }) => setAllowedState(tx, id, 'allowed'),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Erase a user',
      description: 'The content that the user wrote remains, without an author.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { id }) => eraseUser(tx, id),
    }),
  ]),
]
