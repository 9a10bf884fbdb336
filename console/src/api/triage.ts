// What triage reads: the suggestions that wait, and each with its author and suggestions with a similar title.
import type { ExternalAccount, Suggestion, User } from '@earshot/client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { WAITING } from './new-suggestions.ts'
import type { ListQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

const PAGE_SIZE = 100

export type TriageSort = NonNullable<ListQuery<'/suggestions'>['sort']>

export const queueQuery = (forum: string | undefined, sort: TriageSort) =>
  infiniteQueryOptions({
    queryKey: queryKeys.triageQueue({ forum, sort }),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { suggestions, pagination } = await api.get('/suggestions', {
        query: {
          state: WAITING,
          ...(forum && { forum }),
          sort,
          per_page: PAGE_SIZE,
          fields: 'state',
          total: false,
          ...(cursor && { cursor }),
        },
        signal,
      })
      return { ids: suggestions.map(({ id }) => id), cursor: pagination.cursor }
    },
    getNextPageParam: ({ cursor }) => cursor,
    refetchOnWindowFocus: false,
  })

/** The values that triage changes. */
export type Values = {
  state: string
  labels: number[]
  category: number | null
  status: number | null
  mergedInto: number | null
}

export type Item = {
  suggestion: Suggestion
  values: Values
  author: User | undefined
  /** The account of the author that pays most. */
  account: ExternalAccount | undefined
}

const FIELDS =
  'title,body,body_mime_type,state,channel,created_at,supporters_count,votes_count,comments_count,supporter_revenue,links'

export const itemQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.belonging('suggestions', 'suggestions', id, 'triage'),
    queryFn: async ({ signal }): Promise<Item> => {
      const { suggestions, users, external_accounts } = await api.get('/suggestions/{id}', {
        path: { id },
        query: {
          includes: 'users,external_users,external_accounts',
          fields: FIELDS,
          'fields.users': 'name,email_address,avatar_url',
          'fields.external_users': 'name,links',
          'fields.external_accounts': 'name,plan,mrr',
        },
        signal,
      })
      const suggestion = suggestions[0] as Suggestion
      return {
        suggestion,
        values: valuesOf(suggestion),
        author: users?.find((user) => user.id === suggestion.links.created_by),
        account: external_accounts?.toSorted((a, b) => (b.mrr ?? 0) - (a.mrr ?? 0))[0],
      }
    },
  })

const valuesOf = ({ state, links }: Suggestion): Values => ({
  state,
  labels: links.labels ?? [],
  category: links.category,
  status: links.status,
  mergedInto: links.parent_suggestion,
})

/** As many as there are digit keys. */
const MAX_SIMILAR = 9

export const similarQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.belonging('suggestions', 'suggestions', id, 'triage_similar'),
    queryFn: async ({ signal }) => {
      const { suggestions } = await api.get('/suggestions/{id}/similar', {
        path: { id },
        query: {
          per_page: MAX_SIMILAR,
          fields:
            'title,body,body_mime_type,state,created_at,supporters_count,votes_count,comments_count,links',
        },
        signal,
      })
      return suggestions
    },
  })

/** How many suggestions the author made before. */
export const earlierCountQuery = ({ created_at, links: { created_by } }: Suggestion) =>
  queryOptions({
    queryKey: queryKeys.count('suggestions', 'earlier', created_by, created_at),
    enabled: created_by !== null,
    queryFn: async ({ signal }) => {
      const { pagination } = await api.get('/suggestions', {
        query: {
          creator: created_by as number,
          created_before: created_at,
          per_page: 1,
          fields: 'state',
        },
        signal,
      })
      return pagination.total_records ?? 0
    },
  })
