// A list: the grid with its filters, views and actions, and the open record beside it.
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useHasRole } from '../../api/session.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import { type Filters, groupedQuery, type ListSearch, listText } from '../../core/list-search.ts'
import { parseSearch, stringifySearch } from '../../core/search-params.ts'
import { useShortcut } from '../../core/shortcuts.ts'
import { useMedia } from '../../core/use-media.ts'
import { Button } from '../button.tsx'
import { Grid } from '../grid/grid.tsx'
import { groupOf } from '../grid/groups.ts'
import { clearSelection, createSelection } from '../grid/selection.ts'
import { useLayout } from '../grid/use-layout.ts'
import { PageTitle } from '../page-title.tsx'
import { OpenedFromContext } from '../record/steps.tsx'
import { EmptyState } from '../states.tsx'
import type { ListDeclaration } from './declaration.ts'
import { useExport } from './export.ts'
import { useGroupedRows } from './grouped-rows.ts'
import { useListState } from './list-state.ts'
import { RecordPanel } from './record-panel.tsx'
import { listQuery, shownSort, sortOf, totalQuery } from './source.ts'
import { Toolbar } from './toolbar.tsx'
import { useLiveRows } from './use-live-rows.ts'
import { usePrefetch } from './use-prefetch.ts'

type Props<T extends { id: number }> = { list: ListDeclaration<T>; search: ListSearch }

/** The filters as the text that bulk actions and saved views take. */
const filterText = (filters: Filters): string =>
  new URLSearchParams(filters as Record<string, string>).toString()

export function ListScreen<T extends { id: number }>({ list, search }: Props<T>) {
  const { go, change, filter, clear } = useListState(list, search)
  const { actions } = list
  const mayAct = useHasRole(actions?.role ?? 'owner') && actions !== undefined
  // biome-ignore lint/nursery/useReactCompiler: a list declares its own hooks, and a mounted list never gets another declaration
  const compact = list.useCompact()
  const isWide = useMedia('(min-width: 1100px)')
  const [selection] = useState(createSelection)
  const current = useRef<number | undefined>(undefined)
  const edited = useRef<HTMLElement>(null)
  const [editing, setEditing] = useState<{ id: number; column: string; turn: number }>()

  const filters = list.address.filtersOf(search)
  // biome-ignore lint/nursery/useReactCompiler: a list declares its own hooks, and a mounted list never gets another declaration
  const columns = list.useColumns(filters)
  const layout = useLayout({
    columns,
    defaults: list.defaultColumns,
    text: search.columns,
    onChange: (text) => change({ columns: text }, true),
  })
  const { columns: shown } = layout
  const { rows, groups } = useGroupedRows(list, search, shown, (closed) => change({ closed }, true))
  const query = listQuery(list, search, shown)
  const live = useLiveRows(list, rows, query, [query, search.group])
  const exported = useExport(list, search, shown)
  const prefetch = usePrefetch(list.recordQuery)
  const opened = listText(search)
  const hrefOf = useCallback(
    (record: T) => {
      const group = groupOf(record)
      const from = group === undefined ? opened : listText({ ...parseSearch(opened), in: group })
      return `/admin${list.path}/${record.id}${stringifySearch({ list: from })}`
    },
    [list.path, opened],
  )

  const text = filterText(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters are another list
  useEffect(() => clearSelection(selection), [selection, text])

  const openId = search.open === undefined ? undefined : Number(search.open)
  const close = () => change({ open: undefined, in: undefined })
  const open = (id: number, group?: string) => change({ open: String(id), in: group })
  const isOver = openId !== undefined && !isWide
  useShortcut('Escape', { label: 'grid.key.escape', group: 'list' }, () =>
    openId === undefined ? clearSelection(selection) : close(),
  )
  return (
    <div className="relative flex h-full min-h-0">
      <PageTitle name={t(list.texts.title)} />
      <div inert={isOver} className="flex min-w-0 flex-1 flex-col">
        <Toolbar
          list={list}
          search={search}
          layout={layout}
          newCount={live.newCount}
          onShowNew={live.showNew}
          onGo={go}
          onFilter={filter}
          onSort={(sort) => change({ sort })}
          onClear={clear}
          onExport={exported.start}
          onOpen={open}
          groups={groups}
          onGroup={(group) => change({ group, closed: undefined, in: undefined })}
          isExporting={exported.done !== undefined}
        />
        <Grid
          label={t(list.texts.title)}
          rows={rows}
          {...(groups && { groups })}
          layout={layout}
          sort={shownSort(list, search)}
          onSort={(sort) => change({ sort })}
          selection={selection}
          hasCheck={mayAct}
          nameOf={list.nameOf}
          hrefOf={hrefOf}
          {...(list.isMuted && { isMuted: list.isMuted })}
          compact={compact}
          openId={openId}
          onOpen={open}
          onHover={prefetch}
          {...(mayAct &&
            list.CellEditor && {
              onEdit: (id, column, cell) => {
                edited.current = cell
                setEditing((before) => ({ id, column, turn: (before?.turn ?? 0) + 1 }))
              },
            })}
          onCurrent={(id) => {
            current.current = id
          }}
          empty={
            <Empty
              list={list}
              isFiltered={Object.keys(filters).some((name) => !(name in list.address.always))}
              onClear={clear}
            />
          }
          above={
            mayAct && (
              <actions.Bar
                rows={rows}
                selection={selection}
                filters={text}
                currentId={() => current.current}
                refresh={live.refresh}
              />
            )
          }
          footer={
            <>
              {groups?.isComplete === false && <span>{t('list.group.incomplete')}</span>}
              {exported.done !== undefined && (
                <ExportProgress
                  done={exported.done}
                  total={rows.total}
                  onCancel={exported.cancel}
                />
              )}
            </>
          }
        />
      </div>
      <Suspense>
        {editing && list.CellEditor && (
          <list.CellEditor
            key={`${editing.id} ${editing.column} ${editing.turn}`}
            id={editing.id}
            column={editing.column}
            anchor={edited}
            onSaved={() => void live.refresh([editing.id])}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
      {openId !== undefined && (
        <OpenedFromContext
          value={{
            collection: list.collection,
            query: { ...filters, ...sortOf(list, search), ...groupedQuery(search) },
            onOpen: open,
            recordQuery: list.recordQuery,
            search: opened,
          }}
        >
          <RecordPanel
            id={openId}
            isBeside={isWide}
            onClose={close}
            label={t(list.texts.record)}
            Record={list.Record}
          />
        </OpenedFromContext>
      )}
    </div>
  )
}

type EmptyProps = {
  list: Pick<ListDeclaration<never>, 'icon' | 'texts' | 'collection'>
  isFiltered: boolean
  onClear: () => void
}

/** In a list that has no records at all, removing a filter shows none either. */
const Empty = ({ list: { icon, texts, collection }, isFiltered, onClear }: EmptyProps) => {
  const { data: total } = useQuery({ ...totalQuery(collection), enabled: isFiltered })
  return isFiltered && total !== 0 ? (
    <EmptyState icon={SearchX} title={t(texts.noMatch)} hint={t('list.no_match_hint')}>
      <Button onPress={onClear}>{t('list.filter.clear')}</Button>
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title={t(texts.empty)} hint={t(texts.emptyHint)} />
  )
}

const ExportProgress = ({
  done,
  total,
  onCancel,
}: {
  done: number
  total: number | undefined
  onCancel: () => void
}) => (
  <span className="ms-auto flex items-center gap-2">
    <span role="status">
      {t('list.export.progress', {
        done: formatNumber(done),
        total: formatNumber(total ?? done),
      })}
    </span>
    <Button look="quiet" onPress={onCancel}>
      {t('shell.cancel')}
    </Button>
  </span>
)
