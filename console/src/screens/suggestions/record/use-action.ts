// Changes of the open suggestion that the service undoes exactly, also after a reload: bulk actions of one suggestion.
import { runAction, undoAction } from '../../../api/suggestion-actions.ts'
import { type TargetAction, useCommandTarget } from '../../../components/command-target.ts'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'

export type RunAction = (action: TargetAction, message: string) => Promise<void>

export function useAction(): RunAction {
  const { id, refresh } = useRecord()
  return async (input, message) => {
    const action = await runAction({ ...input, ids: [id] })
    refresh()
    notifyDone(message, async () => {
      await undoAction(action.id)
      refresh()
    })
  }
}

/** Also for a new suggestion: only bulk actions lead back to the queue of new ones. */
export function useModerate(): (action: 'approve' | 'spam' | 'delete' | 'restore') => void {
  const act = useAction()
  return (action) => void act({ action }, t(DONE[action])).catch(reportFailure)
}

const DONE = {
  approve: 'record.state_done.approved',
  spam: 'record.state_done.spam',
  delete: 'record.state_done.deleted',
  restore: 'record.state_done.new',
} as const

/** Commands such as "Set status" are about the open suggestion. */
export function useRecordTarget(): void {
  const { can } = useRecord()
  const act = useAction()
  const message = (action: string) =>
    t('record.saved', { label: t(action === 'assign' ? 'record.owner' : 'record.status') })
  useCommandTarget({
    kind: 'record',
    count: can.isAdmin ? 1 : 0,
    run: (input) => void act(input, message(input.action)).catch(reportFailure),
  })
}
