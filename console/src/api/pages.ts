import { type InfiniteData, infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'

export type Page = {
  pagination: { cursor?: string | undefined; total_records?: number | undefined }
}

/** A query that reads a list page by page. */
export const pagesQuery = <P extends Page>(
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

export type PagesQuery<P extends Page> = ReturnType<typeof pagesQuery<P>>
