// What the settings show: the installation, its people, its clients and its jobs.
import type { BodyOf, OptionsOf } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { recordsQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type Installation = BodyOf<'GET', '/installation'>['installation']
export type Job = BodyOf<'GET', '/jobs'>['jobs'][number]
export type StaffMember = BodyOf<'GET', '/staff'>['staff'][number]
export type ClientLimit = BodyOf<'GET', '/api_clients/limits'>['limits'][number]
export type Roles = BodyOf<'GET', '/roles'>
export type NewClient = NonNullable<OptionsOf<'POST', '/api_clients'>['body']>

/** These have no events. */
const POLL_MS = 5_000

export const installationQuery = queryOptions({
  queryKey: queryKeys.single('installation'),
  refetchInterval: POLL_MS,
  queryFn: async ({ signal }) => (await api.get('/installation', { signal })).installation,
})

export const jobsQuery = queryOptions({
  queryKey: queryKeys.single('jobs'),
  refetchInterval: POLL_MS,
  queryFn: async ({ signal }) => (await api.get('/jobs', { signal })).jobs,
})

export const clientLimitsQuery = queryOptions({
  queryKey: queryKeys.single('api_clients'),
  refetchInterval: POLL_MS,
  queryFn: ({ signal }) => api.get('/api_clients/limits', { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: queryKeys.single('roles'),
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => api.get('/roles', { signal }),
})

export const staffQuery = queryOptions({
  queryKey: queryKeys.single('staff'),
  queryFn: async ({ signal }) => (await api.get('/staff', { signal })).staff,
})

export const invitationsQuery = recordsQuery(queryKeys.options('invitations'), '/invitations', {
  accepted: false,
})

export const sessionsQuery = (user: number) =>
  recordsQuery(queryKeys.options('sessions', user), '/sessions', { user })

export const apiClientsQuery = recordsQuery(queryKeys.options('api_clients'), '/api_clients', {})

/** Of every type of record. */
export const everyCustomFieldQuery = recordsQuery(
  queryKeys.options('custom_fields', 'all'),
  '/custom_fields',
  { sort: 'name' },
)

/** In the order that people chose. */
export const orderedCategoriesQuery = (forum: number) =>
  recordsQuery(queryKeys.options('categories', forum), '/categories', { forum, sort: 'position' })

/** How many suggestions each status has. */
export const statusCountsQuery = queryOptions({
  queryKey: queryKeys.count('suggestions', 'statuses'),
  queryFn: async ({ signal }) => {
    const { counts } = await api.get('/suggestions/counts', { signal })
    return new Map(counts.statuses.map(({ id, count }) => [id, count]))
  },
})
