// What the person changed lately.
import { EarshotError } from '@earshot/client'
import { t } from '../core/i18n.ts'
import { api } from './client.ts'
import { pagesQuery } from './pages.ts'
import { queryKeys } from './query-keys.ts'

export const recentChangesQuery = (user: number) =>
  pagesQuery(queryKeys.list('recent_changes', user), '/recent_changes', { user, per_page: 50 })

export const undoChange = (id: number) => api.put('/recent_changes/{id}/undo', { path: { id } })

type Undoable =
  | 'announcements'
  | 'comments'
  | 'supporters'
  | 'feedback_records'
  | 'content_reports'
  | 'guest_contributions'

const PER_PAGE = 100
/** Further back than what a person did a moment ago. */
const MAX_PAGES = 10

/** Undoes what the person did last to each of these records. */
export async function undoLatest(user: number, collection: Undoable, ids: number[]): Promise<void> {
  const open = new Set(ids)
  for (let page = 1; open.size > 0; page++) {
    const query = { user, per_page: PER_PAGE, page }
    const { recent_changes } = await api.get('/recent_changes', { query })
    const found = recent_changes.filter(
      (one) =>
        one.collection === collection &&
        one.undo_problem === null &&
        open.delete(one.record_id ?? -1),
    )
    for (const { id } of found) await undoChange(id)
    if (open.size > 0 && (recent_changes.length < PER_PAGE || page === MAX_PAGES))
      throw new Error(t('shell.nothing_to_undo'))
  }
}

/** Somebody changed the same since. */
export const isChangedSince = (error: unknown): boolean =>
  error instanceof EarshotError && error.code === 'changed_since'
