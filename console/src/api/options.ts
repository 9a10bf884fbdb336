// The short lists that fill menus and give names to ids: forums, categories, statuses, labels, fields.
import type { Category, CustomField, Forum, Label, SegmentedValue, Status } from '@earshot/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/** Live updates refresh these by their key. */
const STALE_MS = 5 * 60_000

export const PAGE = { per_page: 100, total: false } as const

export async function gather<T>(records: AsyncGenerator<T, void, undefined>): Promise<T[]> {
  const all: T[] = []
  for await (const record of records) all.push(record)
  return all
}

export const forumsQuery = queryOptions({
  queryKey: ['forums', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<Forum>(api.records('/forums', { query: { ...PAGE, sort: 'name' }, signal })),
})

export const categoriesQuery = queryOptions({
  queryKey: ['categories', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<Category>(api.records('/categories', { query: { ...PAGE, sort: 'name' }, signal })),
})

export const statusesQuery = queryOptions({
  queryKey: ['statuses', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<Status>(api.records('/statuses', { query: { ...PAGE, sort: 'position' }, signal })),
})

export const labelsQuery = queryOptions({
  queryKey: ['labels', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<Label>(api.records('/labels', { query: { ...PAGE, sort: 'full_name' }, signal })),
})

/** The custom fields of suggestions. */
export const customFieldsQuery = queryOptions({
  queryKey: ['custom_fields', 'options', 'suggestions'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<CustomField>(
      api.records('/custom_fields', {
        query: { ...PAGE, object_type: 'suggestions', sort: 'name' },
        signal,
      }),
    ),
})

/** The figures of segments that suggestions have. */
export const segmentedValuesQuery = queryOptions({
  queryKey: ['segmented_values', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<SegmentedValue>(api.records('/segmented_values', { query: PAGE, signal })),
})

const byId = <T extends { id: number }>(records: T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]))

const NONE: ReadonlyMap<number, never> = new Map<number, never>()

/** The records by id, for the names of what a record links to. Empty while they load. */
export const useForumsById = (): ReadonlyMap<number, Forum> =>
  useQuery({ ...forumsQuery, select: byId }).data ?? NONE
export const useCategoriesById = (): ReadonlyMap<number, Category> =>
  useQuery({ ...categoriesQuery, select: byId }).data ?? NONE
export const useStatusesById = (): ReadonlyMap<number, Status> =>
  useQuery({ ...statusesQuery, select: byId }).data ?? NONE
export const useLabelsById = (): ReadonlyMap<number, Label> =>
  useQuery({ ...labelsQuery, select: byId }).data ?? NONE
