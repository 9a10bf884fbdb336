// What the start page shows: what is new since a time, and what waits for a person.
import type { Comment, Note, Suggestion, User } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

const LISTED = 5

/** Neither spam nor deleted nor merged. */
export const PRESENT = 'new,approved,published,-merged'

type Listed = {
  suggestions: Suggestion[]
  users?: User[]
  pagination: { total_records?: number | undefined }
}

const listed = ({ suggestions, users = [], pagination }: Listed) => ({
  suggestions,
  users,
  count: pagination.total_records ?? 0,
})

const FIELDS = {
  per_page: LISTED,
  fields: 'title,created_at,supporters_count,links',
  includes: 'users',
  'fields.users': 'name,email_address',
} as const

export const newSuggestionsQuery = (since: string) =>
  queryOptions({
    queryKey: queryKeys.start('suggestions', 'since', since),
    queryFn: async ({ signal }) =>
      listed(
        await api.get('/suggestions', {
          query: { ...FIELDS, state: PRESENT, created_after: since, sort: '-created_at' },
          signal,
        }),
      ),
  })

/** How many suggestions there are, whatever their state. */
export const totalQuery = queryOptions({
  queryKey: queryKeys.start('suggestions', 'total'),
  queryFn: async ({ signal }) => {
    const query = { per_page: 1, fields: 'state' } as const
    const { pagination } = await api.get('/suggestions', { query, signal })
    return pagination.total_records ?? 0
  },
})

export const ownSuggestionsQuery = (owner: number) =>
  queryOptions({
    queryKey: queryKeys.start('suggestions', 'owner', owner),
    queryFn: async ({ signal }) =>
      listed(
        await api.get('/suggestions', {
          query: { ...FIELDS, state: 'open,-merged', owner, sort: '-updated_at' },
          signal,
        }),
      ),
  })

type Listing = Pick<Listed, 'users' | 'pagination'> & { suggestions?: Suggestion[] }

/** A note or a comment that mentions somebody. */
export type Mention = {
  collection: 'notes' | 'comments'
  text: Pick<Note, 'id' | 'body' | 'body_mime_type' | 'created_at'>
  suggestionId: number
  suggestion: Suggestion | undefined
  author: User | undefined
}

export const mentionsQuery = (collection: Mention['collection'], user: number) =>
  queryOptions({
    queryKey: queryKeys.start(collection, user),
    queryFn: async ({ signal }) => {
      const query = {
        mention: user,
        sort: '-created_at',
        per_page: LISTED,
        includes: 'suggestions,users',
        'fields.suggestions': 'title',
        'fields.users': 'name,email_address',
      } as const
      const body: Listing & { notes?: Note[]; comments?: Comment[] } = await (collection === 'notes'
        ? api.get('/notes', { query, signal })
        : api.get('/comments', { query: { ...query, state: '-spam,-deleted' }, signal }))
      const { suggestions, users, pagination } = body
      const texts: (Note | Comment)[] = body[collection] ?? []
      const mentions = texts.map(
        (text): Mention => ({
          collection,
          text,
          suggestionId: text.links.suggestion,
          suggestion: suggestions?.find(({ id }) => id === text.links.suggestion),
          author: users?.find(({ id }) => id === text.links.created_by),
        }),
      )
      return { mentions, count: pagination.total_records ?? 0 }
    },
  })

/** How many records of each kind were created since. */
export const newCountsQuery = (since: string) =>
  queryOptions({
    queryKey: queryKeys.start('comments', 'counts', since),
    queryFn: async ({ signal }) => {
      const query = { created_after: since, per_page: 1, fields: 'created_at' } as const
      const shown = { ...query, state: '-deleted,-spam' } as const
      const [comments, votes, feedback] = await Promise.all([
        api.get('/comments', { query: shown, signal }),
        api.get('/supporters', { query, signal }),
        api.get('/feedback_records', { query: { ...query, state: '-deleted' }, signal }),
      ])
      const countOf = ({ pagination }: Pick<Listed, 'pagination'>) => pagination.total_records ?? 0
      return { comments: countOf(comments), votes: countOf(votes), feedback: countOf(feedback) }
    },
  })
