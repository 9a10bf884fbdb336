// Texts that the team uses again.
import type { SavedReply } from '@earshot/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type RequestBody } from './client.ts'
import { queryKeys } from './query-keys.ts'

const at = (id: number) => ({ path: { id } })
const PER_PAGE = 100

/** The first that match a text, by title. */
export const savedRepliesQuery = (q: string) =>
  queryOptions({
    queryKey: queryKeys.matches('saved_replies', q, {}),
    queryFn: async ({ signal }): Promise<SavedReply[]> => {
      const query = { per_page: PER_PAGE, sort: 'title', ...(q !== '' && { q }) } as const
      return (await api.get('/saved_replies', { query, signal })).saved_replies
    },
    placeholderData: keepPreviousData,
  })

export const createSavedReply = (body: RequestBody<'POST', '/saved_replies'>) =>
  api.post('/saved_replies', { body })
export const updateSavedReply = (id: number, body: RequestBody<'PUT', '/saved_replies/{id}'>) =>
  api.put('/saved_replies/{id}', { ...at(id), body })
export const deleteSavedReply = (id: number) => api.delete('/saved_replies/{id}', at(id))
