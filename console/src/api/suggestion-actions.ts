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

/** Resolves when all suggestions are done. Throws when none could be changed. */
export async function runAction(body: SuggestionAction): Promise<BulkAction> {
  const { bulk_actions } = await api.post('/bulk_actions', { body })
  const action = await waitForEnd(bulk_actions[0])
  if (action.failed_count > 0 && action.done_count === 0) throw refused(action)
  return action
}

/** Throws when a suggestion was changed since, and so was left alone. */
export async function undoAction(id: number): Promise<void> {
  const { bulk_actions } = await api.put('/bulk_actions/{id}/undo', { path: { id } })
  const action = await waitForEnd(bulk_actions[0])
  if (action.undone_count < action.changed_count) throw refused(action)
}

const POLL_MS = 500

/** Actions on up to 50 suggestions have ended when the service answers. */
async function waitForEnd(started: BulkAction | undefined): Promise<BulkAction> {
  let action = started
  while (action && ['queued', 'running', 'undoing'].includes(action.state)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const { bulk_actions } = await api.get('/bulk_actions/{id}', { path: { id: action.id } })
    action = bulk_actions[0]
  }
  if (!action) throw new Error('The response has no bulk action.')
  return action
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
