// The state of the list of feedback in its address.
import { listAddress } from '../../core/list-search.ts'

/** The filters of `GET /feedback_records`, under the API's names. */
const FEEDBACK_FILTERS = [
  'state',
  'channel',
  'source_type',
  'source_url',
  'source_guid',
  'suggestion',
  'user',
  'ticket',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
] as const

export const feedbackAddress = listAddress(FEEDBACK_FILTERS, {
  all: {},
  deleted: { state: 'deleted' },
})

export const feedbackOrder = { defaultSort: '-created_at' }
