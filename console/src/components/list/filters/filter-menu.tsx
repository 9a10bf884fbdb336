// Adds a filter: a menu of all of them that can be searched.
import { ListFilter } from 'lucide-react'
import {
  Menu as AriaMenu,
  Autocomplete,
  Header,
  Input,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { t } from '../../../core/i18n.ts'
import { Button } from '../../button.tsx'

export type FilterChoice = { name: string; label: string; group?: string | undefined }

export function FilterMenu({
  choices,
  onAdd,
}: {
  choices: FilterChoice[]
  onAdd: (name: string) => void
}) {
  const { contains } = useFilter({ sensitivity: 'base' })
  const groups = Map.groupBy(choices, ({ group }) => group ?? '')
  return (
    <MenuTrigger>
      <Button look="quiet" icon={ListFilter}>
        {t('list.filter.add')}
      </Button>
      <Popover className="w-64 rounded border border-border bg-raised p-1">
        <Autocomplete filter={contains}>
          <SearchField aria-label={t('list.filter.find')} autoFocus className="p-1">
            <Input
              placeholder={t('list.filter.find')}
              className="h-8 w-full rounded border border-border-strong bg-surface px-2 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
            />
          </SearchField>
          <AriaMenu
            aria-label={t('list.filter.add')}
            onAction={(name) => onAdd(String(name))}
            renderEmptyState={() => (
              <p className="p-2 text-sm text-muted">{t('shell.nothing_found')}</p>
            )}
            className="max-h-[60vh] overflow-y-auto p-1 outline-none"
          >
            {[...groups].map(([group, filters]) => (
              <MenuSection
                key={group}
                aria-label={group || t('list.filter.add')}
                className="not-first:mt-1 not-first:border-t not-first:border-border not-first:pt-1"
              >
                {group && <Header className="px-2 py-1 text-xs text-muted">{group}</Header>}
                {filters.map(({ name, label }) => (
                  <MenuItem
                    key={name}
                    id={name}
                    textValue={label}
                    className="cursor-default truncate rounded px-2 py-1.5 text-sm outline-none focused:bg-hover"
                  >
                    {label}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </AriaMenu>
        </Autocomplete>
      </Popover>
    </MenuTrigger>
  )
}
