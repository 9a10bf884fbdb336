// The state of the suggestion screens in their address.
import type { ListOrder } from '../../components/list/declaration.ts'
import { type Filters, listAddress } from '../../core/list-search.ts'

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
  'label_none',
  'creator',
  'owner',
  'mention',
  'supporter',
  'external_account',
  'segment',
  'import',
  'feature',
  'has_response',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'engagement_since',
  'no_engagement_since',
  'external_accounts.mrr',
  'external_accounts.ltv',
  'external_accounts.plan',
  'supporters_count',
  'votes_count',
  'supporter_revenue',
  'supporting_accounts_count',
  'requests_count',
  'comments_count',
  'notes_count',
  'recent_engagement',
  'supporter_satisfaction_score',
] as const
export type FilterName = (typeof FILTERS)[number]

export const suggestionsAddress = listAddress(FILTERS, {
  open: { state: 'open' },
  new: { state: 'new' },
  closed: { state: 'closed' },
  all: {},
})

/** The members that count the filtered supporters, by the columns that show them. */
export const FILTERED: Record<string, string> = {
  supporters_count: 'filtered_supporters_count',
  supporter_revenue: 'filtered_supporter_revenue',
  supporting_accounts_count: 'filtered_supporting_accounts_count',
}

const FILTER_NAMES = ['segment', 'external_account', 'external_accounts.plan']
const NUMBER_NAMES = ['external_accounts.mrr', 'external_accounts.ltv']

/** An exclusion selects no supporters. */
export const isSelecting = (filters: Filters, name: string): boolean =>
  filters[name]?.split(',').some((value) => value !== '' && !value.startsWith('-')) ?? false

export const hasFilteredSupporters = (filters: Filters): boolean =>
  NUMBER_NAMES.some((name) => filters[name] !== undefined) ||
  FILTER_NAMES.some((name) => isSelecting(filters, name))

/** The order by a column is that of the figures which it shows. */
function sortAs(sort: string, filters: Filters): string {
  if (!hasFilteredSupporters(filters)) return sort
  const name = sort.replace(/^-/, '')
  return sort.replace(name, FILTERED[name] ?? name)
}

export const suggestionsOrder: ListOrder = {
  hasRelevance: true,
  defaultSort: '-created_at',
  sortAs,
}

export type TriageSearch = { forum?: string; sort?: string; suggestion?: string; show?: string }

export const parseTriageSearch = (search: Record<string, unknown>): TriageSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => ['forum', 'sort', 'suggestion', 'show'].includes(name) && value !== '',
    ),
  )
