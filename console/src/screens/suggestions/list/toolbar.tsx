// Above the grid: views, search, filters, and what is done with the list as a whole.
import { Columns3, Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import { Select } from '../../../components/fields.tsx'
import type { Layout } from '../../../components/grid/use-layout.ts'
import { t } from '../../../core/i18n.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { type Filters, filtersOf, type SuggestionsSearch } from '../search.ts'
import { ViewTabs } from '../views/view-tabs.tsx'
import type { SuggestionRow } from './row.ts'
import { SearchBox } from './search-box.tsx'

// Dragging is a large part of React Aria, and rarely needed.
const ColumnsDialog = lazy(() => import('../../../components/grid/columns-dialog.tsx'))

export type ToolbarProps = {
  search: SuggestionsSearch
  layout: Layout<SuggestionRow>
  newCount: number
  onShowNew: () => void
  onGo: (search: SuggestionsSearch) => void
  onFilter: (change: Filters, isTyping?: boolean) => void
  onSort: (sort: string) => void
  onClear: () => void
  onExport: () => void
  isExporting: boolean
}

export function Toolbar({ search, layout, onFilter, onSort, onClear, ...rest }: ToolbarProps) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <header className="shrink-0 space-y-2 border-b border-border px-3 py-2">
      <div className="flex items-center gap-2">
        <h1 className="sr-only">{t('shell.suggestions')}</h1>
        <ViewTabs search={search} onGo={rest.onGo} />
        <IconButton icon={Columns3} label={t('grid.columns')} onPress={() => setChoosing(true)} />
        <IconButton
          icon={Download}
          label={t('suggestions.export')}
          isDisabled={rest.isExporting}
          onPress={rest.onExport}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-64 max-sm:w-full">
          <SearchBox q={search.q} onSearch={(q) => onFilter({ q }, true)} />
        </div>
        <FilterBar filters={filtersOf(search)} onChange={onFilter} onClear={onClear} />
        <span className="flex-1" />
        <div role="status">
          {rest.newCount > 0 && (
            <Button look="quiet" onPress={rest.onShowNew}>
              {t('suggestions.new', { count: rest.newCount })}
            </Button>
          )}
        </div>
        {/* A narrow grid has no headers. */}
        <div className="w-44 sm:hidden">
          <SortSelect layout={layout} sort={search.sort} onSort={onSort} />
        </div>
      </div>
      <Suspense>
        {isChoosing && <ColumnsDialog layout={layout} isOpen onClose={() => setChoosing(false)} />}
      </Suspense>
    </header>
  )
}

const SortSelect = ({
  layout,
  sort,
  onSort,
}: {
  layout: Layout<SuggestionRow>
  sort: string | undefined
  onSort: (sort: string) => void
}) => (
  <Select
    label={t('suggestions.sort')}
    isLabelHidden
    value={sort ?? '-id'}
    options={[
      { id: '-id', label: t('suggestions.sort.newest') },
      ...layout.all
        .flatMap(({ sort: name, label }) => (!name || name === 'id' ? [] : [{ name, label }]))
        .flatMap(({ name, label }) => [
          { id: `-${name}`, label: t('suggestions.sort.descending', { name: label }) },
          { id: name, label: t('suggestions.sort.ascending', { name: label }) },
        ]),
    ]}
    onChange={onSort}
  />
)
