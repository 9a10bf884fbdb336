import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { labelsQuery } from '../../../api/options.ts'
import { createLabel } from '../../../api/settings.ts'
import { Picker } from '../../../components/picker.tsx'
import { Nothing, PropertyRow } from '../../../components/record/properties.tsx'
import { reportFailure } from '../../../components/report-failure.ts'
import { t } from '../../../core/i18n.ts'
import { useShortcut } from '../../../core/shortcuts.ts'
import { useRecord } from './context.ts'

/** Labels as chips; search adds, and creates what does not exist. */
export function LabelsProperty({ hasKey }: { hasKey: boolean }) {
  const { data, can, properties, save } = useRecord()
  const queryClient = useQueryClient()
  const { data: labels = [] } = useQuery(labelsQuery)
  const [isOpen, setOpen] = useState(false)
  const chosen = properties.labels.read(data)
  const nameOf = (id: number) =>
    [...labels, ...data.labels].find((label) => label.id === id)?.full_name ?? `#${id}`
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
  const create = async (name: string) => {
    const { labels: made } = await createLabel({ name })
    await queryClient.invalidateQueries({ queryKey: labelsQuery.queryKey })
    const [label] = made
    if (label) set([...chosen, label.id])
  }
  return (
    <PropertyRow label={t('record.labels')}>
      <div className="flex min-h-8 flex-wrap items-center gap-1">
        {chosen.map((id) => (
          <span
            key={id}
            className="flex h-6 max-w-full items-center gap-0.5 rounded-sm border border-border bg-sunken ps-1.5 text-xs"
          >
            <span dir="auto" className="truncate pe-1">
              {nameOf(id)}
            </span>
            {can.isAdmin && (
              <Button
                aria-label={t('record.remove_label', { name: nameOf(id) })}
                onPress={() => set(chosen.filter((one) => one !== id))}
                className="grid size-5 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text"
              >
                <X size={12} aria-hidden />
              </Button>
            )}
          </span>
        ))}
        {chosen.length === 0 && !can.isAdmin && <Nothing />}
        {can.isAdmin && (
          <Picker
            label={t('record.labels')}
            options={labels.map(({ id, full_name }) => ({ id: String(id), label: full_name }))}
            value={chosen.map(String)}
            onChange={(ids) => set(ids.map(Number))}
            isMultiple
            onCreate={(name) => void create(name).catch(reportFailure)}
            createLabel={(name) => t('record.create_label', { name })}
            isOpen={isOpen}
            onOpenChange={setOpen}
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
    </PropertyRow>
  )
}
