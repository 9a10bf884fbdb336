// The state of the list of accounts in its address.
import { listAddress } from '../../core/list-search.ts'

/** The filters of `GET /external_accounts`, under the API's names. */
const ACCOUNT_FILTERS = [
  'q',
  'external_id',
  'suggestion',
  'feature',
  'segment',
  'mrr',
  'ltv',
  'users_count',
  'supported_ideas_count',
  'requests_count',
  'nps',
] as const

export const accountsAddress = listAddress(ACCOUNT_FILTERS, { all: {} })

export const accountsOrder = { defaultSort: '-mrr' }
