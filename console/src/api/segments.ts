// Segments, what their rules are made of, and who matches.
import type { BodyOf, Segment, SegmentedValue } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { type ListQuery, pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type Conditions = BodyOf<'GET', '/segments/conditions'>['conditions']
export type ConditionColumn = Conditions['columns'][number]

/** A group or a condition, as the API writes it. */
export type Expression = {
  operator?: string
  expressions?: Expression[]
  column?: string
  operand?: { val: string | string[] }
  unit?: string
}

export type LoadedSegment = {
  /** Of the version, for `If-Match`. */
  etag: string
  segment: Segment
}
export type Definition = { name: string; filters: Expression }

function read({
  etag,
  data,
}: {
  etag: string | null
  data: { segments: Segment[] }
}): LoadedSegment {
  const [segment] = data.segments
  if (!segment) throw new Error('The response has no segment.')
  return { etag: etag ?? '*', segment }
}

export const loadSegment = async (id: number, signal?: AbortSignal): Promise<LoadedSegment> =>
  read(await api.request('GET', '/segments/{id}', { path: { id }, signal }))

export const segmentQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('segments', id),
    queryFn: ({ signal }) => loadSegment(id, signal),
  })

export type SegmentSort = ListQuery<'/segments'>['sort']

export const SEGMENTS_PER_PAGE = 100

export async function readSegmentsPage(
  sort: SegmentSort,
  cursor: string | null,
  signal: AbortSignal,
): Promise<{ records: Segment[]; cursor: string | null }> {
  const { segments, pagination } = await api.get('/segments', {
    query: { sort, per_page: SEGMENTS_PER_PAGE, total: false, ...(cursor !== null && { cursor }) },
    signal,
  })
  return { records: segments, cursor: pagination.cursor ?? null }
}

export async function countSegments(signal: AbortSignal): Promise<number> {
  const { pagination } = await api.get('/segments', { query: { per_page: 1 }, signal })
  return pagination.total_records ?? 0
}

export const createSegment = async (body: Definition): Promise<number> => {
  const { segments } = await api.post('/segments', { body })
  return segments[0]?.id ?? 0
}

export const updateSegment = async (id: number, body: Definition, etag: string) =>
  read(
    await api.request('PUT', '/segments/{id}', {
      path: { id },
      headers: { 'if-match': etag },
      body,
    }),
  )

export const deleteSegment = (id: number) => api.delete('/segments/{id}', { path: { id } })

export const conditionsQuery = queryOptions({
  queryKey: queryKeys.options('custom_fields', 'conditions'),
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => (await api.get('/segments/conditions', { signal })).conditions,
})

/** The texts that a column has, to choose from. */
export const columnValuesQuery = (column: string) =>
  queryOptions({
    queryKey: queryKeys.options('segments', 'values', column),
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      (await api.get('/segments/values', { query: { column }, signal })).values,
  })

/** How many people are members of each segment. */
export const memberCountsQuery = (ids: number[]) =>
  queryOptions({
    queryKey: queryKeys.count('segments', 'members', ids),
    queryFn: async ({ signal }) => {
      const { counts } = await api.get('/segments/counts', {
        query: { segment: ids.join(',') },
        signal,
      })
      return new Map(counts.map(({ id, users_count }) => [id, users_count]))
    },
  })

const SAMPLE = 6

/** How many people match an expression, and some of them. */
export const matchesQuery = (expression: string) =>
  queryOptions({
    queryKey: queryKeys.matches('users', 'expression', expression),
    queryFn: async ({ signal }) => {
      const { users, pagination } = await api.get('/users', {
        query: {
          expression,
          erased: false,
          per_page: SAMPLE,
          sort: '-updated_at',
          fields: 'name,email_address',
        },
        signal,
      })
      return { users, total: pagination.total_records ?? users.length }
    },
  })

/** The figures of a segment that suggestions and features show. */
export const segmentedValuesOfQuery = (segment: number) =>
  pagesQuery(queryKeys.options('segmented_values', 'segment', segment), '/segmented_values', {
    segment,
    sort: 'id',
    per_page: 100,
  })

export type NewSegmentedValue = {
  name: string
  column_type: SegmentedValueType
  object_type: 'suggestions' | 'features'
}
export const SEGMENTED_VALUE_TYPES = ['users_count', 'accounts_count', 'revenue'] as const
export type SegmentedValueType = (typeof SEGMENTED_VALUE_TYPES)[number]

export const createSegmentedValue = (segment: number, body: NewSegmentedValue) =>
  api.post('/segmented_values', { body: { ...body, links: { segment } } })

export const deleteSegmentedValue = ({ id }: SegmentedValue) =>
  api.delete('/segmented_values/{id}', { path: { id } })
