// A list without views, search and export: a heading, a button to create, and the grid.
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRefreshOnChange } from '../../api/live-updates.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { formatAge, formatTime, t } from '../../core/i18n.ts'
import { Button } from '../button.tsx'
import { PageTitle } from '../page-title.tsx'
import { EmptyState, type EmptyStateProps } from '../states.tsx'
import type { Column } from './column.ts'
import { Grid, type GridProps } from './grid.tsx'
import { createSelection } from './selection.ts'
import { useLayout } from './use-layout.ts'

export type PlainListProps<T extends { id: number }> = Pick<
  GridProps<T>,
  'rows' | 'sort' | 'onSort' | 'nameOf' | 'hrefOf' | 'compact' | 'onOpen'
> & {
  title: string
  /** Its changes are read again. */
  collection: Parameters<typeof useRefreshOnChange>[0]
  columns: Column<T>[]
  /** The columns that are shown unless the address says otherwise. */
  defaults: string[]
  shown: string | undefined
  onShown: (columns: string | undefined) => void
  /** Null where the person may create none. */
  create: { label: string; onPress: () => void } | null
  /** Between the heading and the grid. */
  toolbar?: ReactNode
  /** Where there is none at all. */
  empty: Pick<EmptyStateProps, 'icon' | 'title' | 'hint'>
  /** Instead, where a filter finds none. */
  notFound?: ReactNode
}

export function PlainList<T extends { id: number }>({
  title,
  collection,
  columns,
  defaults,
  shown,
  onShown,
  create,
  toolbar,
  empty,
  notFound,
  ...grid
}: PlainListProps<T>) {
  const queryClient = useQueryClient()
  const [selection] = useState(createSelection)
  const layout = useLayout({ columns, defaults, text: shown, onChange: onShown })
  useRefreshOnChange(
    collection,
    () => void queryClient.invalidateQueries({ queryKey: queryKeys.lists(collection) }),
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageTitle name={title} />
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-border px-4 py-2">
        <h1 className="flex-1 text-xl font-semibold">{title}</h1>
        {create && (
          <Button look="primary" icon={Plus} onPress={create.onPress}>
            {create.label}
          </Button>
        )}
      </header>
      {toolbar && (
        <div className="shrink-0 overflow-x-auto border-b border-border px-4 py-2">{toolbar}</div>
      )}
      <Grid
        {...grid}
        label={title}
        layout={layout}
        selection={selection}
        hasCheck={false}
        openId={undefined}
        empty={
          notFound ?? (
            <EmptyState {...empty}>
              {create && (
                <Button look="primary" onPress={create.onPress}>
                  {create.label}
                </Button>
              )}
            </EmptyState>
          )
        }
      />
    </div>
  )
}

/** When a record was changed, as its age. */
export const updatedColumn = <T extends { updated_at: string }>() => ({
  id: 'updated_at',
  label: t('record.updated'),
  width: 130,
  sort: 'updated_at',
  render: ({ updated_at }: T) => (
    <time dateTime={updated_at} title={formatTime(updated_at)}>
      {formatAge(updated_at)}
    </time>
  ),
})
