import { useState } from 'react'
import { LabelChips } from '../../../components/label-chips.tsx'
import { Nothing, PropertyRow } from '../../../components/record/properties.tsx'
import { t } from '../../../core/i18n.ts'
import { useShortcut } from '../../../core/shortcuts.ts'
import { useRecord } from './context.ts'

export function LabelsProperty({ hasKey }: { hasKey: boolean }) {
  const { data, can, properties, save } = useRecord()
  const [isOpen, setOpen] = useState(false)
  const chosen = properties.labels.read(data)
  useShortcut(
    'l',
    { label: 'record.labels', group: 'record', isEnabled: can.isAdmin && hasKey },
    () => setOpen(true),
  )
  const set = (ids: number[]) =>
    void save(
      properties.labels,
      [...ids].sort((a, b) => a - b),
    )
  return (
    <PropertyRow label={t('record.labels')}>
      {chosen.length === 0 && !can.isAdmin ? (
        <span className="flex min-h-8 items-center">
          <Nothing />
        </span>
      ) : (
        <LabelChips
          value={chosen}
          onChange={set}
          known={data.labels}
          isEditable={can.isAdmin}
          isOpen={isOpen}
          onOpenChange={setOpen}
        />
      )}
    </PropertyRow>
  )
}
