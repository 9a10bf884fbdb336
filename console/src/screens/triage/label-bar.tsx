// The labels of the suggestion and those that were used last, each a switch.
import { Plus, Tag } from 'lucide-react'
import { Button, ToggleButton } from 'react-aria-components'
import { useLabelsById } from '../../api/options.ts'
import { t } from '../../core/i18n.ts'
import { useRecentLabels } from './recent-labels.ts'

export function LabelBar({
  labels,
  onToggle,
  onMore,
}: {
  labels: number[]
  onToggle: (label: number) => void
  onMore: () => void
}) {
  const byId = useLabelsById()
  const recent = useRecentLabels().filter((id) => byId.has(id) && !labels.includes(id))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div role="group" aria-label={t('triage.labels')} className="flex flex-wrap items-center gap-1">
      <Tag size={16} aria-hidden className="me-1 text-muted" />
      {labels
        .filter((id) => !byId.has(id))
        .map((id) => (
          <span key={id} className="skeleton inline-block! w-16" />
        ))}
      {[...labels.filter((id) => byId.has(id)), ...recent].map((id) => (
        <ToggleButton
          key={id}
          isSelected={labels.includes(id)}
          onChange={() => onToggle(id)}
          className="flex h-6 max-w-full cursor-default items-center gap-1 rounded-sm border border-dashed border-border-strong px-2 text-xs text-muted hover:bg-hover selected:border-solid selected:border-accent selected:bg-selected selected:text-text"
        >
          {({ isSelected }) => (
            <>
              {!isSelected && <Plus size={12} aria-hidden className="shrink-0" />}
              <span className="truncate">{byId.get(id)?.full_name}</span>
            </>
          )}
        </ToggleButton>
      ))}
      <Button
        onPress={onMore}
        className="flex h-6 cursor-default items-center gap-1 rounded-sm px-2 text-xs text-muted hover:bg-hover hover:text-text"
      >
        {t('triage.more_labels')}{' '}
        <kbd aria-hidden className="max-md:hidden">
          L
        </kbd>
      </Button>
    </div>
  )
}
