// The dialogs of the actions that ask something first.

import type { Item } from '../../api/triage.ts'
import { Confirm } from '../../components/dialog.tsx'
import { t } from '../../core/i18n.ts'
import { MergeDialog } from '../merge/merge-dialog.tsx'
import { CategoryPicker, LabelPicker } from './pickers.tsx'
import { goneIds } from './session-state.ts'
import { StatusDialog } from './status-dialog.tsx'
import type { Triage } from './use-triage.ts'
import { DIRECT, type Question, type Removal } from './verbs.ts'

export type QuestionsProps = {
  item: Item
  triage: Triage
  question: Question | undefined
  mergeTarget: number | undefined
  onClose: () => void
}

export const Questions = ({ item, triage, question, mergeTarget, onClose }: QuestionsProps) => (
  <>
    <LabelPicker
      item={item}
      isOpen={question === 'label'}
      onClose={onClose}
      onPick={(label) => triage.toggleLabel(item, label)}
    />
    <CategoryPicker
      item={item}
      isOpen={question === 'category'}
      onClose={onClose}
      onPick={(category) =>
        triage.act(item, { action: 'categorize', links: { category } }, { category })
      }
    />
    <StatusDialog
      item={item}
      isOpen={question === 'status'}
      onClose={onClose}
      onSave={(status, answer) =>
        triage.act(item, { action: 'status', links: { status }, ...answer }, { status })
      }
    />
    {DIRECT.filter(({ action }) => action === question).map(({ action, after, label }) => (
      <Confirm
        key={action}
        title={t(`triage.confirm.${action as Removal}`)}
        isOpen
        onClose={onClose}
        confirmLabel={t(label)}
        isDangerous
        onConfirm={() => {
          onClose()
          triage.act(item, { action }, after)
        }}
      >
        <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
          {item.suggestion.title}
        </p>
        <p className="mt-2 text-muted">{t('triage.confirm.hint')}</p>
      </Confirm>
    ))}
    <MergeDialog
      suggestionIds={[item.suggestion.id]}
      isOpen={question === 'merge'}
      onClose={onClose}
      initialTargetId={mergeTarget}
      excludedIds={goneIds(triage.session)}
      onMerge={(target, sources, notify) =>
        triage.act(
          item,
          { action: 'merge', ids: sources, links: { suggestion: target }, ...notify },
          target === item.suggestion.id ? {} : { mergedInto: target },
        )
      }
    />
  </>
)
