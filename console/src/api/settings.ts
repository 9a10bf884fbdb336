// What the settings show: the installation, its people, its clients and its jobs.
import type { BodyOf, OptionsOf } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { gather, PAGE } from './options.ts'

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

export const invitationsQuery = queryOptions({
  queryKey: ['invitations', 'options'],
  queryFn: ({ signal }) =>
    gather(api.records('/invitations', { query: { ...PAGE, accepted: false }, signal })),
})

export const sessionsQuery = (user: number) =>
  queryOptions({
    queryKey: ['sessions', 'options', user],
    queryFn: ({ signal }) => gather(api.records('/sessions', { query: { ...PAGE, user }, signal })),
  })

export const apiClientsQuery = queryOptions({
  queryKey: ['api_clients', 'options'],
  queryFn: ({ signal }) => gather(api.records('/api_clients', { query: PAGE, signal })),
})

/** Of every type of record. */
export const everyCustomFieldQuery = queryOptions({
  queryKey: ['custom_fields', 'options', 'all'],
  queryFn: ({ signal }) =>
    gather(api.records('/custom_fields', { query: { ...PAGE, sort: 'name' }, signal })),
})

/** In the order that people chose. */
export const orderedCategoriesQuery = (forum: number) =>
  queryOptions({
    queryKey: ['categories', 'options', forum],
    queryFn: ({ signal }) =>
      gather(api.records('/categories', { query: { ...PAGE, forum, sort: 'position' }, signal })),
  })

/** How many suggestions each status has. */
export const statusCountsQuery = queryOptions({
  queryKey: ['suggestions', 'status-counts'],
  queryFn: async ({ signal }) => {
    const { counts } = await api.get('/suggestions/counts', { signal })
    return new Map(counts.statuses.map(({ id, count }) => [id, count]))
  },
})
