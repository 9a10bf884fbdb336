// Demonstration data, loaded and removed in the background. Beyond the wire format.
import { renderDemoData } from '../../read/demo-data.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { requestDemoData, requestDemoRemoval } from '../../write/service/demo-data.ts'
import type { Operation } from '../operation-declaration.ts'
import { originOf } from '../stages/call.ts'

const time = { type: ['string', 'null'], format: 'date-time' }
const counts = (description: string) => ({
  type: 'object',
  additionalProperties: { type: 'integer' },
  description,
})

const answer = {
  type: 'object',
  required: ['state', 'reason', 'can_load', 'counts', 'added', 'created_at', 'updated_at'],
  properties: {
    state: { enum: ['none', 'loading', 'loaded', 'removing', 'failed'] },
    reason: { type: ['string', 'null'], description: 'Why the last load or removal failed.' },
    can_load: {
      type: 'boolean',
      description:
        'Whether it can be loaded: the account has no suggestions and no external users.',
    },
    counts: counts('The number of loaded records, by collection.'),
    added: counts(
      'The number of records that were added to demo suggestions since, by collection.',
    ),
    created_at: time,
    updated_at: time,
  },
}

const tag = 'demo_data'

export const demoDataOperations = (): Operation[] => [
  {
    method: 'GET',
    path: '/demo_data',
    summary: 'Get the state of the demonstration data',
    tag,
    answer,
    handle: ({ context: { reader } }) => renderDemoData(reader),
  },
  {
    method: 'POST',
    path: '/demo_data',
    summary: 'Load demonstration data in the background',
    description:
      'Only into an account without suggestions and external users. Loads nothing when demonstration data is loading or loaded.',
    tag,
    status: 202,
    answer,
    async handle(call) {
      await inTransaction(call.context.db, (tx) => requestDemoData(tx, originOf(call)))
      return renderDemoData(call.context.reader)
    },
  },
  {
    method: 'DELETE',
    path: '/demo_data',
    summary: 'Remove the demonstration data in the background',
    description:
      'Demo suggestions are removed with all that was added to them. Other demo records stay where records of your own refer to them.',
    tag,
    status: 202,
    answer,
    async handle(call) {
      await inTransaction(call.context.db, (tx) => requestDemoRemoval(tx, originOf(call)))
      return renderDemoData(call.context.reader)
    },
  },
]
