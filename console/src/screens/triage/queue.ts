// The suggestions that wait for triage, in order, and which of them comes next.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { itemQuery, queueQuery, similarQuery, type TriageSort } from '../../api/triage.ts'
import type { TriageSearch } from '../suggestions/search.ts'
import { isSettled, type Session } from './session-state.ts'

export const DEFAULT_SORT = 'created_at'

/** Fewer known suggestions than this: the next page is read. */
const MIN_AHEAD = 10
const PREFETCHED = 3

export function useQueue({ forum, sort = DEFAULT_SORT }: TriageSearch, session: Session) {
  const query = useInfiniteQuery(queueQuery(forum, sort as TriageSort))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const ids = data?.pages.flatMap((page) => page.ids) ?? []
  const open = ids.filter((id) => !isSettled(session, id))
  const waiting = open.filter((id) => !session.skipped.has(id))

  // After a failure only when the person asks for it, or it would be asked for without end.
  const needsMore =
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError && waiting.length < MIN_AHEAD
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])
  return {
    ...query,
    waiting,
    skippedCount: open.length - waiting.length,
    isExhausted: !hasNextPage && waiting.length === 0,
  }
}

/** Reads the suggestions that come next, so that they show at once. */
export function usePrefetch(waiting: number[], current: number | undefined): void {
  const queryClient = useQueryClient()
  const next = waiting
    .filter((id) => id !== current)
    .slice(0, PREFETCHED)
    .join()
  useEffect(() => {
    for (const id of next.split(',').filter(Boolean).map(Number)) {
      void queryClient.prefetchQuery(itemQuery(id))
      void queryClient.prefetchQuery(similarQuery(id))
    }
  }, [next, queryClient])
}
