// The state of the suggestion screens in their address.

/** The filters of `GET /suggestions`, under the API's names. */
export const FILTERS = [
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
  'supporter',
  'external_account',
  'feature',
  'has_response',
  'created_after',
  'created_before',
  'updated_after',
  'updated_before',
  'engagement_since',
  'no_engagement_since',
] as const
/** Custom fields are filters under their own names. */
export type CustomFilterName = `cf_${string}`
export type FilterName = (typeof FILTERS)[number] | CustomFilterName
export type Filters = Partial<Record<FilterName, string>>

const isFilter = (name: string): name is FilterName =>
  name.startsWith('cf_') || (FILTERS as readonly string[]).includes(name)

export type SuggestionsSearch = Filters & {
  sort?: string
  /** Column names in order, each with a width after a colon where it was changed: `title:320,state`. */
  columns?: string
  /** The saved view that the address started from. */
  view?: string
  /** The suggestion that is open beside the grid. */
  open?: string
  /** The part of the open suggestion that is shown. */
  tab?: string
}

const NAMES: readonly string[] = ['sort', 'columns', 'view', 'open', 'tab']

/** What is not ours is dropped. */
export const parseSuggestionsSearch = (search: Record<string, unknown>): SuggestionsSearch =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => (NAMES.includes(name) || isFilter(name)) && value !== '')
      .map(([name, value]) => [name, String(value)]),
  )

export const filtersOf = (search: SuggestionsSearch): Filters =>
  Object.fromEntries(
    Object.entries(search).filter(([name, value]) => isFilter(name) && value !== undefined),
  )

export type SuggestionSearch = { tab?: string }

export const parseSuggestionSearch = ({ tab }: Record<string, unknown>): SuggestionSearch =>
  typeof tab === 'string' ? { tab } : {}

export type TriageSearch = { forum?: string; sort?: string; suggestion?: string }

export const parseTriageSearch = (search: Record<string, unknown>): TriageSearch =>
  Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) => ['forum', 'sort', 'suggestion'].includes(name) && value !== '',
    ),
  )
