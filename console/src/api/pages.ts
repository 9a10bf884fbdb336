import type { BodyOf, ListPath, OptionsOf } from '@earshot/client'
import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import { api } from './client.ts'

export type Page = {
  pagination: { cursor?: string | undefined; total_records?: number | undefined }
}

type Query<P extends ListPath> = NonNullable<OptionsOf<'GET', P>['query']>

// TypeScript cannot resolve the options of a path that is a type parameter. `pagesQuery` checks them.
const getPage = api.get as (
  path: ListPath,
  options: { query: object; signal: AbortSignal },
) => Promise<unknown>

/** A query that reads a list page by page. */
export const pagesQuery = <P extends ListPath>(queryKey: QueryKey, path: P, query: Query<P>) =>
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
