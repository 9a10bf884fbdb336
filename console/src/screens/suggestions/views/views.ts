// Saved views: the filters, the order and the columns of the list under a name.
import type { View } from '@earshot/client'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { describeError } from '../../../api/errors.ts'
import { useHasRole, useSession } from '../../../api/session.ts'
import { notify } from '../../../components/toasts.tsx'
import { t } from '../../../core/i18n.ts'
import { parseSuggestionsSearch, type SuggestionsSearch } from '../search.ts'

const viewsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['views', 'options', userId],
    queryFn: async ({ signal }) => {
      const views: View[] = []
      const query = { kind: 'suggestions', user: userId, sort: 'position', total: false } as const
      for await (const view of api.records('/views', { query, signal })) views.push(view)
      return views
    },
  })

/** The person's own views and those that are shared with everybody. */
export function useViews(): View[] {
  const { user } = useSession()
  return useQuery(viewsQuery(user.id)).data ?? []
}

/** Every console has these. Their names in the address are words, not ids. */
export const BUILT_IN = ['open', 'new', 'closed', 'all'] as const

export const builtInSearch = (name: (typeof BUILT_IN)[number]): SuggestionsSearch =>
  name === 'all' ? { view: name } : { view: name, state: name }

export const viewSearch = (view: View): SuggestionsSearch => ({
  ...parseSuggestionsSearch(Object.fromEntries(new URLSearchParams(view.params ?? ''))),
  view: String(view.id),
})

/** What a view keeps of the address. */
export function viewParams({ view: _view, open: _open, ...kept }: SuggestionsSearch): string {
  const query = new URLSearchParams(kept as Record<string, string>)
  query.sort()
  return query.toString()
}

/** Whether the list is not what the view shows. */
export function isChanged(search: SuggestionsSearch, view: View): boolean {
  return viewParams(search) !== viewParams(viewSearch(view))
}

export function useViewActions() {
  const { user } = useSession()
  const isAdmin = useHasRole('admin')
  const isContributor = useHasRole('contributor')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['views', 'options'] })
  const options = {
    onSuccess: refresh,
    onError: (error: Error) =>
      void notify({ message: describeError(error).message, tone: 'danger' }),
  }
  const create = useMutation({
    ...options,
    mutationFn: async ({ name, params }: { name: string; params: string }) =>
      (await api.post('/views', { body: { kind: 'suggestions', name, params } })).views[0],
  })
  const update = useMutation({
    ...options,
    mutationFn: ({ id, ...body }: { id: number; name?: string; params?: string }) =>
      api.put('/views/{id}', { path: { id }, body }),
    onSuccess: async () => {
      await refresh()
      notify({ message: t('suggestions.view.saved'), tone: 'success' })
    },
  })
  const remove = useMutation({
    ...options,
    mutationFn: (id: number) => api.delete('/views/{id}', { path: { id } }),
  })
  const share = useMutation({
    ...options,
    mutationFn: (id: number) => api.put('/views/{id}/share', { path: { id } }),
    onSuccess: async () => {
      await refresh()
      notify({ message: t('suggestions.view.shared'), tone: 'success' })
    },
  })
  const isOwn = (view: View) => view.links.user === user.id || view.links.created_by === user.id
  return {
    create,
    update,
    remove,
    share,
    canChange: (view: View) => isAdmin || isOwn(view),
    canShare: (view: View) =>
      view.links.user !== null && (isAdmin || (isOwn(view) && isContributor)),
  }
}
