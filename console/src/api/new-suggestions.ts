// How much waits for triage. The service keeps the count of suggestions, so reading it is cheap.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './client.ts'
import { useRefreshOnChange } from './live-updates.ts'
import { queryKeys } from './query-keys.ts'

/** Merged suggestions keep their state. */
export const WAITING = 'new,-merged'

const newCountKey = (forum?: string) => queryKeys.count('suggestions', 'new', forum ?? null)

export const newCountQuery = (forum?: string) =>
  queryOptions({
    queryKey: newCountKey(forum),
    queryFn: async ({ signal }) => {
      const { pagination } = await api.get('/suggestions', {
        query: { state: WAITING, ...(forum && { forum }), per_page: 1, fields: 'state' },
        signal,
      })
      return pagination.total_records ?? 0
    },
  })

const REFRESH_MS = 2_000

/** Refreshed when suggestions change, at most every two seconds. */
export function useNewCount(forum?: string): number | undefined {
  const queryClient = useQueryClient()
  useRefreshOnChange(
    'suggestions',
    () => void queryClient.invalidateQueries({ queryKey: queryKeys.count('suggestions', 'new') }),
    REFRESH_MS,
  )
  return useQuery(newCountQuery(forum)).data
}

/** Before the service has confirmed it. */
export function adjustNewCount(queryClient: QueryClient, forum: number, by: number): void {
  for (const one of [undefined, String(forum)])
    queryClient.setQueryData<number>(newCountKey(one), (count) =>
      count === undefined ? undefined : Math.max(0, count + by),
    )
}

const ONE = { per_page: 1, fields: 'state' } as const

/** Besides suggestions: comments, what guests wrote, and reports of readers. */
const countOthers = async (signal: AbortSignal): Promise<number> => {
  const pages = await Promise.all([
    api.get('/comments', { query: { ...ONE, state: 'new' }, signal }),
    api.get('/guest_contributions', { query: { ...ONE, state: 'waiting' }, signal }),
    api.get('/content_reports', { query: { ...ONE, state: 'open' }, signal }),
  ])
  return pages.reduce((sum, { pagination }) => sum + (pagination.total_records ?? 0), 0)
}

export const otherCountKey = queryKeys.count('comments', 'waiting')

/** Refreshed as the count of suggestions. */
export function useOtherCount(): number | undefined {
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: otherCountKey })
  useRefreshOnChange('comments', refresh, REFRESH_MS)
  useRefreshOnChange('guest_contributions', refresh, REFRESH_MS)
  useRefreshOnChange('content_reports', refresh, REFRESH_MS)
  return useQuery({ queryKey: otherCountKey, queryFn: ({ signal }) => countOthers(signal) }).data
}
