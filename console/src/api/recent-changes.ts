// What the person changed lately.
import { EarshotError } from '@earshot/client'
import { api } from './client.ts'
import { pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export const recentChangesQuery = (user: number) =>
  pagesQuery(queryKeys.list('recent_changes', user), '/recent_changes', { user, per_page: 50 })

export const undoChange = (id: number) => api.put('/recent_changes/{id}/undo', { path: { id } })

/** Somebody changed the same since. */
export const isChangedSince = (error: unknown): boolean =>
  error instanceof EarshotError && error.code === 'changed_since'
