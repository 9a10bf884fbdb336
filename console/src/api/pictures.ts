// Uploaded pictures by their id.
import type { Attachment } from '@earshot/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'
import { queryKeys } from './query-keys.ts'

export const pictureQuery = (id: number | null) =>
  queryOptions({
    queryKey: queryKeys.record('attachments', id ?? 0),
    enabled: id !== null,
    queryFn: async ({ signal }): Promise<Attachment | null> => {
      const { attachments } = await api.get('/attachments/{id}', { path: { id: id ?? 0 }, signal })
      return attachments[0] ?? null
    },
  })
