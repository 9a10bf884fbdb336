// The filters of the list as chips: press one to change it, add others from a menu.
import { ListFilter, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { formatDate, t } from '../../../core/i18n.ts'
import type { Filters } from '../../../core/list-search.ts'
import { Button } from '../../button.tsx'
import type { Option } from '../../fields.tsx'
import { Menu } from '../../menu.tsx'
import { useNamedOptions } from '../../named-records.ts'
import { SkeletonLines } from '../../states.tsx'
import type { ListDeclaration } from '../declaration.ts'
import type { Filter } from './filter.ts'
import { parseChoices } from './value.ts'

const FilterEditor = lazy(() => import('./editors.tsx'))

type FilterSource = Pick<ListDeclaration<never>, 'useFilters' | 'useCountedOptions'>

export type FilterBarProps = {
  list: FilterSource
  filters: Filters
  onChange: (change: Filters) => void
  onClear: () => void
}

export function FilterBar({ list, filters, onChange, onClear }: FilterBarProps) {
  // biome-ignore lint/nursery/useReactCompiler: a list declares its own hooks, and a mounted list never gets another declaration
  const all = list.useFilters()
  // A filter that was just added has no value yet.
  const [added, setAdded] = useState<string>()
  const [open, setOpen] = useState<string>()
  const shown = all.filter(({ name }) => filters[name] !== undefined || name === added)
  const others = all.filter((filter) => !shown.includes(filter))
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {shown.length > 0 && (
        <ul aria-label={t('list.filters')} className="contents">
          {shown.map((filter) => (
            <Chip
              key={filter.name}
              list={list}
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
        label={t('list.filter.add')}
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
          {t('list.filter.add')}
        </Button>
      </Menu>
      {Object.keys(filters).some((name) => name !== 'q') && (
        <Button look="quiet" onPress={onClear}>
          {t('list.filter.clear')}
        </Button>
      )}
    </div>
  )
}

const asTheyAre = (_: string, options: Option[]) => options

type ChipProps = {
  list: FilterSource
  filter: Filter
  filters: Filters
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChange: (value: string | undefined) => void
}

function Chip({ list, filter, filters, isOpen, onOpenChange, onChange }: ChipProps) {
  const value = filters[filter.name]
  const text = useValueText(filter, value)
  return (
    <li className="flex h-7 max-w-full items-stretch rounded border border-border bg-raised text-sm">
      <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
        <AriaButton className="flex min-w-0 cursor-default items-center gap-1 rounded-s px-2 hover:bg-hover">
          <span className="text-muted">{filter.label}</span>
          <span className="max-w-64 truncate">{text}</span>
        </AriaButton>
        <Popover
          placement="bottom start"
          className="w-72 rounded border border-border bg-raised p-3"
        >
          <Dialog aria-label={filter.label} className="outline-none">
            <Suspense fallback={<SkeletonLines lines={3} />}>
              <FilterEditor
                filter={filter}
                filters={filters}
                useCountedOptions={list.useCountedOptions ?? asTheyAre}
                onChange={onChange}
              />
            </Suspense>
          </Dialog>
        </Popover>
      </DialogTrigger>
      <AriaButton
        aria-label={t('list.filter.remove', { name: filter.label })}
        onPress={() => {
          onChange(undefined)
          onOpenChange(false)
        }}
        className="grid w-6 cursor-default place-items-center rounded-e border-s border-border text-muted hover:bg-hover"
      >
        <X size={14} aria-hidden />
      </AriaButton>
    </li>
  )
}

/** The value as people read it. */
function useValueText(filter: Filter, value: string | undefined): string {
  const { ids, isExcluded } = parseChoices(value)
  const named = useNamedOptions(filter.kind === 'search' ? filter.collection : undefined, ids)
  if (value === undefined) return '…'
  if (filter.kind === 'flag') return t(value === 'true' ? 'list.yes' : 'list.no')
  if (filter.kind === 'date') return Number.isNaN(Date.parse(value)) ? value : formatDate(value)
  if (filter.kind === 'text') return value
  const options = filter.kind === 'choice' ? filter.options : named
  const labels = ids.map((id) => options.find((option) => option.id === id)?.label ?? `#${id}`)
  const list =
    labels.length > 3 ? `${labels.slice(0, 3).join(', ')} +${labels.length - 3}` : labels.join(', ')
  return isExcluded ? t('list.filter.not', { values: list }) : list
}
