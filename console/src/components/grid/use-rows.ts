// The rows of a grid: cursor pages that are read one after the other, and the number of all that match.
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import { groupOf, inGroup } from './groups.ts'

export type Page<T> = {
  records: T[]
  cursor: string | null
  /** The groups whose rows it has. */
  groups?: string[]
}

export type RowSource<T> = {
  /** Another key is another list. */
  key: QueryKey
  readPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<T>>
  totalKey: QueryKey
  readTotal: (signal: AbortSignal) => Promise<number>
  /** Rows of closed groups are not read. */
  isGrouped?: boolean
}

export type Rows<T> = {
  records: T[]
  /** The groups that were read, and what comes after them. */
  readGroups: string[]
  position: string | null
  /** Forgets the pages that have or follow any of these groups, so that they are read again. */
  forgetFrom: (groups: readonly string[]) => void
  total: number | undefined
  isLoading: boolean
  /** The rows of the list before, while the first page of this one loads. */
  isPrevious: boolean
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  moreError: Error | null
  /** Not while pages are read again: asking for the next one would end that. */
  canReadMore: boolean
  readMore: () => void
  retry: () => void
  /** Reads the list from its start. */
  reload: () => Promise<void>
  /** Changes rows in place; null takes a row out. Returns what restores them. */
  patch: (change: (record: T) => T | null) => () => void
}

type Pages<T> = InfiniteData<Page<T>, string | null>

export function useRows<T extends object>({
  key,
  readPage,
  totalKey,
  readTotal,
  isGrouped = false,
}: RowSource<T>): Rows<T> {
  const queryClient = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    // Many pages: live updates change single rows instead.
    refetchOnWindowFocus: false,
  })
  const { data: total } = useQuery({
    queryKey: totalKey,
    queryFn: ({ signal }) => readTotal(signal),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const records = useMemo(() => data?.pages.flatMap((page) => page.records) ?? [], [data])

  const readGroups = useMemo(() => data?.pages.flatMap(({ groups = [] }) => groups) ?? [], [data])

  const setPages = (change: (pages: Pages<T>) => Pages<T>) =>
    queryClient.setQueryData<Pages<T>>(key, (pages) => pages && change(pages))
  return {
    records,
    readGroups,
    position: data?.pages.at(-1)?.cursor ?? null,
    forgetFrom: (groups) => {
      const first =
        data?.pages.findIndex((page) => page.groups?.some((one) => groups.includes(one))) ?? -1
      if (first === 0) void queryClient.invalidateQueries({ queryKey: key, exact: true })
      if (first >= 0)
        setPages(({ pages, pageParams }) => ({
          pages: pages.slice(0, Math.max(1, first)),
          pageParams: pageParams.slice(0, Math.max(1, first)),
        }))
    },
    total:
      isGrouped || query.hasNextPage
        ? total
        : data && !query.isPlaceholderData
          ? records.length
          : total,
    isLoading: query.isPending,
    isPrevious: query.isPlaceholderData,
    error: query.isFetchNextPageError || data ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    moreError: query.isFetchNextPageError ? query.error : null,
    canReadMore: query.hasNextPage && !query.isFetching && !query.isFetchNextPageError,
    readMore: () => void query.fetchNextPage(),
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    reload: async () => {
      setPages(({ pages, pageParams }) => ({
        pages: pages.slice(0, 1),
        pageParams: pageParams.slice(0, 1),
      }))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: key, exact: true }),
        queryClient.invalidateQueries({ queryKey: totalKey, exact: true }),
      ])
    },
    patch: (change) => {
      const before = queryClient.getQueryData<Pages<T>>(key)
      setPages((all) => ({ ...all, pages: all.pages.map((page) => patchPage(page, change)) }))
      return () => void (before && queryClient.setQueryData(key, before))
    },
  }
}

/** Keeps the page, and every row in it that does not change. */
function patchPage<T extends object>(page: Page<T>, change: (record: T) => T | null): Page<T> {
  const records = page.records.map((record) => {
    const changed = change(record)
    return changed === null || changed === record ? changed : inGroup(changed, groupOf(record))
  })
  if (records.every((record, index) => record === page.records[index])) return page
  return {
    ...page,
    records: records.filter((record): record is NonNullable<typeof record> => record !== null),
  }
}
