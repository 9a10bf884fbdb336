// Runs bulk actions: rows change at once, progress is followed, failures are shown, and the last action can be undone.
import { useState } from 'react'
import { describeError } from '../../../api/errors.ts'
import { type BulkAction, follow, startAction, startUndo } from '../../../api/suggestion-actions.ts'
import type { Rows } from '../../../components/grid/use-rows.ts'
import { notify } from '../../../components/toasts.tsx'
import { notifyDone } from '../../../components/undo.ts'
import { formatNumber, t } from '../../../core/i18n.ts'
import type { SuggestionRow } from '../list/row.ts'
import { type BulkInput, changeOf, type Target } from './actions.ts'

export type Bulk = {
  /** The actions that have not ended. */
  running: BulkAction[]
  /** An action that some suggestions refused. */
  failed: BulkAction | undefined
  closeFailed: () => void
  run: (input: BulkInput, target: Target) => Promise<void>
}

/** Also says how many already had the value, because the question counted them. */
const doneText = (
  action: BulkInput['action'],
  { changed_count, done_count }: BulkAction,
): string => {
  const done = t(`suggestions.bulk.done.${action}`, { count: changed_count })
  const others = done_count - changed_count
  return others > 0 ? `${done} ${t('suggestions.bulk.unchanged', { count: others })}` : done
}

export function useBulk(
  rows: Pick<Rows<SuggestionRow>, 'patch'>,
  refresh: (ids: number[] | undefined) => Promise<void>,
): Bulk {
  const [running, setRunning] = useState<BulkAction[]>([])
  const [failed, setFailed] = useState<BulkAction>()
  const onProgress = (action: BulkAction) =>
    setRunning((all) => [...all.filter(({ id }) => id !== action.id), action])
  const watch = async (action: BulkAction) => {
    try {
      return await follow(action, onProgress)
    } finally {
      setRunning((all) => all.filter(({ id }) => id !== action.id))
    }
  }

  const run = async (input: BulkInput, target: Target) => {
    const { count: _, ...which } = target
    const ids = 'ids' in target ? target.ids : undefined
    const change = changeOf(input)
    const restore =
      change && rows.patch((row) => (!ids || ids.includes(row.id) ? change(row) : row))
    try {
      const action = await watch(await startAction({ ...input, ...which }))
      if (action.failed_count > 0) setFailed(action)
      if (action.changed_count > 0)
        notifyDone(doneText(input.action, action), async () => {
          const undone = await watch(await startUndo(action.id))
          if (undone.failed_count > action.failed_count) setFailed(undone)
          await refresh(ids)
        })
      else if (action.failed_count === 0) notify({ message: t('suggestions.bulk.nothing_changed') })
      await refresh(ids)
    } catch (error) {
      restore?.()
      const reason = describeError(error).message
      const count = formatNumber(target.count)
      notify({ message: t('suggestions.bulk.failed', { count, reason }), tone: 'danger' })
    }
  }
  return { running, failed, closeFailed: () => setFailed(undefined), run }
}
