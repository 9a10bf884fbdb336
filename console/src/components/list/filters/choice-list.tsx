// Several choices from a list that can be searched.
import { Check } from 'lucide-react'
import {
  Autocomplete,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { t } from '../../../core/i18n.ts'
import { type Option, OptionText } from '../../fields.tsx'

export type ChoiceListProps = {
  label: string
  options: Option[]
  ids: string[]
  onChange: (ids: string[]) => void
  /** For options that the service finds. */
  onInput?: (text: string) => void
  /** What an empty list says. */
  empty?: string
}

export function ChoiceList({ label, options, ids, onChange, onInput, empty }: ChoiceListProps) {
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
    <Autocomplete {...(onInput ? { onInputChange: onInput } : { filter: contains })}>
      <SearchField aria-label={t('list.filter.search', { name: label })} autoFocus>
        <Input
          placeholder={t('list.filter.search', { name: label })}
          className="h-8 w-full rounded border border-border-strong bg-surface px-2 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
        />
      </SearchField>
      <ListBox
        aria-label={label}
        items={options}
        selectionMode="multiple"
        // It closes the popover, and would remove all choices first.
        escapeKeyBehavior="none"
        selectedKeys={ids}
        onSelectionChange={(keys) => onChange(keys === 'all' ? [] : [...keys].map(String))}
        renderEmptyState={() => (
          <p className="p-2 text-sm text-muted">{empty ?? t('shell.nothing_found')}</p>
        )}
        className="mt-2 max-h-64 overflow-y-auto outline-none"
      >
        {(option) => (
          <ListBoxItem
            id={option.id}
            textValue={option.label}
            className="flex cursor-default items-center gap-2 rounded px-2 py-1 text-sm outline-none focused:bg-hover"
          >
            {({ isSelected }) => (
              <>
                <span
                  className={`grid size-4 shrink-0 place-items-center rounded-sm border ${isSelected ? 'border-accent bg-accent text-accent-text' : 'border-border-strong'}`}
                >
                  {isSelected && <Check size={12} strokeWidth={3} aria-hidden />}
                </span>
                <OptionText {...option} />
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}
