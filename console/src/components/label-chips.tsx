// Labels as chips; search adds, and creates what does not exist.
import type { Label } from '@earshot/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Button } from 'react-aria-components'
import { labelsQuery } from '../api/options.ts'
import { createLabel } from '../api/settings.ts'
import { t } from '../core/i18n.ts'
import { Chip } from './chip.tsx'
import { Picker, type PickerProps } from './picker.tsx'
import { reportFailure } from './report-failure.ts'

export type LabelChipsProps = Pick<PickerProps, 'isOpen' | 'onOpenChange'> & {
  value: number[]
  onChange: (ids: number[]) => void
  /** Labels that the list may not have yet. */
  known?: Label[]
  isEditable: boolean
}

const NO_LABELS: Label[] = []

export function LabelChips({
  value,
  onChange,
  known = NO_LABELS,
  isEditable,
  ...open
}: LabelChipsProps) {
  const queryClient = useQueryClient()
  const { data: labels = NO_LABELS } = useQuery(labelsQuery)
  const nameOf = (id: number) =>
    [...labels, ...known].find((label) => label.id === id)?.full_name ?? `#${id}`
  const create = async (name: string) => {
    const { labels: made } = await createLabel({ name })
    await queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey })
    const [label] = made
    if (label) onChange([...value, label.id])
  }
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-1">
      {value.map((id) => (
        <Chip
          key={id}
          name={nameOf(id)}
          removeLabel={t('record.remove_label', { name: nameOf(id) })}
          onRemove={isEditable ? () => onChange(value.filter((one) => one !== id)) : undefined}
        />
      ))}
      {isEditable && (
        <Picker
          label={t('record.labels')}
          options={labels.map(({ id, full_name }) => ({ id: String(id), label: full_name }))}
          value={value.map(String)}
          onChange={(ids) => onChange(ids.map(Number))}
          isMultiple
          onCreate={(name) => void create(name).catch(reportFailure)}
          createLabel={(name) => t('record.create_label', { name })}
          {...open}
        >
          <Button
            aria-label={t('record.add_label')}
            className="grid size-6 place-items-center rounded-sm border border-dashed border-border-strong text-muted hover:bg-hover hover:text-text"
          >
            <Plus size={14} aria-hidden />
          </Button>
        </Picker>
      )}
    </div>
  )
}
