// Who has which record open.
import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { readableRecords } from '../auth/stages/authorize.ts'
import { Id } from '../body/body-schemas.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { integer, listOf, object, text } from '../responses/answer-schemas.ts'
import { mergeInput } from '../stages/call.ts'

const Visit = Type.Object({
  tab: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[\\w-]+$',
    description: 'Chosen by the client. Each tab has one record open; another one takes its place.',
  }),
  collection: Type.Enum([
    'suggestions',
    'users',
    'external_accounts',
    'features',
    'feedback_records',
  ]),
  id: Id,
  is_open: Type.Optional(Type.Boolean({ description: 'False when it is closed. Default: true.' })),
})

const visits = createInputReader(Visit)

export const presenceOperations = (): Operation[] => [
  declareOperation({
    method: 'PUT',
    path: '/presence',
    summary: 'Say that you have a record open',
    description:
      'Say it again every 20 seconds; after a minute it is forgotten. `users` has everybody who has the record open, you among ' +
      'them. When that changes, those who have it open get `event: presence` from `GET /events`, with the same data. Nothing ' +
      'is stored. An API client that acts for the account has no records open: it gets no users.',
    tag: 'events',
    body: Visit,
    answer: object({
      presence: object({ collection: text, id: integer, users: listOf(integer) }),
    }),
    async handle(call) {
      const { identity, context } = call
      const { tab, collection, id, is_open = true } = visits.read(mergeInput(call))
      if (readableRecords(identity, collection) !== 'all')
        throw new ApiError('forbidden', `collection: you may not read ${collection}.`)
      // A client acts for the account. It has nothing open, and who of the team has is not its business.
      if (!identity.isPersonal) return { presence: { collection, id, users: [] } }
      context.presence.note({ userId: identity.userId, tab, collection, id, isOpen: is_open })
      return { presence: { collection, id, users: context.presence.usersAt({ collection, id }) } }
    },
  }),
]
