// What the settings show: the installation, its people, its clients and its jobs.
import type { BodyOf, Forum } from '@earshot/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { pagesQuery, recordsQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'
import type { Role } from './session.ts'

export type Installation = BodyOf<'GET', '/installation'>['installation']
export type Job = BodyOf<'GET', '/jobs'>['jobs'][number]
export type StaffMember = BodyOf<'GET', '/staff'>['staff'][number]
export type ClientLimit = BodyOf<'GET', '/api_clients/limits'>['limits'][number]
export type Roles = BodyOf<'GET', '/roles'>
export type NewClient = RequestBody<'POST', '/api_clients'>
export type Scope = NonNullable<NewClient['scopes']>[number]

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

export const ssoKeysQuery = recordsQuery(queryKeys.options('sso_keys'), '/sso_keys', {})

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

const at = (id: number) => ({ path: { id } })

export const FORUM_ACTIONS = ['see', 'support', 'comment', 'suggest'] as const
export type ForumAction = (typeof FORUM_ACTIONS)[number]
export const TIERS = ['everyone', 'signed_in', 'chosen', 'staff'] as const
export type Tier = (typeof TIERS)[number]
export type ActionAccess = {
  /** Null: the default of the installation. */
  tier: Tier | null
  segments: number[]
  external_accounts: number[]
}
export type ForumAccess = { see: ActionAccess & { tier: Tier } } & {
  [Action in Exclude<ForumAction, 'see'>]: ActionAccess
}
export const forumAccessOf = ({ access }: Forum) => access as ForumAccess

/** The newest first: thousands can be invited. */
export const forumInvitationsQuery = (forum: number) =>
  infiniteQueryOptions(
    pagesQuery(queryKeys.belonging('forum_invitations', 'forums', forum), '/forum_invitations', {
      forum,
      sort: '-id',
      per_page: 50,
    }),
  )
export const inviteToForum = (body: RequestBody<'POST', '/forum_invitations'>) =>
  api.post('/forum_invitations', { body })
export const withdrawForumInvitation = (id: number) => api.delete('/forum_invitations/{id}', at(id))

export const createForum = (body: RequestBody<'POST', '/forums'>) => api.post('/forums', { body })
export const updateForum = (id: number, body: RequestBody<'PUT', '/forums/{id}'>) =>
  api.put('/forums/{id}', { ...at(id), body })
export const deleteForum = (id: number) => api.delete('/forums/{id}', at(id))

export const createCategory = (body: RequestBody<'POST', '/categories'>) =>
  api.post('/categories', { body })
export const updateCategory = (id: number, body: RequestBody<'PUT', '/categories/{id}'>) =>
  api.put('/categories/{id}', { ...at(id), body })
export const deleteCategory = (id: number) => api.delete('/categories/{id}', at(id))

/** Moves what is in a forum to another one, and deletes it. */
export const mergeForums = (from_forum: number, to_forum: number) =>
  api.post('/forums/merge', { body: { links: { from_forum, to_forum } } })
/** How many suggestions of every state a forum has. */
export const forumSizeQuery = (forum: number) =>
  queryOptions({
    queryKey: queryKeys.count('suggestions', 'forum', forum),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { forum, per_page: 1, fields: 'id' }
      return (await api.get('/suggestions', { query, signal })).pagination.total_records ?? 0
    },
  })

export const createLabel = (body: RequestBody<'POST', '/labels'>) => api.post('/labels', { body })
export const updateLabel = (id: number, body: RequestBody<'PUT', '/labels/{id}'>) =>
  api.put('/labels/{id}', { ...at(id), body })
export const deleteLabel = (id: number) => api.delete('/labels/{id}', at(id))

export const mergeLabels = (from_label: number, to_label: number) =>
  api.post('/labels/merge', { body: { links: { from_label, to_label } } })
/** How many suggestions of every state have a label. */
export const labelSizeQuery = (label: number) =>
  queryOptions({
    queryKey: queryKeys.count('suggestions', 'label', label),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const query = { label, per_page: 1, fields: 'id' }
      return (await api.get('/suggestions', { query, signal })).pagination.total_records ?? 0
    },
  })

export const createFeatureStatus = (body: RequestBody<'POST', '/feature_statuses'>) =>
  api.post('/feature_statuses', { body })
export const updateFeatureStatus = (
  id: number,
  body: RequestBody<'PUT', '/feature_statuses/{id}'>,
) => api.put('/feature_statuses/{id}', { ...at(id), body })
export const deleteFeatureStatus = (id: number) => api.delete('/feature_statuses/{id}', at(id))

export const createProductArea = (name: string) => api.post('/product_areas', { body: { name } })
export const renameProductArea = (id: number, name: string) =>
  api.put('/product_areas/{id}', { ...at(id), body: { name } })
export const deleteProductArea = (id: number) => api.delete('/product_areas/{id}', at(id))

export const createTeam = (name: string) => api.post('/teams', { body: { name } })
export const renameTeam = (id: number, name: string) =>
  api.put('/teams/{id}', { ...at(id), body: { name } })
export const deleteTeam = (id: number) => api.delete('/teams/{id}', at(id))

/** The portal's texts. */
export const translatableStringsQuery = queryOptions({
  queryKey: queryKeys.single('translatable_strings'),
  queryFn: ({ signal }) => api.get('/translatable_strings', { signal }),
})
export const translationsQuery = (locale: string) =>
  queryOptions({
    queryKey: queryKeys.options('translatable_strings', locale),
    enabled: locale !== '',
    queryFn: ({ signal }) =>
      api.get('/translatable_strings/{locale}', { path: { locale }, signal }),
  })
export const putTranslations = (
  locale: string,
  body: RequestBody<'PUT', '/translatable_strings/{locale}'>,
) => api.put('/translatable_strings/{locale}', { path: { locale }, body })

export const createStatus = (body: RequestBody<'POST', '/statuses'>) =>
  api.post('/statuses', { body })
export const updateStatus = (id: number, body: RequestBody<'PUT', '/statuses/{id}'>) =>
  api.put('/statuses/{id}', { ...at(id), body })
export const deleteStatus = (id: number) => api.delete('/statuses/{id}', at(id))

/** The order of all statuses, or of the categories of a forum. */
export const orderRecords = (
  collection: 'statuses' | 'categories' | 'feature_statuses',
  ids: number[],
) => api.put(`/${collection}/positions`, { body: { ids } })

export const createCustomField = (body: RequestBody<'POST', '/custom_fields'>) =>
  api.post('/custom_fields', { body })
export const updateCustomField = (id: number, body: RequestBody<'PUT', '/custom_fields/{id}'>) =>
  api.put('/custom_fields/{id}', { ...at(id), body })
export const deleteCustomField = (id: number) => api.delete('/custom_fields/{id}', at(id))

export const updateStaff = (id: number, body: RequestBody<'PUT', '/staff/{id}'>) =>
  api.put('/staff/{id}', { ...at(id), body })
/** The address with which the person sets a new password. */
export async function createSignInLink(id: number): Promise<string> {
  const { sign_in_link } = await api.post('/staff/{id}/sign_in_link', at(id))
  return sign_in_link.url
}
export const resetSecondFactor = (id: number) => api.delete('/staff/{id}/second_factor', at(id))
/** One role after the other: a failure leaves the others as they were. */
export async function requireSecondFactor(
  names: readonly Role[],
  requires_second_factor: boolean,
): Promise<void> {
  for (const name of names)
    await api.put('/roles/{name}', { path: { name }, body: { requires_second_factor } })
}
/** The person stays, without a role. */
export const removeStaff = ({ links }: StaffMember) =>
  api.delete('/permissions/{id}', at(links.permission))

/** The address that the invited person opens. */
export async function invite(body: RequestBody<'POST', '/invitations'>): Promise<string> {
  const { invitations } = await api.post('/invitations', { body })
  return invitations[0]?.url ?? ''
}
export async function resendInvitation(id: number): Promise<string> {
  const { invitations } = await api.put('/invitations/{id}/resend', at(id))
  return invitations[0]?.url ?? ''
}
export const revokeInvitation = (id: number) => api.delete('/invitations/{id}', at(id))

export const endSessions = (ids: number[]) =>
  Promise.all(ids.map((id) => api.delete('/sessions/{id}', at(id))))

export const createApiClient = async (body: NewClient) =>
  (await api.post('/api_clients', { body })).api_clients[0]
export const updateApiClient = (id: number, body: RequestBody<'PUT', '/api_clients/{id}'>) =>
  api.put('/api_clients/{id}', { ...at(id), body })
/** The new secret. The old one works until the overlap ends. */
export async function rotateApiClient(id: number, overlap_seconds: number): Promise<string> {
  const { api_clients } = await api.put('/api_clients/{id}/rotate', {
    ...at(id),
    body: { overlap_seconds },
  })
  return api_clients[0]?.secret ?? ''
}
export const revokeApiClient = (id: number) => api.delete('/api_clients/{id}', at(id))

export const createSsoKey = async (name: string) =>
  (await api.post('/sso_keys', { body: { name } })).sso_keys[0]
export const revokeSsoKey = (id: number) => api.delete('/sso_keys/{id}', at(id))
export const checkSsoToken = async (token: string) =>
  (await api.post('/sso_keys/check', { body: { token } })).check

export const retryJob = ({ id }: Job) => api.put('/jobs/{id}/retry', { path: { id } })
/** How many run again. */
export const retryFailedJobs = async (): Promise<number> =>
  (await api.put('/jobs/retry')).retry.jobs_count
export const deleteJob = ({ id }: Job) => api.delete('/jobs/{id}', { path: { id } })
