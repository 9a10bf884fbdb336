import type { Context } from '../../context.ts'
import { answerRecords } from '../../read/answer.ts'
import { users } from '../../resources/users.ts'
import type { Operation } from '../operation.ts'

export function userOperations({ reader }: Context): Operation[] {
  return [
    {
      method: 'GET',
      path: '/users/current',
      summary: 'Read the user that the token acts as',
      resource: users,
      answer: 'records',
      handle: ({ identity, includes }) => answerRecords(reader, users, [identity.userId], includes),
    },
  ]
}
