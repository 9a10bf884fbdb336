// The state of a list in its address.
import { stringifySearch } from './search-params.ts'

/** The filter of every list whose value is alternatives: query strings of other filters, between `|`. */
export const ANY_OF = 'any_of'

/** The group of the records without a value. */
export const NO_GROUP = 'none'

/** The list of an address in groups, as the API asks for neighbors in it. */
export const groupedQuery = ({ group, in: inGroup }: ListSearch): object =>
  group === undefined ? {} : { group_by: group, ...(inGroup && { group: inGroup }) }

/** By the API's names of the filters. */
export type Filters = { [name: string]: string | undefined }

export type ListSearch = Filters & {
  q?: string
  sort?: string
  /** Column names in order, each with a width after a colon where it was changed: `title:320,state`. */
  columns?: string
  /** The view that the address started from: the name of a built-in one, or the id of a saved one. */
  view?: string
  /** The record that is open beside the grid. */
  open?: string
  /** The group that the open record is in. */
  in?: string
  /** What the rows are grouped by. */
  group?: string
  /** The groups that are closed. */
  closed?: string
  /** The part of the open record that is shown. */
  tab?: string
}

const NAMES: readonly string[] = ['sort', 'columns', 'view', 'open', 'tab', 'in', 'group', 'closed']

/** The views that every console has, each with its filters. Their names in the address are words, not ids. */
export type BuiltInViews = Record<string, Filters>

export const builtInNames = (views: BuiltInViews): string[] => Object.keys(views)

export const builtInSearch = (views: BuiltInViews, name: string): ListSearch => ({
  ...views[name],
  view: name,
})

export type ListAddress = {
  /** The first is shown at an address without any state. */
  builtInViews: BuiltInViews
  /** Filters that every view has. People do not see them. */
  always: Filters
  parse: (search: Record<string, unknown>) => ListSearch
  filtersOf: (search: ListSearch) => Filters
}

/** The address of a list with these filters. Custom fields are filters under their own names. */
export function listAddress(
  filters: readonly string[],
  builtInViews: BuiltInViews,
  always: Filters = {},
): ListAddress {
  const isFilter = (name: string) =>
    name.startsWith('cf_') || name === ANY_OF || filters.includes(name)
  return {
    builtInViews,
    always,
    // What is not ours is dropped.
    parse: (search) =>
      Object.fromEntries(
        Object.entries(search)
          .filter(([name, value]) => (NAMES.includes(name) || isFilter(name)) && value !== '')
          .map(([name, value]) => [name, String(value)]),
      ),
    filtersOf: (search) => ({
      ...always,
      ...Object.fromEntries(
        Object.entries(search).filter(([name, value]) => isFilter(name) && value !== undefined),
      ),
    }),
  }
}

/** A built-in view is its filters: with other values of these it is another view, or none. */
export function viewAfter(
  views: BuiltInViews,
  search: ListSearch,
  change: Filters,
): Pick<ListSearch, 'view'> {
  const names = [...new Set(Object.values(views).flatMap((filters) => Object.keys(filters)))]
  const isBuiltIn = search.view !== undefined && search.view in views
  if (!isBuiltIn || !names.some((name) => name in change)) return {}
  const next: Filters = { ...search, ...change }
  const view = builtInNames(views).find((one) =>
    names.every((name) => views[one]?.[name] === next[name]),
  )
  return { view }
}

export type RecordSearch = {
  tab?: string
  /** The state of the list that the record was opened from. */
  list?: string
}

export const parseRecordSearch = ({ tab, list }: Record<string, unknown>): RecordSearch => ({
  ...(typeof tab === 'string' && { tab }),
  ...(typeof list === 'string' && { list }),
})

/** The state of a list as a text, for the address of one of its records. */
export const listText = ({ open: _, tab: __, ...search }: ListSearch): string =>
  stringifySearch(search).slice(1)
