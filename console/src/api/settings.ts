// What the settings show: the installation, its people, its clients and its jobs.
import type { BodyOf, OptionsOf } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { recordsQuery } from './pages.ts'

export type Installation = BodyOf<'GET', '/installation'>['installation']
export type Job = BodyOf<'GET', '/jobs'>['jobs'][number]
export type StaffMember = BodyOf<'GET', '/staff'>['staff'][number]
export type ClientLimit = BodyOf<'GET', '/api_clients/limits'>['limits'][number]
export type Roles = BodyOf<'GET', '/roles'>
export type NewClient = NonNullable<OptionsOf<'POST', '/api_clients'>['body']>

/** These have no events. */
const POLL_MS = 5_000

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  refetchInterval: POLL_MS,
  queryFn: async ({ signal }) => (await api.get('/installation', { signal })).installation,
})

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  refetchInterval: POLL_MS,
  queryFn: async ({ signal }) => (await api.get('/jobs', { signal })).jobs,
})

export const clientLimitsQuery = queryOptions({
  queryKey: ['api_clients', 'limits'],
  refetchInterval: POLL_MS,
  queryFn: ({ signal }) => api.get('/api_clients/limits', { signal }),
})

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => api.get('/roles', { signal }),
})

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: async ({ signal }) => (await api.get('/staff', { signal })).staff,
})

export const invitationsQuery = recordsQuery(['invitations', 'options'], '/invitations', {
  accepted: false,
})

export const sessionsQuery = (user: number) =>
  recordsQuery(['sessions', 'options', user], '/sessions', { user })

export const apiClientsQuery = recordsQuery(['api_clients', 'options'], '/api_clients', {})

/** Of every type of record. */
export const everyCustomFieldQuery = recordsQuery(
  ['custom_fields', 'options', 'all'],
  '/custom_fields',
  { sort: 'name' },
)

/** In the order that people chose. */
export const orderedCategoriesQuery = (forum: number) =>
  recordsQuery(['categories', 'options', forum], '/categories', { forum, sort: 'position' })

/** How many suggestions each status has. */
export const statusCountsQuery = queryOptions({
  queryKey: ['suggestions', 'status-counts'],
  queryFn: async ({ signal }) => {
    const { counts } = await api.get('/suggestions/counts', { signal })
    return new Map(counts.statuses.map(({ id, count }) => [id, count]))
  },
})
