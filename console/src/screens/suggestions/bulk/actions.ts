// Bulk actions: what the API takes, and what the grid shows before it has answered.
import type { OptionsOf, RecordOf } from '@earshot/client'
import { api } from '../../../api/client.ts'
import type { SuggestionRow } from '../list/row.ts'

export type BulkAction = RecordOf<'bulk_actions'>
type Body = NonNullable<OptionsOf<'POST', '/bulk_actions'>['body']>
export type ActionName = Body['action']
export type BulkInput = Omit<Body, 'ids' | 'query'>
/** Single suggestions, or all that match the filters. */
export type Target = { ids: number[]; count: number } | { query: string; count: number }

export const startBulkAction = async (input: BulkInput, target: Target): Promise<BulkAction> => {
  const which = 'ids' in target ? { ids: target.ids } : { query: target.query }
  return first(await api.post('/bulk_actions', { body: { ...input, ...which } }))
}

export const undoBulkAction = async (id: number): Promise<BulkAction> =>
  first(await api.put('/bulk_actions/{id}/undo', { path: { id } }))

export const cancelBulkAction = async (id: number): Promise<BulkAction> =>
  first(await api.put('/bulk_actions/{id}/cancel', { path: { id } }))

const POLL_MS = 1_000
const isRunning = ({ state }: BulkAction) => ['queued', 'running', 'undoing'].includes(state)

/** Waits until the action has ended. */
export async function follow(
  action: BulkAction,
  onProgress: (action: BulkAction) => void,
): Promise<BulkAction> {
  let latest = action
  onProgress(latest)
  while (isRunning(latest)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    latest = first(await api.get('/bulk_actions/{id}', { path: { id: action.id } }))
    onProgress(latest)
  }
  return latest
}

function first({ bulk_actions: [action] }: { bulk_actions: BulkAction[] }): BulkAction {
  if (!action) throw new Error('The service returned no bulk action.')
  return action
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
  const { label, category = null, status = null, forum } = links
  if (action === 'label' && label !== undefined)
    return linked((row) => ({ labels: [...new Set([...(row.links.labels ?? []), label])] }))
  if (action === 'unlabel')
    return linked((row) => ({ labels: (row.links.labels ?? []).filter((id) => id !== label) }))
  if (action === 'categorize') return linked(() => ({ category }))
  if (action === 'status') return linked(() => ({ status }))
  if (action === 'move' && forum !== undefined) return linked(() => ({ forum }))
  const state = { spam: 'spam', approve: 'approved', delete: 'deleted' }[action as string]
  return state === undefined ? undefined : (row) => ({ ...row, state })
}
