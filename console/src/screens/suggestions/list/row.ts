// A suggestion as the grid reads it: the fields of the shown columns, and the records that it links to.
import type { Feature, OptionsOf, StatusUpdate, Suggestion, User } from '@earshot/client'
import { api } from '../../../api/client.ts'
import type { Column } from '../../../components/grid/column.ts'
import type { Page, RowSource } from '../../../components/grid/use-rows.ts'
import { type Filters, filtersOf, type SuggestionsSearch } from '../search.ts'

type ById<T> = ReadonlyMap<number, T>
export type Related = {
  users: ById<User>
  features: ById<Feature>
  statusUpdates: ById<StatusUpdate>
  suggestions: ById<Suggestion>
}
export type SuggestionRow = Pick<Suggestion, 'id' | 'links'> &
  Partial<Suggestion> & { related: Related }
export type SuggestionColumn = Column<SuggestionRow>

type Query = NonNullable<OptionsOf<'GET', '/suggestions'>['query']>

const PER_PAGE = 100
// What a row needs besides its columns: a narrow grid shows the votes, and what is deleted looks so.
const ALWAYS = ['title', 'state', 'votes_count']

/** The query of the list in the address, without its page. */
export function listQuery(search: SuggestionsSearch, columns: SuggestionColumn[]): Query {
  const includes = [...new Set(columns.flatMap((column) => column.includes ?? []))].sort()
  return {
    ...(filtersOf(search) as Query),
    ...sortOf(search),
    fields: [...new Set([...ALWAYS, ...columns.flatMap(({ fields }) => fields ?? [])])].sort(),
    ...(includes.length > 0 && { includes }),
    ...(includes.includes('users') && { 'fields.users': ['name', 'email_address'] }),
    ...(includes.includes('features') && { 'fields.features': ['name'] }),
    ...(includes.includes('status_updates') && { 'fields.status_updates': ['body'] }),
  }
}

/** A search without an order shows the best matches first. */
export const sortOf = ({ sort, q }: SuggestionsSearch): { sort?: string } =>
  sort !== undefined && !(sort === 'relevance' && q === undefined)
    ? { sort }
    : q === undefined
      ? {}
      : { sort: 'relevance' }

/** The filters as the text that bulk actions and saved views take. */
export const filterText = (filters: Filters): string =>
  new URLSearchParams(filters as Record<string, string>).toString()

export const suggestionSource = (
  search: SuggestionsSearch,
  columns: SuggestionColumn[],
): RowSource<SuggestionRow> => {
  const query = listQuery(search, columns)
  const filters = filtersOf(search)
  return {
    key: ['suggestions', 'list', query],
    readPage: (cursor, signal) => readPage(query, cursor, signal),
    totalKey: ['suggestions', 'total', filters],
    readTotal: async (signal) => {
      const { pagination } = await api.get('/suggestions', {
        query: { ...(filters as Query), per_page: 1, fields: 'id' },
        signal,
      })
      return pagination.total_records ?? 0
    },
  }
}

/** Results by relevance have page numbers, which take the place of the cursor. */
export async function readPage(
  query: Query,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<SuggestionRow>> {
  const isByPage = query.sort === 'relevance'
  const page = Number(cursor ?? 1)
  const body = await api.get('/suggestions', {
    query: {
      ...query,
      ...(isByPage ? { page } : cursor !== null && { cursor }),
      per_page: PER_PAGE,
      total: false,
    },
    signal,
  })
  const isFull = body.suggestions.length === PER_PAGE
  return {
    records: toRows(body),
    cursor: isByPage ? (isFull ? String(page + 1) : null) : (body.pagination.cursor ?? null),
  }
}

/** The rows with these ids, as the list would show them now. */
export async function readRows(query: Query, ids: number[]): Promise<SuggestionRow[]> {
  const { fields, includes } = query
  const body = await api.get('/suggestions/{id}', {
    path: { id: ids.join(',') },
    query: {
      fields: fields as string[],
      ...(includes && { includes }),
      ...(query['fields.users'] && { 'fields.users': query['fields.users'] }),
    },
  })
  return toRows(body)
}

type Body = {
  suggestions: Suggestion[]
  users?: User[]
  features?: Feature[]
  status_updates?: StatusUpdate[]
  parent_suggestions?: Suggestion[]
}

function toRows(body: Body): SuggestionRow[] {
  const related: Related = {
    users: byId(body.users),
    features: byId(body.features),
    statusUpdates: byId(body.status_updates),
    suggestions: byId(body.parent_suggestions),
  }
  return body.suggestions.map((suggestion) => ({ ...suggestion, related }))
}

const byId = <T extends { id: number }>(records: T[] = []): ById<T> =>
  new Map(records.map((record) => [record.id, record]))
