import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { users } from '../../resources/users.ts'
import { findOrCreateUser, setAllowedState } from '../../write/users.ts'
import { EmailAddress, Nothing, type Operation } from '../operation.ts'
import { write, writeOperations } from '../writes.ts'

export const userOperations = (context: Context): Operation[] => [
  {
    method: 'GET',
    path: '/users/current',
    summary: 'Read the user that the token acts as',
    resource: users,
    answer: 'records',
    handle: ({ identity, includes }) =>
      answerRecords(context.reader, users, [identity.userId], includes),
  },
  ...writeOperations(context, users, [
    write({
      method: 'POST',
      path: '/find_or_create',
      summary: 'Find the user with an e-mail address, or create one',
      body: Type.Object({
        email: EmailAddress,
        name: Type.Optional(Type.String({ maxLength: 255 })),
      }),
      answer: 'found_or_created',
      isOneStatement: true,
      run: (tx, { input }) => findOrCreateUser(tx, input.email, input.name),
    }),
    write({
      method: 'PUT',
      path: '/:id/block',
      summary: 'Block a user',
      body: Nothing,
      answer: 'records',
      run: (tx, { id }) => setAllowedState(tx, id, 'blocked'),
    }),
    write({
      method: 'PUT',
      path: '/:id/unblock',
      summary: 'Allow a blocked user again',
      body: Nothing,
      answer: 'records',
      run: (tx, { id }) => setAllowedState(tx, id, 'allowed'),
    }),
  ]),
]
