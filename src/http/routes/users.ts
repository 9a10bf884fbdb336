import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { users } from '../../resources/users.ts'
import { findOrCreateUser, setAllowedState } from '../../write/users.ts'
import { EmailAddress, Nothing, type Operation, write } from '../operation.ts'
import { idIn } from '../resource-routes.ts'

export function userOperations({ db, reader }: Context): Operation[] {
  const allowing = (verb: 'block' | 'unblock', state: 'blocked' | 'allowed') =>
    write({
      method: 'PUT',
      path: `/users/:id/${verb}`,
      summary: verb === 'block' ? 'Block a user' : 'Allow a blocked user again',
      resource: users,
      answer: 'records',
      body: Nothing,
      async handle({ params, includes }) {
        const id = idIn(users, params)
        await db.transaction().execute((tx) => setAllowedState(tx, id, state))
        return answerRecords(reader, users, [id], includes)
      },
    })

  return [
    {
      method: 'GET',
      path: '/users/current',
      summary: 'Read the user that the token acts as',
      resource: users,
      answer: 'records',
      handle: ({ identity, includes }) => answerRecords(reader, users, [identity.userId], includes),
    },
    write({
      method: 'POST',
      path: '/users/find_or_create',
      summary: 'Find the user with an e-mail address, or create one',
      resource: users,
      answer: 'records',
      body: Type.Object({
        email: EmailAddress,
        name: Type.Optional(Type.String({ maxLength: 255 })),
      }),
      async handle({ input, includes, reply }) {
        const { id, isNew } = await findOrCreateUser(db, input.email, input.name)
        if (isNew) reply.code(201)
        return answerRecords(reader, users, [id], includes)
      },
    }),
    allowing('block', 'blocked'),
    allowing('unblock', 'allowed'),
  ]
}
