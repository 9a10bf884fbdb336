// Saved views: the filters, the order and the columns of the list under a name.
import type { View } from '@earshot/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { describeError } from '../../../api/errors.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useHasRole, useSession } from '../../../api/session.ts'
import {
  createView,
  deleteView,
  shareView,
  updateView,
  type ViewChange,
  viewsQuery,
} from '../../../api/views.ts'
import { t } from '../../../core/i18n.ts'
import { notify } from '../../toasts.tsx'
import type { Collection } from '../declaration.ts'

/** The person's own views and those that are shared with everybody. */
export function useViews(kind: Collection): View[] {
  const { user } = useSession()
  return useQuery(viewsQuery(kind, user.id)).data ?? []
}

export function useViewActions(kind: Collection) {
  const { user } = useSession()
  const isAdmin = useHasRole('admin')
  const isContributor = useHasRole('contributor')
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.options('views') })
  const options = {
    onSuccess: refresh,
    onError: (error: Error) =>
      void notify({ message: describeError(error).message, tone: 'danger' }),
  }
  const create = useMutation({
    ...options,
    mutationFn: ({ name, params }: { name: string; params: string }) =>
      createView({ kind, name, params }),
  })
  const update = useMutation({
    ...options,
    mutationFn: ({ id, ...body }: { id: number } & ViewChange) => updateView(id, body),
    onSuccess: async (_, { subscribed }) => {
      await refresh()
      notify({
        message: t(subscribed ? 'list.view.subscribed' : 'list.view.saved'),
        tone: 'success',
      })
    },
  })
  const remove = useMutation({
    ...options,
    mutationFn: deleteView,
  })
  const share = useMutation({
    ...options,
    mutationFn: shareView,
    onSuccess: async () => {
      await refresh()
      notify({ message: t('list.view.shared'), tone: 'success' })
    },
  })
  const isOwn = (view: View) => view.links.user === user.id || view.links.created_by === user.id
  return {
    create,
    update,
    remove,
    share,
    /** Mails come to the person whose view it is. */
    canSubscribe: ({ links }: View) =>
      kind === 'suggestions' && (links.user ?? links.created_by) === user.id,
    canChange: (view: View) => isAdmin || isOwn(view),
    canShare: (view: View) =>
      view.links.user !== null && (isAdmin || (isOwn(view) && isContributor)),
  }
}
