// Saved views: the filters, the order and the columns of a list under a name.
import type { View } from '@earshot/client'
import { api, type RequestBody } from './client.ts'
import { recordsQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export type ViewKind = RequestBody<'POST', '/views'>['kind']

/** The person's own views and those that are shared with everybody. */
export const viewsQuery = (kind: ViewKind, user: number) =>
  recordsQuery(queryKeys.options('views', kind, user), '/views', { kind, user, sort: 'position' })

/** Those of all lists. */
export const allViewsQuery = (user: number) =>
  recordsQuery(queryKeys.options('views', 'all', user), '/views', { user, sort: 'position' })

export type NewView = { kind: ViewKind; name: string; params: string }
export type ViewChange = { name?: string; params?: string; subscribed?: boolean }

export const createView = async (body: NewView): Promise<View | undefined> =>
  (await api.post('/views', { body })).views[0]
export const updateView = (id: number, body: ViewChange) =>
  api.put('/views/{id}', { path: { id }, body })
export const deleteView = (id: number) => api.delete('/views/{id}', { path: { id } })
export const shareView = (id: number) => api.put('/views/{id}/share', { path: { id } })
