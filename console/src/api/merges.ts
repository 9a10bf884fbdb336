// Merging suggestions: both sides, candidates, what a merge would do, and the merge itself.
import { NotFound, type Suggestion } from '@earshot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

const FIELDS =
  'title,body,body_mime_type,state,created_at,votes_count,supporters_count,comments_count,supporter_revenue,links'

/** More sources than these are only counted. */
export const MAX_SHOWN = 20

export const sidesQuery = (ids: number[]) =>
  queryOptions({
    queryKey: queryKeys.mergeSides(ids),
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => {
      const { suggestions } = await api.get('/suggestions/{id}', {
        path: { id: ids.slice(0, MAX_SHOWN) },
        query: { fields: FIELDS },
        signal,
      })
      return suggestions
    },
  })

export const previewQuery = (target: number, sources: number[]) =>
  queryOptions({
    queryKey: queryKeys.mergePreview(target, sources),
    // It describes this moment.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const { merge_preview } = await api.get('/suggestions/{id}/merge_preview', {
        path: { id: target },
        query: { ids: sources },
        signal,
      })
      return merge_preview
    },
  })

const MAX_CANDIDATES = 9

/** Similar suggestions, or those that match what was typed: words or a number. */
export const candidatesQuery = (source: number, q: string) =>
  queryOptions({
    queryKey: queryKeys.mergeCandidates(source, q),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      q === ''
        ? findSimilar(source, signal)
        : /^#?\d+$/.test(q)
          ? findById(Number(q.replace('#', '')), signal)
          : search(q, signal),
  })

async function findSimilar(id: number, signal: AbortSignal): Promise<Suggestion[]> {
  const { suggestions } = await api.get('/suggestions/{id}/similar', {
    path: { id },
    query: { per_page: MAX_CANDIDATES, fields: FIELDS },
    signal,
  })
  return suggestions
}

async function findById(id: number, signal: AbortSignal): Promise<Suggestion[]> {
  try {
    const { suggestions } = await api.get('/suggestions/{id}', {
      path: { id },
      query: { fields: FIELDS },
      signal,
    })
    return suggestions
  } catch (error) {
    if (error instanceof NotFound) return []
    throw error
  }
}

async function search(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const { suggestions } = await api.get('/suggestions', {
    query: {
      q,
      state: '-deleted,-spam,-merged',
      sort: 'relevance',
      per_page: MAX_CANDIDATES,
      total: false,
      fields: FIELDS,
    },
    signal,
  })
  return suggestions
}

export const mergeInto = (target: number, source: number) =>
  api.post('/suggestions/merge', {
    body: { links: { from_suggestion: [source], to_suggestion: target } },
  })
export const unmerge = (id: number) => api.post('/suggestions/{id}/unmerge', { path: { id } })
