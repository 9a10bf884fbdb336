// Sessions of staff: the own one, and ending others.
import { endSessions } from '../../auth/staff/sessions.ts'
import { answerRecordsOrNone } from '../../read/answer.ts'
import { sessions } from '../../resources/sessions.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import type { Operation } from '../operation-declaration.ts'
import { readFields } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

export const sessionOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/sessions/current',
    summary: 'Get the session of the request',
    description: 'The list is empty for a request with a token.',
    resource: sessions,
    answer: 'records',
    async handle(call) {
      const { identity, includes, context } = call
      const selections = await readFields(call, sessions, includes)
      const ids = identity.session ? [identity.session.id] : []
      return answerRecordsOrNone(context.reader, sessions, ids, { includes, selections })
    },
  },
  ...writeOperations(sessions, [
    declareWrite({
      method: 'DELETE',
      path: '/:id',
      summary: 'End a session',
      description: 'Owners can end every session, others their own.',
      body: EmptyBody,
      answer: 'removed',
      async run(tx, { origin, id }) {
        await endSessions(tx, origin, { id })
      },
    }),
  ]),
]
