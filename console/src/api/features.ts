// Features, their board by status, and what belongs to one.
import type { Feature, OptionsOf } from '@earshot/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type LoadedFeature = {
  /** Of the version, for `If-Match`. */
  etag: string
  feature: Feature
}

type Answer = { etag: string | null; data: { features: Feature[] } }

function read({ etag, data }: Answer): LoadedFeature {
  const [feature] = data.features
  if (!feature) throw new Error('The response has no feature.')
  return { etag: etag ?? '*', feature }
}

export const loadFeature = async (id: number, signal?: AbortSignal): Promise<LoadedFeature> =>
  read(await api.request('GET', '/features/{id}', { path: { id }, signal }))

export const featureQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('features', id),
    queryFn: ({ signal }) => loadFeature(id, signal),
  })

export type FeatureChanges = {
  name?: string
  description?: string | null
  description_mime_type?: 'text/plain' | 'text/markdown'
  links?: { feature_status?: number | null; product_area?: number | null }
  [customField: `cf_${string}`]: string | number | boolean | null
}

export const updateFeature = async (id: number, body: FeatureChanges, etag: string) =>
  read(
    await api.request('PUT', '/features/{id}', {
      path: { id },
      headers: { 'if-match': etag },
      body,
    }),
  )

export const createFeature = async (body: FeatureChanges & { name: string }): Promise<number> => {
  const { features } = await api.post('/features', { body })
  return features[0]?.id ?? 0
}

export const deleteFeature = (id: number) => api.delete('/features/{id}', { path: { id } })

/** A place on the board: before another feature of the status, or last. Without an area, that of the feature stays. */
export type Place = {
  status: number | null
  before: number | null
  area?: number | null | undefined
}

export const moveFeature = async (id: number, { status, before, area }: Place): Promise<void> => {
  await api.put('/features/{id}/move', {
    path: { id },
    body: {
      before,
      links: { feature_status: status, ...(area !== undefined && { product_area: area }) },
    },
  })
}

type FeaturesQuery = NonNullable<OptionsOf<'GET', '/features'>['query']>

/** The id of a product area, or `none`. */
export type AreaFilter = string | undefined

const areaQuery = (area: AreaFilter): FeaturesQuery =>
  area === undefined ? {} : area === 'none' ? { product_area_none: true } : { product_area: area }

export type FeatureSort = FeaturesQuery['sort']

const PER_PAGE = 100

export async function readFeaturesPage(
  { sort, area, cursor }: { sort: FeatureSort; area: AreaFilter; cursor: string | null },
  signal: AbortSignal,
): Promise<{ records: Feature[]; cursor: string | null }> {
  const { features, pagination } = await api.get('/features', {
    query: {
      ...areaQuery(area),
      sort,
      per_page: PER_PAGE,
      total: false,
      ...(cursor !== null && { cursor }),
    },
    signal,
  })
  return { records: features, cursor: pagination.cursor ?? null }
}

export async function countFeatures(area: AreaFilter, signal: AbortSignal): Promise<number> {
  const { pagination } = await api.get('/features', {
    query: { ...areaQuery(area), per_page: 1, fields: 'id' },
    signal,
  })
  return pagination.total_records ?? 0
}

const CARD =
  'name,position,suggestions_count,supporting_users_count,supporting_accounts_count,supporter_revenue,links'
export type Card = Pick<
  Feature,
  | 'id'
  | 'name'
  | 'position'
  | 'suggestions_count'
  | 'supporting_users_count'
  | 'supporting_accounts_count'
  | 'supporter_revenue'
  | 'links'
>

/** The features of a status in their order. Null is the column of those without one. */
export const boardColumnQuery = (status: number | null, area: AreaFilter) =>
  pagesQuery(queryKeys.board(status, area ?? ''), '/features', {
    ...(status === null ? { feature_status_none: true } : { feature_status: status }),
    ...areaQuery(area),
    sort: 'position',
    per_page: 50,
    fields: CARD,
  })

/** The features of all statuses, in the order within their status. */
export const boardQuery = (area: AreaFilter) =>
  pagesQuery(queryKeys.board('all', area ?? ''), '/features', {
    ...areaQuery(area),
    sort: 'position',
    per_page: 100,
    fields: CARD,
  })

const MEMBERS = 'title,state,supporters_count,supporter_revenue,links'

export const featureSuggestionsQuery = (feature: number) =>
  pagesQuery(queryKeys.belonging('suggestions', 'features', feature), '/suggestions', {
    feature,
    sort: '-supporter_revenue',
    per_page: 50,
    fields: MEMBERS,
  })

/** The accounts behind a feature, those that pay most first. */
export const featureAccountsQuery = (feature: number) =>
  pagesQuery(queryKeys.belonging('external_accounts', 'features', feature), '/external_accounts', {
    feature,
    sort: '-mrr',
    per_page: 50,
    fields: 'name,external_id,plan,mrr',
  })

export const featureUsersQuery = (feature: number) =>
  pagesQuery(queryKeys.belonging('users', 'features', feature), '/users', {
    feature,
    sort: 'name',
    per_page: 50,
    fields: 'name,email_address',
  })

/** Reads the board and the lists again, after a change. */
export async function refreshFeatures(queryClient: QueryClient): Promise<void> {
  const keys = [queryKeys.board(), queryKeys.lists('features'), queryKeys.options('features')]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

const pair = (suggestion: number, feature: number) => ({ body: { links: { suggestion, feature } } })

export const linkSuggestion = (feature: number, suggestion: number) =>
  api.post('/suggestions/link_to_feature', pair(suggestion, feature))
export const unlinkSuggestion = (feature: number, suggestion: number) =>
  api.post('/suggestions/unlink_from_feature', pair(suggestion, feature))
