// The grid of suggestions with its filters, views, bulk actions, and the open suggestion beside it.
import { Lightbulb, SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useHasRole } from '../../../api/session.ts'
import { Button } from '../../../components/button.tsx'
import { Grid } from '../../../components/grid/grid.tsx'
import { clearSelection, createSelection } from '../../../components/grid/selection.ts'
import { useLayout } from '../../../components/grid/use-layout.ts'
import { useRows } from '../../../components/grid/use-rows.ts'
import { useMatchesMedia } from '../../../components/grid/use-width.ts'
import { EmptyState } from '../../../components/states.tsx'
import { formatNumber, t } from '../../../core/i18n.ts'
import { useShortcut } from '../../../core/shortcuts.ts'
import { BulkActions } from '../bulk/bulk-actions.tsx'
import { filtersOf, type SuggestionsSearch } from '../search.ts'
import { DEFAULT_COLUMNS, useSuggestionColumns } from './columns.tsx'
import { CompactRow } from './compact-row.tsx'
import { useExport } from './export.ts'
import { useListState } from './list-state.ts'
import { useNames } from './names.ts'
import { RecordPanel } from './record-panel.tsx'
import { filterText, listQuery, suggestionSource } from './row.ts'
import { Toolbar } from './toolbar.tsx'
import { useLiveRows } from './use-live-rows.ts'
import { usePrefetch } from './use-prefetch.ts'

export function SuggestionList({ search }: { search: SuggestionsSearch }) {
  const { go, change, filter, clear } = useListState(search)
  const names = useNames()
  const isAdmin = useHasRole('admin')
  const isWide = useMatchesMedia('(min-width: 1100px)')
  const [selection] = useState(createSelection)
  const current = useRef<number | undefined>(undefined)

  const { columns } = useSuggestionColumns()
  const layout = useLayout({
    columns,
    defaults: DEFAULT_COLUMNS,
    text: search.columns,
    onChange: (text) => change({ columns: text }, true),
  })
  const shown = useMemo(() => layout.headers.map(({ column }) => column), [layout.headers])
  const source = suggestionSource(search, shown)
  const rows = useRows(source)
  const query = listQuery(search, shown)
  const live = useLiveRows(rows, query, source.key)
  const exported = useExport(search, shown)
  const prefetch = usePrefetch()

  const filters = filterText(filtersOf(search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => clearSelection(selection), [selection, filters])

  const openId = search.open === undefined ? undefined : Number(search.open)
  const close = () => change({ open: undefined })
  const isOver = openId !== undefined && !isWide
  useShortcut('Escape', 'grid.key.escape', 'list', () =>
    openId === undefined ? clearSelection(selection) : close(),
  )
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  return (
    <div className="relative flex h-full min-h-0">
      <div inert={isOver} className="flex min-w-0 flex-1 flex-col">
        <Toolbar
          search={search}
          layout={layout}
          newCount={live.newCount}
          onShowNew={live.showNew}
          onGo={go}
          onFilter={filter}
          onSort={(sort) => change({ sort })}
          onClear={clear}
          onExport={exported.start}
          isExporting={exported.done !== undefined}
        />
        <Grid
          label={t('shell.suggestions')}
          rows={rows}
          layout={layout}
          sort={query.sort as string | undefined}
          onSort={(sort) => change({ sort })}
          selection={selection}
          hasCheck={isAdmin}
          nameOf={({ title }) => title ?? ''}
          hrefOf={({ id }) => `/admin/suggestions/${id}`}
          isMuted={({ state }) => state === 'deleted' || state === 'spam'}
          compact={(row) => <CompactRow row={row} names={names} />}
          openId={openId}
          onOpen={(id) => change({ open: String(id) })}
          onHover={prefetch}
          onCurrent={(id) => {
            current.current = id
          }}
          empty={<Empty isFiltered={isFiltered} onClear={clear} />}
          above={
            isAdmin && (
              <BulkActions
                rows={rows}
                selection={selection}
                filters={filters}
                currentId={() => current.current}
                refresh={live.refresh}
              />
            )
          }
          footer={
            exported.done !== undefined && (
              <ExportProgress done={exported.done} total={rows.total} onCancel={exported.cancel} />
            )
          }
        />
      </div>
      {openId !== undefined && <RecordPanel id={openId} isBeside={isWide} onClose={close} />}
    </div>
  )
}

const Empty = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState
      icon={SearchX}
      title={t('suggestions.no_match')}
      hint={t('suggestions.no_match_hint')}
    >
      <Button onPress={onClear}>{t('suggestions.filter.clear')}</Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon={Lightbulb}
      title={t('suggestions.empty')}
      hint={t('suggestions.empty_hint')}
    />
  )

const ExportProgress = ({
  done,
  total,
  onCancel,
}: {
  done: number
  total: number | undefined
  onCancel: () => void
}) => (
  <span className="ml-auto flex items-center gap-2">
    <span role="status">
      {t('suggestions.export.progress', {
        done: formatNumber(done),
        total: formatNumber(total ?? done),
      })}
    </span>
    <Button look="quiet" onPress={onCancel}>
      {t('shell.cancel')}
    </Button>
  </span>
)
