// The filters of the list as chips: press one to change it, add others from a menu.
import { ListFilter, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { Button } from '../../../components/button.tsx'
import { Menu } from '../../../components/menu.tsx'
import { SkeletonLines } from '../../../components/states.tsx'
import { formatDate, t } from '../../../core/i18n.ts'
import type { FilterName, Filters } from '../search.ts'
import { type Filter, useFilters } from './definitions.ts'
import { useRecordNames } from './record-names.ts'
import { parseChoices } from './value.ts'

const FilterEditor = lazy(() => import('./editors.tsx'))

export type FilterBarProps = {
  filters: Filters
  onChange: (change: Filters) => void
  onClear: () => void
}

export function FilterBar({ filters, onChange, onClear }: FilterBarProps) {
  const all = useFilters()
  // A filter that was just added has no value yet.
  const [added, setAdded] = useState<FilterName>()
  const [open, setOpen] = useState<FilterName>()
  const shown = all.filter(({ name }) => filters[name] !== undefined || name === added)
  const others = all.filter((filter) => !shown.includes(filter))
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {shown.length > 0 && (
        <ul aria-label={t('suggestions.filters')} className="contents">
          {shown.map((filter) => (
            <Chip
              key={filter.name}
              filter={filter}
              filters={filters}
              isOpen={open === filter.name}
              onOpenChange={(isOpen) => {
                setOpen(isOpen ? filter.name : undefined)
                if (!isOpen) setAdded(undefined)
              }}
              onChange={(value) => onChange({ [filter.name]: value })}
            />
          ))}
        </ul>
      )}
      <Menu
        label={t('suggestions.filter.add')}
        groups={[
          {
            actions: others.map(({ name, label }) => ({
              id: name,
              label,
              onAction: () => {
                setAdded(name)
                // After the menu has given the focus back.
                setTimeout(() => setOpen(name))
              },
            })),
          },
        ]}
      >
        <Button look="quiet" icon={ListFilter}>
          {t('suggestions.filter.add')}
        </Button>
      </Menu>
      {Object.keys(filters).some((name) => name !== 'q') && (
        <Button look="quiet" onPress={onClear}>
          {t('suggestions.filter.clear')}
        </Button>
      )}
    </div>
  )
}

type ChipProps = {
  filter: Filter
  filters: Filters
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChange: (value: string | undefined) => void
}

function Chip({ filter, filters, isOpen, onOpenChange, onChange }: ChipProps) {
  const value = filters[filter.name]
  const text = useValueText(filter, value)
  return (
    <li className="flex h-7 max-w-full items-stretch rounded border border-border bg-raised text-sm">
      <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
        <AriaButton className="flex min-w-0 cursor-default items-center gap-1 rounded-l px-2 hover:bg-hover">
          <span className="text-muted">{filter.label}</span>
          <span className="max-w-64 truncate">{text}</span>
        </AriaButton>
        <Popover
          placement="bottom start"
          className="w-72 rounded border border-border bg-raised p-3"
        >
          <Dialog aria-label={filter.label} className="outline-none">
            <Suspense fallback={<SkeletonLines lines={3} />}>
              <FilterEditor filter={filter} filters={filters} onChange={onChange} />
            </Suspense>
          </Dialog>
        </Popover>
      </DialogTrigger>
      <AriaButton
        aria-label={t('suggestions.filter.remove', { name: filter.label })}
        onPress={() => {
          onChange(undefined)
          onOpenChange(false)
        }}
        className="grid w-6 cursor-default place-items-center rounded-r border-l border-border text-muted hover:bg-hover"
      >
        <X size={14} aria-hidden />
      </AriaButton>
    </li>
  )
}

/** The value as people read it. */
function useValueText(filter: Filter, value: string | undefined): string {
  const { ids, isExcluded } = parseChoices(value)
  const named = useRecordNames(filter.kind === 'search' ? filter.collection : undefined, ids)
  if (value === undefined) return '…'
  if (filter.kind === 'flag') return t(value === 'true' ? 'suggestions.yes' : 'suggestions.no')
  if (filter.kind === 'date') return Number.isNaN(Date.parse(value)) ? value : formatDate(value)
  if (filter.kind === 'text') return value
  const options = filter.kind === 'choice' ? filter.options : named
  const labels = ids.map((id) => options.find((option) => option.id === id)?.label ?? `#${id}`)
  const list =
    labels.length > 3 ? `${labels.slice(0, 3).join(', ')} +${labels.length - 3}` : labels.join(', ')
  return isExcluded ? t('suggestions.filter.not', { values: list }) : list
}
