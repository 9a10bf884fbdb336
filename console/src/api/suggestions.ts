// A suggestion with what its record shows, and the lists that belong to it.
import type { Feature, Label, StatusUpdate, Suggestion, User } from '@earshot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Filters } from '../core/list-search.ts'
import { api } from './client.ts'
import { pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'
import { MARKDOWN } from './suggestion-writes.ts'

export type LoadedSuggestion = {
  /** Of the version, for `If-Match`. */
  etag: string
  suggestion: Suggestion
  users: User[]
  labels: Label[]
  features: Feature[]
  /** The last one. */
  statusUpdate: StatusUpdate | undefined
}

const INCLUDES = { includes: 'users,labels,features,status_updates' } as const

type Answer = {
  etag: string | null
  data: {
    suggestions: Suggestion[]
    users?: User[]
    labels?: Label[]
    features?: Feature[]
    status_updates?: StatusUpdate[]
  }
}

function read({ etag, data }: Answer): LoadedSuggestion {
  const [suggestion] = data.suggestions
  if (!suggestion) throw new Error('The response has no suggestion.')
  return {
    etag: etag ?? '*',
    suggestion,
    users: data.users ?? [],
    labels: data.labels ?? [],
    features: data.features ?? [],
    statusUpdate: data.status_updates?.find(({ id }) => id === suggestion.links.last_status_update),
  }
}

export const loadSuggestion = async (id: number, signal?: AbortSignal): Promise<LoadedSuggestion> =>
  read(await api.request('GET', '/suggestions/{id}', { path: { id }, query: INCLUDES, signal }))

export const suggestionQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('suggestions', id),
    queryFn: ({ signal }) => loadSuggestion(id, signal),
  })

export type SuggestionChanges = {
  title?: string
  body?: string
  body_mime_type?: 'text/plain' | 'text/markdown'
  attachment_tokens?: string[]
  links?: { forum?: number; category?: number | null; labels?: number[]; status?: number | null }
  [customField: `cf_${string}`]: string | number | boolean | null
}

/** The options of a write to the version with this tag. */
const over = (id: number, etag: string) => ({
  path: { id },
  query: INCLUDES,
  headers: { 'if-match': etag },
})

export const updateSuggestion = async (id: number, body: SuggestionChanges, etag: string) =>
  read(await api.request('PUT', '/suggestions/{id}', { ...over(id, etag), body }))

export const assignOwner = async (id: number, owner: number | null, etag: string) =>
  read(
    await api.request('PUT', '/suggestions/{id}/assign_owner', {
      ...over(id, etag),
      body: { links: { owner } },
    }),
  )

const MODERATIONS = ['approve', 'publish', 'spam', 'delete', 'restore'] as const
export type Moderation = (typeof MODERATIONS)[number]

export const moderateSuggestion = async (id: number, verb: Moderation, etag: string) =>
  read(await api.request('PUT', `/suggestions/{id}/${verb}`, over(id, etag)))

// What belongs to a suggestion. Live updates refresh it by the suggestion's id in the key.
const PEOPLE = { 'fields.users': 'name,email_address,avatar_url,is_admin' } as const

export const commentsQuery = (suggestion: number) =>
  pagesQuery(queryKeys.belonging('comments', 'suggestions', suggestion), '/comments', {
    suggestion,
    sort: '-created_at',
    per_page: 50,
    includes: 'users',
    ...PEOPLE,
  })

export const notesQuery = (suggestion: number) =>
  pagesQuery(queryKeys.belonging('notes', 'suggestions', suggestion), '/notes', {
    suggestion,
    sort: '-created_at',
    per_page: 100,
    includes: 'users',
    ...PEOPLE,
  })

export type SupporterSort = '-created_at' | 'created_at'

export const supportersQuery = (suggestion: number, sort: SupporterSort) =>
  pagesQuery(queryKeys.belonging('supporters', 'suggestions', suggestion, sort), '/supporters', {
    suggestion,
    sort,
    per_page: 50,
    includes: 'users',
    ...PEOPLE,
  })

/** The accounts of the supporters, those that pay most first. */
export const supportingAccountsQuery = (suggestion: number) =>
  pagesQuery(
    queryKeys.belonging('external_accounts', 'suggestions', suggestion),
    '/external_accounts',
    {
      suggestion,
      sort: '-mrr',
      per_page: 50,
      fields: 'name,plan,mrr,ltv,users_count',
    },
  )

export const feedbackQuery = (suggestion: number) =>
  pagesQuery(
    queryKeys.belonging('feedback_records', 'suggestions', suggestion),
    '/feedback_records',
    {
      suggestion,
      state: 'approved',
      sort: '-created_at',
      per_page: 50,
      includes: 'users',
      ...PEOPLE,
    },
  )

export const attachmentsQuery = (suggestion: number) =>
  pagesQuery(queryKeys.belonging('attachments', 'suggestions', suggestion), '/attachments', {
    suggestion,
    sort: 'created_at',
    per_page: 50,
  })

export const noteAttachmentsQuery = (suggestion: number, notes: number[]) =>
  queryOptions({
    queryKey: queryKeys.belonging('attachments', 'suggestions', suggestion, 'notes', notes),
    enabled: notes.length > 0,
    queryFn: async ({ signal }) =>
      (
        await api.get('/attachments', {
          query: { note: notes.join(','), sort: 'created_at', per_page: 100, total: false },
          signal,
        })
      ).attachments,
  })

export const statusUpdatesQuery = (suggestion: number) =>
  pagesQuery(queryKeys.belonging('status_updates', 'suggestions', suggestion), '/status_updates', {
    suggestion,
    sort: '-created_at',
    per_page: 20,
    includes: 'users',
    ...PEOPLE,
  })

/** Whom a status update would be mailed to: how many, and the first of them. */
export const notificationPreviewQuery = (suggestion: number) =>
  queryOptions({
    queryKey: queryKeys.belonging('supporters', 'suggestions', suggestion, 'notification_preview'),
    queryFn: async ({ signal }) => {
      const { notification_preview, users = [] } = await api.get(
        '/suggestions/{id}/notification_preview',
        { path: { id: suggestion }, query: { includes: 'users' }, signal },
      )
      return { count: notification_preview.people_count, users: users as unknown as User[] }
    },
  })

/** The mail about a status update that is being written. */
export const mailPreviewQuery = (suggestion: number, body: string, status: number | null) =>
  queryOptions({
    queryKey: queryKeys.belonging('suggestions', 'suggestions', suggestion, 'mail', body, status),
    queryFn: async ({ signal }) => {
      const { mail_preview } = await api.post('/suggestions/{id}/mail_preview', {
        path: { id: suggestion },
        body: { ...(body !== '' && { body, body_mime_type: MARKDOWN }), links: { status } },
        signal,
      })
      return mail_preview
    },
    placeholderData: keepPreviousData,
  })

export const activityQuery = (suggestion: number) =>
  pagesQuery(
    queryKeys.belonging('suggestion_activity_entries', 'suggestions', suggestion),
    '/suggestion_activity_entries',
    {
      suggestion,
      sort: '-created_at',
      per_page: 50,
      includes: 'users,statuses,labels,categories,forums,features,suggestions',
      'fields.users': 'name,email_address',
      'fields.suggestions': 'title',
    },
  )

const SHORT = 'title,state,supporters_count,supporter_revenue,votes_count,created_at,links'

/** Suggestions by id, for the names of those that a suggestion is linked to. */
export const namedSuggestionsQuery = (suggestion: number, ids: number[]) =>
  queryOptions({
    queryKey: queryKeys.belonging('suggestions', 'suggestions', suggestion, 'named', ids),
    enabled: ids.length > 0,
    queryFn: async ({ signal }) =>
      (
        await api.get('/suggestions/{id}', {
          path: { id: ids.join(',') },
          query: { fields: SHORT },
          signal,
        })
      ).suggestions,
  })

/** Suggestions that were merged into this one. */
export const mergedQuery = (suggestion: number) =>
  pagesQuery(
    queryKeys.belonging('suggestions', 'suggestions', suggestion, 'merged'),
    '/suggestions',
    {
      parent_suggestion: suggestion,
      per_page: 20,
      fields: SHORT,
    },
  )

/** The first suggestions that match a text, or the newest. */
export const similarQuery = (suggestion: number) =>
  queryOptions({
    queryKey: queryKeys.belonging('suggestions', 'suggestions', suggestion, 'similar'),
    queryFn: async ({ signal }) =>
      (
        await api.get('/suggestions/{id}/similar', {
          path: { id: suggestion },
          query: { fields: SHORT, per_page: 8 },
          signal,
        })
      ).suggestions,
  })

/** As many as can be read while typing. */
const MAX_SIMILAR_TITLES = 5
export const MAX_TITLE = 140

/** Suggestions whose title is like one that is being typed. */
export const similarTitlesQuery = (title: string) =>
  queryOptions({
    queryKey: queryKeys.matches('suggestions', 'similar', title),
    enabled: title.length > 2,
    queryFn: async ({ signal }) =>
      (
        await api.get('/suggestions/similar', {
          query: { title, fields: `${SHORT},body`, per_page: MAX_SIMILAR_TITLES },
          signal,
        })
      ).suggestions,
  })

/** How many suggestions each choice of a filter would show, beside these filters. */
export const choiceCountsQuery = (filters: readonly (readonly [string, string])[]) =>
  queryOptions({
    queryKey: queryKeys.count('suggestions', 'choices', filters),
    queryFn: async ({ signal }) =>
      (await api.get('/suggestions/counts', { query: Object.fromEntries(filters), signal })).counts,
  })

/** How many suggestions each group of the list has. */
export const suggestionGroupsQuery = (by: string, filters: Filters) => ({
  queryKey: queryKeys.total('suggestions', 'groups', by, filters),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.get('/suggestions/groups', { query: { ...filters, by: by as 'status' }, signal }),
})
