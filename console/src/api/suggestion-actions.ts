// Changes of suggestions that the service can undo exactly: bulk actions, also for a single suggestion.
import type { OptionsOf, RecordOf } from '@earshot/client'
import { type MessageId, t } from '../core/i18n.ts'
import { api } from './client.ts'

export type SuggestionAction = NonNullable<OptionsOf<'POST', '/bulk_actions'>['body']>
export type BulkAction = RecordOf<'bulk_actions'>

/** The service left every suggestion as it was. */
class ActionRefused extends Error {
  override name = 'ActionRefused'
}

export const startAction = async (body: SuggestionAction): Promise<BulkAction> =>
  first(await api.post('/bulk_actions', { body }))

export const startUndo = async (id: number): Promise<BulkAction> =>
  first(await api.put('/bulk_actions/{id}/undo', { path: { id } }))

export const cancelAction = async (id: number): Promise<BulkAction> =>
  first(await api.put('/bulk_actions/{id}/cancel', { path: { id } }))

function first({ bulk_actions: [action] }: { bulk_actions: BulkAction[] }): BulkAction {
  if (!action) throw new Error('The response has no bulk action.')
  return action
}

const POLL_MS = 500

/** Waits until the action has ended. Those on up to 50 suggestions have ended when the service answers. */
export async function follow(
  action: BulkAction,
  onProgress?: (action: BulkAction) => void,
): Promise<BulkAction> {
  let latest = action
  onProgress?.(latest)
  while (['queued', 'running', 'undoing'].includes(latest.state)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    latest = first(await api.get('/bulk_actions/{id}', { path: { id: action.id } }))
    onProgress?.(latest)
  }
  return latest
}

/** Resolves when all suggestions are done. Throws when none could be changed. */
export async function runAction(body: SuggestionAction): Promise<BulkAction> {
  const action = await follow(await startAction(body))
  if (action.failed_count > 0 && action.done_count === 0) throw refused(action)
  return action
}

/** Throws when a suggestion was changed since, and so was left alone. */
export async function undoAction(id: number): Promise<void> {
  const action = await follow(await startUndo(id))
  if (action.undone_count < action.changed_count) throw refused(action)
}

const REASONS: Record<string, MessageId> = {
  not_found: 'triage.reason.not_found',
  deleted: 'triage.reason.deleted',
  merged: 'triage.reason.merged',
  already_merged: 'triage.reason.merged',
  other_forum: 'triage.reason.other_forum',
  itself: 'triage.reason.itself',
  target_not_found: 'triage.reason.target_not_found',
  changed_since: 'triage.reason.changed_since',
}

/** Why the service refused a suggestion. */
export function refusalText(reason: string): string {
  const message = REASONS[reason]
  return message ? t(message) : reason
}

function refused({ errors }: BulkAction): ActionRefused {
  const { reason = '' } = (errors[0] ?? {}) as { reason?: string }
  return new ActionRefused(refusalText(reason))
}
