// Above the grid: views, search, filters, and what is done with the list as a whole.
import { Columns3, Download, Plus, Rows3 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useHasRole } from '../../api/session.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { t } from '../../core/i18n.ts'
import type { Filters, ListSearch } from '../../core/list-search.ts'
import { Button, IconButton } from '../button.tsx'
import { Select } from '../fields.tsx'
import type { Layout } from '../grid/use-layout.ts'
import { Menu } from '../menu.tsx'
import type { Grouping, ListDeclaration } from './declaration.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import type { ListGroups } from './grouped-rows.ts'
import { SearchBox } from './search-box.tsx'
import { ViewTabs } from './views/view-tabs.tsx'

// Dragging is a large part of React Aria, and rarely needed.
const ColumnsDialog = lazyPart(() => import('../grid/columns-dialog.tsx'))

export type ToolbarProps<T extends { id: number }> = {
  list: ListDeclaration<T>
  search: ListSearch
  layout: Layout<T>
  newCount: number
  onShowNew: () => void
  onGo: (search: ListSearch) => void
  onFilter: (change: Filters, isTyping?: boolean) => void
  onSort: (sort: string) => void
  onClear: () => void
  onExport: () => void
  /** Shows a record beside the list. */
  onOpen: (id: number) => void
  isExporting: boolean
  groups: ListGroups<T> | undefined
  onGroup: (group: string | undefined) => void
}

export function Toolbar<T extends { id: number }>({
  list,
  search,
  layout,
  onFilter,
  onSort,
  onClear,
  ...rest
}: ToolbarProps<T>) {
  const [isChoosing, setChoosing] = useState(false)
  const { create } = list
  const canCreate = useHasRole(create?.role ?? 'owner') && create !== undefined
  const [isCreating, setCreating] = useState(false)
  const start = () => (create && 'run' in create ? create.run() : setCreating(true))
  return (
    <header className="shrink-0 space-y-2 border-b border-border px-3 py-2">
      <div className="flex items-center gap-2">
        <h1 className="ps-1 pe-2 text-xl font-semibold max-md:sr-only">{t(list.texts.title)}</h1>
        <ViewTabs list={list} search={search} onGo={rest.onGo} />
        <IconButton icon={Columns3} label={t('grid.columns')} onPress={() => setChoosing(true)} />
        <IconButton
          icon={Download}
          label={t('list.export')}
          isDisabled={rest.isExporting}
          onPress={rest.onExport}
        />
        {canCreate && (
          <>
            <span className="max-md:hidden">
              <Button
                look="primary"
                icon={Plus}
                onPress={start}
                {...(create.keys && { keys: create.keys })}
              >
                {t(create.label)}
              </Button>
            </span>
            <span className="md:hidden">
              <IconButton icon={Plus} label={t(create.label)} onPress={start} />
            </span>
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {list.texts.search && (
          <div className="w-64 max-sm:w-full">
            <SearchBox
              label={list.texts.search}
              q={search.q}
              onSearch={(q) => onFilter({ q }, true)}
            />
          </div>
        )}
        <FilterBar
          list={list}
          filters={list.address.filtersOf(search)}
          onChange={onFilter}
          onClear={onClear}
        />
        {list.grouping && (
          <GroupMenu
            grouping={list.grouping}
            group={search.group}
            groups={rest.groups}
            onGroup={rest.onGroup}
          />
        )}
        <span className="flex-1" />
        <div role="status">
          {rest.newCount > 0 && (
            <Button look="quiet" onPress={rest.onShowNew}>
              {t(list.texts.created, { count: rest.newCount })}
            </Button>
          )}
        </div>
        {/* A narrow grid has no headers. */}
        <div className="w-44 sm:hidden">
          <SortSelect layout={layout} sort={search.sort ?? list.defaultSort} onSort={onSort} />
        </div>
      </div>
      <Suspense>
        {isCreating && create && 'Dialog' in create && (
          <create.Dialog onClose={() => setCreating(false)} onSaved={rest.onOpen} />
        )}
        {isChoosing && <ColumnsDialog layout={layout} isOpen onClose={() => setChoosing(false)} />}
      </Suspense>
    </header>
  )
}

type GroupMenuProps = {
  grouping: Grouping
  group: string | undefined
  groups: Pick<ListGroups<never>, 'onToggleAll'> | undefined
  onGroup: (group: string | undefined) => void
}

const GroupMenu = ({ grouping, group, groups, onGroup }: GroupMenuProps) => (
  <Menu
    label={t('list.group')}
    groups={[
      {
        title: t('list.group'),
        actions: [undefined, ...grouping.names].map((name) => ({
          id: name ?? 'none',
          label: name === undefined ? t('list.group.none') : grouping.label(name),
          isSelected: name === group,
          onAction: () => onGroup(name),
        })),
      },
      ...(groups
        ? [
            {
              actions: [
                {
                  id: 'open',
                  label: t('list.group.open_all'),
                  onAction: () => groups.onToggleAll(true),
                },
                {
                  id: 'close',
                  label: t('list.group.close_all'),
                  onAction: () => groups.onToggleAll(false),
                },
              ],
            },
          ]
        : []),
    ]}
  >
    <Button look="quiet" icon={Rows3}>
      {groups && group !== undefined
        ? t('list.group.by', { name: grouping.label(group) })
        : t('list.group')}
    </Button>
  </Menu>
)

const SortSelect = <T,>({
  layout,
  sort,
  onSort,
}: {
  layout: Layout<T>
  sort: string | undefined
  onSort: (sort: string) => void
}) => (
  <Select
    label={t('list.sort')}
    isLabelHidden
    value={sort ?? '-id'}
    options={[
      { id: '-id', label: t('list.sort.newest') },
      ...layout.all
        .flatMap(({ sort: name, label }) => (!name || name === 'id' ? [] : [{ name, label }]))
        .flatMap(({ name, label }) => [
          { id: `-${name}`, label: t('list.sort.descending', { name: label }) },
          { id: name, label: t('list.sort.ascending', { name: label }) },
        ]),
    ]}
    onChange={onSort}
  />
)
