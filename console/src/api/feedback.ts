// A piece of feedback with the people and the suggestion that its record shows.
import type { FeedbackRecord, Suggestion, User } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

export type LoadedFeedback = {
  record: FeedbackRecord
  /** Who said it. */
  user: User | undefined
  createdBy: User | undefined
  suggestion: Suggestion | undefined
}

export const feedbackRecordQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.record('feedback_records', id),
    queryFn: async ({ signal }): Promise<LoadedFeedback> => {
      const data = await api.get('/feedback_records/{id}', {
        path: { id },
        query: { includes: 'users,suggestions' },
        signal,
      })
      const { feedback_records, users = [], suggestions = [] } = data
      const [record] = feedback_records
      if (!record) throw new Error('The response has no feedback record.')
      const { user, created_by, suggestion } = record.links
      return {
        record,
        user: users.find((one) => one.id === user),
        createdBy: users.find((one) => one.id === created_by),
        suggestion: suggestions.find((one) => one.id === suggestion),
      }
    },
  })
