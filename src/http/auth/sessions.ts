// Sessions of staff: the own one, and ending others.
import { Type } from 'typebox'
import { setLanguage } from '../../auth/staff/language.ts'
import { endSessions } from '../../auth/staff/sessions.ts'
import { answerRecordsOrNone } from '../../read/answer.ts'
import { sessions } from '../../resources/sessions.ts'
import { LANGUAGES } from '../../texts/texts.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { EmptyBody } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import type { Operation } from '../operation-declaration.ts'
import { mergeInput, readFields } from '../stages/call.ts'
import { declareWrite, writeOperations } from '../writes.ts'

const NewLanguage = Type.Object({ language: Type.Enum([...LANGUAGES]) })
const languageReader = createInputReader(NewLanguage)

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
  {
    method: 'PUT',
    path: '/sessions/current',
    summary: 'Set the language of the caller',
    description: 'Mails to this person are in it. The list is empty for a request with a token.',
    resource: sessions,
    answer: 'records',
    body: NewLanguage,
    async handle(call) {
      const { identity, includes, context } = call
      const { language } = languageReader.read(mergeInput(call))
      await inTransaction(context.db, (tx) => setLanguage(tx, identity.userId, language))
      const ids = identity.session ? [identity.session.id] : []
      return answerRecordsOrNone(context.reader, sessions, ids, { includes })
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
