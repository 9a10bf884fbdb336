// Lists of the API: page by page, or all at once where they are short.
import type { BodyOf, ListedRecord, ListPath, OptionsOf } from '@earshot/client'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { api } from './client.ts'

export type Page = {
  pagination: { cursor?: string | undefined; total_records?: number | undefined }
}

export type ListQuery<P extends ListPath> = NonNullable<OptionsOf<'GET', P>['query']>

// TypeScript cannot resolve the options of a path that is a type parameter. `ListQuery` checks them.
type Read<Result> = (
  path: string,
  options: { path?: { id: string }; query: object; signal?: AbortSignal | undefined },
) => Result
const getPage = api.get as Read<Promise<unknown>>
const readAll = api.records as Read<AsyncGenerator<unknown, void, undefined>>

/** A query that reads a list page by page. */
export const pagesQuery = <P extends ListPath>(queryKey: QueryKey, path: P, query: ListQuery<P>) =>
  pagesOf(
    queryKey,
    (cursor, signal) =>
      getPage(path, { query: { ...query, ...(cursor && { cursor }) }, signal }) as Promise<
        BodyOf<'GET', P> & Page
      >,
  )

const pagesOf = <P extends Page>(
  queryKey: QueryKey,
  load: (cursor: string | undefined, signal: AbortSignal) => Promise<P>,
) =>
  infiniteQueryOptions<P, Error, InfiniteData<P, string | undefined>, QueryKey, string | undefined>(
    {
      queryKey,
      queryFn: ({ pageParam, signal }) => load(pageParam, signal),
      initialPageParam: undefined,
      getNextPageParam: ({ pagination }) => pagination.cursor,
    },
  )

export type PagesQuery<P extends Page> = ReturnType<typeof pagesOf<P>>

/** A query that reads all records of a list that people keep short. */
export const recordsQuery = <P extends ListPath, T = ListedRecord<P>>(
  queryKey: QueryKey,
  path: P,
  query: ListQuery<P>,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const all: T[] = []
      const options = { query: { per_page: 100, total: false, ...query }, signal }
      for await (const record of readAll(path, options)) all.push(record as T)
      return all
    },
  })

/** A page of a list whose path is a value, with what it includes. */
export const readList = async <B>(path: ListPath, query: object, signal: AbortSignal): Promise<B> =>
  (await getPage(path, { query, signal })) as B

/** The records that have these ids, with what they include. */
export const readByIds = async <B>(
  path: ListPath,
  ids: readonly (string | number)[],
  query: object,
  signal?: AbortSignal,
): Promise<B> =>
  (await getPage(`${path}/{id}`, { path: { id: ids.join(',') }, query, signal })) as B

/** The records of the first page. */
export const listRecords = async <T>(
  path: ListPath,
  query: object,
  signal: AbortSignal,
): Promise<T[]> => recordsOf(await readList(path, query, signal), path)

/** The records that have these ids. */
export const recordsWithIds = async <T>(
  path: ListPath,
  ids: string[],
  query: object,
  signal: AbortSignal,
): Promise<T[]> => recordsOf(await readByIds(path, ids, query, signal), path)

const recordsOf = <T>(body: Record<string, T[]>, path: string) => body[path.slice(1)] ?? []
