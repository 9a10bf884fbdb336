// Merges suggestions into another one: choose it, see both sides and what will happen, merge, undo.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { useHasMail } from '../../api/installation-settings.ts'
import { previewQuery } from '../../api/merges.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { runAction, undoAction } from '../../api/suggestion-actions.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/fields.tsx'
import { notifyDone } from '../../components/undo.ts'
import { t } from '../../core/i18n.ts'
import { MergePreview } from './merge-preview.tsx'
import { MergeSides } from './merge-sides.tsx'
import { TargetPicker } from './target-picker.tsx'

export type MergeDialogProps = {
  isOpen: boolean
  onClose: () => void
  initialTargetId?: number | undefined
  /** Suggestions that are about to go, and are not offered. */
  excludedIds?: number[]
  /** Instead of the merge itself, for a screen that writes in its own order. */
  onMerge?: (target: number, sources: number[], notify: { notify_supporters?: true }) => void
} & ({ suggestionId: number } | { suggestionIds: number[] })

export const MergeDialog = ({ isOpen, ...props }: MergeDialogProps) => (
  <Dialog title={t('merge.title')} isOpen={isOpen} onClose={props.onClose} width="large">
    <Merge
      {...props}
      sources={'suggestionId' in props ? [props.suggestionId] : props.suggestionIds}
    />
  </Dialog>
)

type MergeProps = Pick<
  MergeDialogProps,
  'onClose' | 'initialTargetId' | 'excludedIds' | 'onMerge'
> & {
  sources: number[]
}

function Merge({ sources, initialTargetId, excludedIds = [], onClose, onMerge }: MergeProps) {
  const [direction, setDirection] = useState({ sources, target: initialTargetId })
  const { target } = direction
  if (target === undefined)
    return (
      <TargetPicker
        sources={direction.sources}
        excludedIds={excludedIds}
        onPick={(id) => setDirection({ ...direction, target: id })}
      />
    )
  const [only, ...others] = direction.sources
  const swap = () => setDirection({ sources: [target], target: only })
  return (
    <div className="space-y-4">
      <MergeSides
        sources={direction.sources}
        target={target}
        onSwap={others.length === 0 ? swap : undefined}
        onChangeTarget={() => setDirection({ sources, target: undefined })}
      />
      <MergePreview sources={direction.sources} target={target} />
      <MergeButtons
        sources={direction.sources}
        target={target}
        onClose={onClose}
        onMerge={onMerge}
      />
    </div>
  )
}

type MergeButtonsProps = Pick<MergeDialogProps, 'onClose' | 'onMerge'> & {
  sources: number[]
  target: number
}

function MergeButtons({ sources, target, onClose, onMerge }: MergeButtonsProps) {
  const preview = useQuery(previewQuery(target, sources)).data
  const { merge, isPending, problem } = useMerge(onClose)
  const hasMail = useHasMail()
  const [isNotifying, setNotifying] = useState(false)
  const isImpossible = preview !== undefined && preview.moves.suggestions === 0
  const onPress = () => {
    const notify = isNotifying ? { notify_supporters: true as const } : {}
    if (!onMerge) return void merge(target, sources, notify)
    onClose()
    onMerge(target, sources, notify)
  }
  return (
    <>
      <Checkbox
        label={t('merge.notify')}
        isSelected={isNotifying}
        onChange={setNotifying}
        isDisabled={!hasMail}
      />
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 border-t border-border pt-3">
        <Button onPress={onClose}>{t('shell.cancel')}</Button>
        <Button
          look="primary"
          keys="Enter"
          autoFocus
          isPending={isPending}
          isDisabled={isImpossible}
          onPress={onPress}
        >
          {t('merge.merge', { count: sources.length })}
        </Button>
      </div>
    </>
  )
}

function useMerge(onClose: () => void) {
  const queryClient = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const refresh = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.collection('suggestions') })
  const merge = async (target: number, sources: number[], notify: { notify_supporters?: true }) => {
    setPending(true)
    setProblem(undefined)
    try {
      const action = await runAction({
        action: 'merge',
        ids: sources,
        ...notify,
        links: { suggestion: target },
      })
      onClose()
      notifyDone(t('merge.done', { count: action.done_count, failed: action.failed_count }), () =>
        undoAction(action.id).finally(refresh),
      )
      await refresh()
    } catch (error) {
      setProblem(describeError(error).message)
    } finally {
      setPending(false)
    }
  }
  return { merge, isPending, problem }
}
