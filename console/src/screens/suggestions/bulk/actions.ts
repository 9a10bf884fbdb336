// What a bulk action is applied to, and what the grid shows before the service has answered.
import type { SuggestionAction } from '../../../api/suggestion-actions.ts'
import type { SuggestionRow } from '../list/row.ts'

export type ActionName = SuggestionAction['action']
export type BulkInput = Omit<SuggestionAction, 'ids' | 'query'>
/** Single suggestions, or all that match the filters. */
export type Target = { ids: number[]; count: number } | { query: string; count: number }

const STATES: Partial<Record<ActionName, string>> = {
  spam: 'spam',
  approve: 'approved',
  delete: 'deleted',
}

/** Of the loaded suggestions, those that the action changes: what is deleted is not deleted again. */
export const changedIds = (action: ActionName, ids: number[], rows: SuggestionRow[]): number[] => {
  const state = STATES[action]
  if (state === undefined) return ids
  const done = new Set(rows.filter((row) => row.state === state).map(({ id }) => id))
  return ids.filter((id) => !done.has(id))
}

/** The row as it will be, or undefined where only the service knows. */
export function changeOf({
  action,
  links = {},
}: BulkInput): ((row: SuggestionRow) => SuggestionRow) | undefined {
  const linked =
    (change: (row: SuggestionRow) => Partial<SuggestionRow['links']>) => (row: SuggestionRow) => ({
      ...row,
      links: { ...row.links, ...change(row) },
    })
  const { label, category = null, status = null, owner = null, forum } = links
  if (action === 'label' && label !== undefined)
    return linked((row) => ({ labels: [...new Set([...(row.links.labels ?? []), label])] }))
  if (action === 'unlabel')
    return linked((row) => ({ labels: (row.links.labels ?? []).filter((id) => id !== label) }))
  if (action === 'categorize') return linked(() => ({ category }))
  if (action === 'status') return linked(() => ({ status }))
  if (action === 'assign') return linked(() => ({ owner }))
  if (action === 'move' && forum !== undefined) return linked(() => ({ forum }))
  const state = STATES[action]
  return state === undefined ? undefined : (row) => ({ ...row, state })
}
