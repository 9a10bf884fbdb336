// The rows of a list, as the API sends them: the fields of the shown columns, and the records that they link to.
import { queryOptions } from '@tanstack/react-query'
import { readByIds, readList } from '../../api/pages.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { Filters, ListAddress, ListSearch } from '../../core/list-search.ts'
import type { Column } from '../grid/column.ts'
import type { Page, RowSource } from '../grid/use-rows.ts'
import type { Collection, ListBody, ListDeclaration, ListOrder } from './declaration.ts'

export type ListQuery = { sort?: string } & Record<string, string | readonly string[] | undefined>

export const PER_PAGE = 100

type Columns<T> = readonly Column<T>[]

/** The query of the list in the address, without its page. */
export function listQuery<T extends { id: number }>(
  list: ListDeclaration<T>,
  search: ListSearch,
  columns: Columns<T>,
): ListQuery {
  const includes = [...new Set(columns.flatMap((column) => column.includes ?? []))].sort()
  return {
    ...list.address.filtersOf(search),
    ...sortOf(list, search),
    fields: [
      ...new Set([...list.fields, ...columns.flatMap(({ fields }) => fields ?? []), 'links']),
    ].sort(),
    ...(includes.length > 0 && { includes }),
    ...includedFields(list, columns, includes),
  }
}

const includedFields = <T extends { id: number }>(
  list: ListDeclaration<T>,
  columns: Columns<T>,
  includes: readonly string[],
): ListQuery =>
  Object.fromEntries(
    Object.entries(list.includedFields)
      .filter(([name]) => includes.includes(name))
      .map(([name, fields]) => [
        `fields.${name}`,
        [
          ...new Set([
            ...fields,
            ...columns.flatMap((column) => column.includedFields?.[name] ?? []),
          ]),
        ].sort(),
      ]),
  )

/** The order that the API is asked for. */
export function sortOf(
  list: ListOrder & { address: ListAddress },
  search: ListSearch,
): { sort?: string } {
  const sort = shownSort(list, search)
  if (sort === undefined) return {}
  return { sort: list.sortAs?.(sort, list.address.filtersOf(search)) ?? sort }
}

/** The order in the address, or the one of a list without. */
export const shownSort = (
  { hasRelevance = false, defaultSort }: ListOrder,
  { sort, q }: ListSearch,
): string | undefined =>
  sort !== undefined && !(sort === 'relevance' && q === undefined)
    ? sort
    : q !== undefined && hasRelevance
      ? 'relevance'
      : defaultSort

export function rowSource<T extends { id: number }>(
  list: ListDeclaration<T>,
  search: ListSearch,
  columns: Columns<T>,
): RowSource<T> {
  const query = listQuery(list, search, columns)
  const filters = list.address.filtersOf(search)
  const { collection } = list
  return {
    key: queryKeys.list(collection, query),
    readPage: (cursor, signal) => readPage(list, query, cursor, signal),
    totalKey: queryKeys.total(collection, filters),
    readTotal: (signal) => readTotal(collection, filters, signal),
  }
}

async function readTotal(
  collection: Collection,
  filters: Filters,
  signal: AbortSignal,
): Promise<number> {
  const { pagination } = await readList<ListBody>(
    `/${collection}`,
    { ...filters, per_page: 1, fields: 'id' },
    signal,
  )
  return pagination.total_records ?? 0
}

/** How many records the list has without filters. */
export const totalQuery = (collection: Collection) =>
  queryOptions({
    queryKey: queryKeys.total(collection, {}),
    queryFn: ({ signal }) => readTotal(collection, {}, signal),
  })

/** Results by relevance have page numbers, which take the place of the cursor. */
export async function readPage<T extends { id: number }>(
  { collection, toRows }: ListDeclaration<T>,
  query: ListQuery,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<T>> {
  const isByPage = query.sort === 'relevance'
  const page = Number(cursor ?? 1)
  const body = await readList<ListBody>(
    `/${collection}`,
    {
      ...query,
      ...(isByPage ? { page } : cursor !== null && { cursor }),
      per_page: PER_PAGE,
      total: false,
    },
    signal,
  )
  const records = toRows(body)
  const isFull = records.length === PER_PAGE
  return {
    records,
    cursor: isByPage ? (isFull ? String(page + 1) : null) : (body.pagination.cursor ?? null),
  }
}

/** The rows with these ids, as the list would show them now. */
export async function readRows<T extends { id: number }>(
  { collection, toRows }: ListDeclaration<T>,
  query: ListQuery,
  ids: number[],
): Promise<T[]> {
  const shape = Object.entries(query).filter(
    ([name]) => name === 'fields' || name === 'includes' || name.startsWith('fields.'),
  )
  return toRows(await readByIds<ListBody>(`/${collection}`, ids, Object.fromEntries(shape)))
}

export const byId = <R extends { id: number }>(records: R[] = []): ReadonlyMap<number, R> =>
  new Map(records.map((record) => [record.id, record]))
