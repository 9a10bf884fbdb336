import { Type } from 'typebox'
import { answerRecords } from '../../read/answer.ts'
import { personalData } from '../../read/personal-data.ts'
import { users } from '../../resources/users.ts'
import { recordAudit } from '../../write/core/audit.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import { eraseUser } from '../../write/erasure.ts'
import { setAllowedState } from '../../write/users.ts'
import { EmailAddress, EmptyBody } from '../body/body-schemas.ts'
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
    summary: 'Export all personal data of a user',
    resource: users,
    answer: 'records',
    body: EmptyBody,
    async handle(call) {
      noInput.read(mergeInput(call))
      const id = parsePathId(users, call.params)
      const data = await personalData(call.context.reader, id)
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
      path: '/:id/block',
      summary: 'Block a user',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { origin, id }) => setAllowedState(tx, origin, id, 'blocked'),
    }),
    declareWrite({
      method: 'PUT',
      path: '/:id/unblock',
      summary: 'Unblock a user',
      body: EmptyBody,
      answer: 'records',
      run: (tx, { origin, id }) => setAllowedState(tx, origin, id, 'allowed'),
    }),
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'Erase a user',
      description: 'The content that the user wrote remains, without an author.',
      body: EmptyBody,
      answer: 'removed',
      run: (tx, { origin, id }) => eraseUser(tx, origin, id),
    }),
  ]),
]
