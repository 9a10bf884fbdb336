import { runAction, undoAction } from '../../../api/suggestion-actions.ts'
import { reportFailure } from '../../../components/report-failure.ts'
import { notifyDone } from '../../../components/undo.ts'
import { t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'

/** Approves a new suggestion. As a bulk action, because only those lead back to the queue of new suggestions. */
export function useApprove(): () => void {
  const { id, refresh } = useRecord()
  const approve = async () => {
    const action = await runAction({ action: 'approve', ids: [id] })
    refresh()
    notifyDone(t('record.state_done.approved'), async () => {
      await undoAction(action.id)
      refresh()
    })
  }
  return () => void approve().catch(reportFailure)
}
