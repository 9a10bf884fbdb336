// The filters of the list as chips: press one to change it, add others from a menu.
import { X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { lazyPart } from '../../../components/lazy-part.ts'
import { t } from '../../../core/i18n.ts'
import { ANY_OF, type Filters } from '../../../core/list-search.ts'
import { Button } from '../../button.tsx'
import type { Option } from '../../fields.tsx'
import { SkeletonLines } from '../../states.tsx'
import type { ListDeclaration } from '../declaration.ts'
import type { Filter } from './filter.ts'
import { FilterMenu } from './filter-menu.tsx'
import { AnyOfText, useValueText } from './value-text.tsx'

const FilterEditor = lazyPart(() => import('./editors.tsx'))
const AnyOfEditor = lazyPart(() => import('./any-of.tsx'))

type FilterSource = Pick<ListDeclaration<never>, 'useFilters' | 'useCountedOptions'>

export type FilterBarProps = {
  list: FilterSource
  filters: Filters
  onChange: (change: Filters) => void
  /** Where all filters can be removed at once. */
  onClear?: () => void
  /** In an alternative, which has no alternatives itself. */
  isNested?: boolean
}

export function FilterBar({ list, filters, onChange, onClear, isNested }: FilterBarProps) {
  // biome-ignore lint/nursery/useReactCompiler: a list declares its own hooks, and a mounted list never gets another declaration
  const all = list.useFilters()
  // A filter that was just added has no value yet.
  const [added, setAdded] = useState<string>()
  const [open, setOpen] = useState<string>()
  const shown = all.filter(({ name }) => filters[name] !== undefined || name === added)
  const others = all.filter((filter) => !shown.includes(filter))
  const hasAnyOf = filters[ANY_OF] !== undefined || added === ANY_OF
  const opening = (name: string) => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => {
      setOpen(isOpen ? name : undefined)
      if (!isOpen) setAdded(undefined)
    },
    onChange: (value: string | undefined) => onChange({ [name]: value }),
  })
  return (
    <div className="flex min-w-0 max-w-full flex-wrap items-center gap-1.5">
      {(shown.length > 0 || hasAnyOf) && (
        <ul aria-label={t('list.filters')} className="contents">
          {shown.map((filter) => (
            <FilterChip
              key={filter.name}
              list={list}
              filter={filter}
              filters={filters}
              {...opening(filter.name)}
            />
          ))}
          {hasAnyOf && (
            <Chip
              label={t('list.filter.any_of')}
              text={<AnyOfText all={all} value={filters[ANY_OF]} />}
              isWide
              {...opening(ANY_OF)}
            >
              <AnyOfEditor
                renderBox={(box, change) => (
                  <FilterBar list={list} filters={box} onChange={change} isNested />
                )}
                value={filters[ANY_OF]}
                onChange={opening(ANY_OF).onChange}
              />
            </Chip>
          )}
        </ul>
      )}
      <FilterMenu
        choices={[
          ...(isNested || hasAnyOf ? [] : [{ name: ANY_OF, label: t('list.filter.any_of_item') }]),
          ...others,
        ]}
        onAdd={(name) => {
          setAdded(name)
          // After the menu has given the focus back.
          setTimeout(() => setOpen(name))
        }}
      />
      {onClear && Object.keys(filters).some((name) => name !== 'q') && (
        <Button look="quiet" onPress={onClear}>
          {t('list.filter.clear')}
        </Button>
      )}
    </div>
  )
}

const asTheyAre = (_: string, options: Option[]) => options

type ChipProps = {
  label: string
  text: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onChange: (value: string | undefined) => void
}

function FilterChip({
  list,
  filter,
  filters,
  ...chip
}: Omit<ChipProps, 'label' | 'text'> & { list: FilterSource; filter: Filter; filters: Filters }) {
  const text = useValueText(filter, filters[filter.name])
  return (
    <Chip label={filter.label} text={text} {...chip}>
      <FilterEditor
        filter={filter}
        filters={filters}
        useCountedOptions={list.useCountedOptions ?? asTheyAre}
        onChange={chip.onChange}
      />
    </Chip>
  )
}

/** A filter and its value; pressed, the editor (the child). */
const Chip = ({
  label,
  text,
  isOpen,
  onOpenChange,
  onChange,
  isWide = false,
  children,
}: ChipProps & { isWide?: boolean; children: ReactNode }) => (
  <li className="flex h-7 max-w-full items-stretch rounded border border-border bg-raised text-sm">
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <AriaButton className="flex min-w-0 cursor-default items-center gap-1 rounded-s px-2 hover:bg-hover">
        <span className="shrink-0 text-muted">{label}</span>
        <span className={`truncate ${isWide ? 'max-w-[32rem]' : 'max-w-64'}`}>{text}</span>
      </AriaButton>
      <Popover
        placement="bottom start"
        className={`rounded border border-border bg-raised p-3 ${isWide ? 'w-[32rem] max-w-[calc(100vw-1rem)]' : 'w-72'}`}
      >
        <Dialog aria-label={label} className="outline-none">
          <Suspense fallback={<SkeletonLines lines={3} />}>{children}</Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
    <AriaButton
      aria-label={t('list.filter.remove', { name: label })}
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
