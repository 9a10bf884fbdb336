// The short lists that fill menus and give names to ids: forums, categories, statuses, labels, fields.
import type {
  Category,
  CustomField,
  Feature,
  Forum,
  Label,
  Segment,
  SegmentedValue,
  Status,
  Team,
} from '@earshot/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from './client.ts'

/** Live updates refresh these by their key. */
const STALE_MS = 5 * 60_000

const PAGE = { per_page: 100, total: false } as const

async function gather<T>(records: AsyncGenerator<T, void, undefined>): Promise<T[]> {
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

export type CustomFieldOwner = 'suggestions' | 'external_users' | 'external_accounts'

/** The custom fields of a collection. */
export const customFieldsOf = (object_type: CustomFieldOwner) =>
  queryOptions({
    queryKey: ['custom_fields', 'options', object_type],
    staleTime: STALE_MS,
    queryFn: ({ signal }) =>
      gather<CustomField>(
        api.records('/custom_fields', { query: { ...PAGE, object_type, sort: 'name' }, signal }),
      ),
  })

/** The custom fields of suggestions. */
export const customFieldsQuery = customFieldsOf('suggestions')

export const segmentsQuery = queryOptions({
  queryKey: ['segments', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) => gather<Segment>(api.records('/segments', { query: PAGE, signal })),
})

export const featuresQuery = queryOptions({
  queryKey: ['features', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<Pick<Feature, 'id' | 'name'>>(
      api.records('/features', { query: { ...PAGE, sort: 'name', fields: 'name' }, signal }),
    ),
})

export const teamsQuery = queryOptions({
  queryKey: ['teams', 'options'],
  staleTime: STALE_MS,
  queryFn: ({ signal }) =>
    gather<Team>(api.records('/teams', { query: { ...PAGE, sort: 'name' }, signal })),
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
