// The short lists that fill menus and give names to ids: forums, categories, statuses, labels, fields.
import type { Category, Forum, Label, ListedRecord, ListPath, Status } from '@earshot/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ListQuery, recordsQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

/** Live updates refresh these by their key. */
const STALE_MS = 5 * 60_000

const optionsQuery = <P extends ListPath, T = ListedRecord<P>>(
  path: P,
  query: ListQuery<P>,
  ...of: string[]
) =>
  queryOptions({
    ...recordsQuery<P, T>(queryKeys.options(path.slice(1), ...of), path, query),
    staleTime: STALE_MS,
  })

export const forumsQuery = optionsQuery('/forums', { sort: 'name' })
export const categoriesQuery = optionsQuery('/categories', { sort: 'name' })
export const statusesQuery = optionsQuery('/statuses', { sort: 'position' })
export const labelsQuery = optionsQuery('/labels', { sort: 'full_name' })
export const segmentsQuery = optionsQuery('/segments', {})
export const featureStatusesQuery = optionsQuery('/feature_statuses', { sort: 'position' })
export const productAreasQuery = optionsQuery('/product_areas', { sort: 'name' })
export const teamsQuery = optionsQuery('/teams', { sort: 'name' })
/** The people who work here. */
export const staffQuery = optionsQuery(
  '/users',
  { internal_user: true, sort: 'name', fields: 'name,email_address' },
  'staff',
)
/** The figures of segments that suggestions and features have. */
export const segmentedValuesQuery = optionsQuery('/segmented_values', {})

/** The figures of segments that the records of a collection have. */
export const segmentedValuesOf = (object_type: 'suggestions' | 'features') =>
  optionsQuery('/segmented_values', { object_type }, object_type)

export type CustomFieldOwner = 'suggestions' | 'features' | 'external_users' | 'external_accounts'

/** The custom fields of a collection. */
export const customFieldsOf = (object_type: CustomFieldOwner) =>
  optionsQuery('/custom_fields', { object_type, sort: 'name' }, object_type)

/** The custom fields of suggestions. */
export const customFieldsQuery = customFieldsOf('suggestions')

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
