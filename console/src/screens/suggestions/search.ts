// The state of the suggestion screens in their address.
import { listAddress } from '../../core/list-search.ts'

/** The filters of `GET /suggestions`, under the API's names. */
const FILTERS = [
  'q',
  'state',
  'forum',
  'category',
  'category_none',
  'uncategorized_in_forum',
  'status',
  'status_none',
  'label',
  'creator',
  'owner',
  'supporter',
  'external_account',
  'segment',
  'feature',
  'has_response',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'engagement_since',
  'no_engagement_since',
] as const
export type FilterName = (typeof FILTERS)[number]

export const suggestionsAddress = listAddress(FILTERS, {
  open: { state: 'open' },
  new: { state: 'new' },
  closed: { state: 'closed' },
  all: {},
})

export type TriageSearch = { forum?: string; sort?: string; suggestion?: string }

export const parseTriageSearch = (search: Record<string, unknown>): TriageSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => ['forum', 'sort', 'suggestion'].includes(name) && value !== '',
    ),
  )
