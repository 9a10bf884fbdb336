// The records before and after one in a list.
import type { ListPath } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { readList } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type Neighbors = {
  previous: number | null
  next: number | null
  position: number | null
  is_listed: boolean
  total_records: number | null
  /** In a list with groups. */
  previous_group?: number | null
  next_group?: number | null
}

const KEPT_MS = 30_000

/** Read once for an open record: when a change moves it in its list, its neighbors stay those that the person saw. */
export const neighborsQuery = (collection: string, id: number, list: object) =>
  queryOptions({
    queryKey: queryKeys.neighbors(collection, id, list),
    queryFn: async ({ signal }) => {
      const path = `/${collection}/${id}/neighbors` as ListPath
      return (await readList<{ neighbors: Neighbors }>(path, list, signal)).neighbors
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
