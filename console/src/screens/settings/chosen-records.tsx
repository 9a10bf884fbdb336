// Records that are chosen, as chips, with a button that adds others.
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Chip } from '../../components/chip.tsx'
import { Picker } from '../../components/picker.tsx'
import { t } from '../../core/i18n.ts'

export type ChosenProps = {
  label: string
  addLabel: string
  ids: number[]
  onChange: (ids: number[]) => void
}

/** Of a short list, which is read as a whole. */
export function ChosenRecords({
  records,
  empty,
  ...chosen
}: ChosenProps & {
  records: { id: number; name: string }[]
  /** What choosing none means. */
  empty?: string
}) {
  const { ids, addLabel, onChange } = chosen
  const nameOf = (id: number) => records.find((one) => one.id === id)?.name ?? `#${id}`
  return (
    <Chips {...chosen} nameOf={nameOf}>
      {ids.length === 0 && empty && <span className="pe-1 text-sm text-muted">{empty}</span>}
      <Picker
        label={addLabel}
        options={records.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={ids.map(String)}
        isMultiple
        onChange={(picked) => onChange(picked.map(Number))}
      >
        <AddButton label={addLabel} />
      </Picker>
    </Chips>
  )
}

export const AddButton = ({ label }: { label: string }) => (
  <Button className="flex h-6 items-center gap-1 rounded-sm border border-dashed border-border-strong px-1.5 text-muted text-xs hover:bg-hover hover:text-text">
    <Plus size={12} aria-hidden />
    {label}
  </Button>
)

export const Chips = ({
  label,
  ids,
  nameOf,
  onChange,
  children,
}: Omit<ChosenProps, 'addLabel'> & { nameOf: (id: number) => string; children: ReactNode }) => (
  <fieldset className="flex min-h-8 flex-wrap items-center gap-1">
    <legend className="mb-1 text-sm font-medium">{label}</legend>
    {ids.map((id) => (
      <Chip
        key={id}
        name={nameOf(id)}
        removeLabel={t('settings.access.remove', { name: nameOf(id) })}
        onRemove={() => onChange(ids.filter((one) => one !== id))}
      />
    ))}
    {children}
  </fieldset>
)
