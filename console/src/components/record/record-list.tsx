// A list inside a record: pages by cursor, loading, empty and failed.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page, PagesQuery } from '../../api/pages.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import { ShowMore } from '../show-more.tsx'
import { ErrorState, SkeletonLines } from '../states.tsx'

export type RecordListProps<P extends Page, T> = {
  label: string
  query: PagesQuery<P>
  /** The items of the pages read so far. */
  items: (pages: P[]) => T[]
  keyOf: (item: T) => string | number
  children: (item: T) => ReactNode
  empty: ReactNode
  className?: string
}

export function RecordList<P extends Page, T>({
  label,
  query,
  items,
  keyOf,
  children,
  empty,
  className = 'divide-y divide-border',
}: RecordListProps<P, T>) {
  const pages = useInfiniteQuery(query)
  const { data, error, isPending, refetch, hasNextPage } = pages
  if (isPending) return <SkeletonLines lines={5} />
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const all = items(data?.pages ?? [])
  if (all.length === 0) return empty
  const total = data?.pages[0]?.pagination.total_records
  return (
    <>
      <ul aria-label={label} className={className}>
        {all.map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex items-center gap-3 pt-3">
          <ShowMore query={pages} />
          {total !== undefined && (
            <span className="text-xs text-muted tabular-nums">
              {t('record.shown_of', {
                shown: formatNumber(all.length),
                total: formatNumber(total),
              })}
            </span>
          )}
        </div>
      )}
    </>
  )
}

/** What a list says when it has nothing, in one quiet line. */
export const NothingHere = ({ children }: { children: ReactNode }) => (
  <p className="py-1 text-sm text-muted">{children}</p>
)
