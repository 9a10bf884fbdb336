// Demonstration data, loaded and removed in the background. Beyond the wire format.
import { Type } from 'typebox'
import { renderDemoData } from '../../read/demo-data.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { requestDemoData, requestDemoRemoval } from '../../write/service/demo-data.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { flag, integer, object, orNull, text, time } from '../responses/answer-schemas.ts'
import { originOf } from '../stages/call.ts'

const counts = (description: string) =>
  Type.Unsafe<Record<string, number>>({
    type: 'object',
    additionalProperties: integer,
    description,
  })

const answer = object({
  state: Type.Enum(['none', 'loading', 'loaded', 'removing', 'failed']),
  reason: { ...orNull(text), description: 'Why the last load or removal failed.' },
  can_load: {
    ...flag,
    description: 'Whether it can be loaded: the account has no suggestions and no external users.',
  },
  counts: counts('The number of loaded records, by collection.'),
  added: counts('The number of records that were added to demo suggestions since, by collection.'),
  created_at: orNull(time),
  updated_at: orNull(time),
})

const tag = 'demo_data'

export const demoDataOperations = (): Operation[] => [
  declareOperation({
    method: 'GET',
    path: '/demo_data',
    summary: 'Get the state of the demonstration data',
    tag,
    answer,
    render: ({ context: { reader } }) => renderDemoData(reader),
  }),
  declareOperation({
    method: 'POST',
    path: '/demo_data',
    summary: 'Load demonstration data in the background',
    description:
      'Only into an account without suggestions and external users. Loads nothing when demonstration data is loading or loaded.',
    tag,
    status: 202,
    answer,
    async render(call) {
      await inTransaction(call.context.db, (tx) => requestDemoData(tx, originOf(call)))
      return renderDemoData(call.context.reader)
    },
  }),
  declareOperation({
    method: 'DELETE',
    path: '/demo_data',
    summary: 'Remove the demonstration data in the background',
    description:
      'Demo suggestions are removed with all that was added to them. Other demo records stay where records of your own refer to them.',
    tag,
    status: 202,
    answer,
    async render(call) {
      await inTransaction(call.context.db, (tx) => requestDemoRemoval(tx, originOf(call)))
      return renderDemoData(call.context.reader)
    },
  }),
]
