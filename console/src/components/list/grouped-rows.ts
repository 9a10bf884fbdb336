// The rows of a list in groups. A group is the list with one filter more: its pages are read one group after the other, and closed
// groups are left out.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { type Filters, type ListSearch, NO_GROUP } from '../../core/list-search.ts'
import type { Column } from '../grid/column.ts'
import { groupOf, type Item, inGroup } from '../grid/groups.ts'
import { type Page, type Rows, useRows } from '../grid/use-rows.ts'
import type { GroupCounts, ListDeclaration } from './declaration.ts'
import { listQuery, PER_PAGE, readPage, rowSource } from './source.ts'

/** Small groups are read together. */
const MAX_CONCURRENT = 6

export type ListGroups<T> = {
  items: readonly Item<T>[]
  isComplete: boolean
  onToggle: (key: string) => void
  onToggleAll: (isOpen: boolean) => void
}

const keyOf = (id: number | null): string => (id === null ? NO_GROUP : String(id))

/** Instead of the values that the list asks for, and besides those that it excludes. */
export function groupFilters(by: string, key: string, filters: Filters): Filters {
  const excluded = (filters[by]?.split(',') ?? []).filter((value) => value.startsWith('-'))
  const values = key === NO_GROUP ? excluded : [key, ...excluded]
  return {
    [by]: values.length > 0 ? values.join(',') : undefined,
    ...(key === NO_GROUP && { [`${by}_none`]: 'true' }),
  }
}

/** Where a page ends: in a group, or after it. */
const positionOf = (group: string, cursor: string | null) => JSON.stringify([group, cursor])
const readPosition = (text: string) => JSON.parse(text) as [group: string, cursor: string | null]

export function useGroupedRows<T extends { id: number }>(
  list: ListDeclaration<T>,
  search: ListSearch,
  columns: readonly Column<T>[],
  onClosed: (closed: string | undefined) => void,
): { rows: Rows<T>; groups: ListGroups<T> | undefined } {
  const queryClient = useQueryClient()
  const source = rowSource(list, search, columns)
  const { grouping } = list
  const by = grouping?.names.find((name) => name === search.group)
  // biome-ignore lint/nursery/useReactCompiler: a list declares its own hooks, and a mounted list never gets another declaration
  const headOf = grouping?.useHead()
  const filters = list.address.filtersOf(search)
  const counts =
    by === undefined || !grouping
      ? {
          queryKey: queryKeys.total(list.collection, 'groups'),
          queryFn: (): GroupCounts => ({ groups: [], is_complete: true }),
        }
      : grouping.query(by, filters)
  const { data } = useQuery({ ...counts, enabled: by !== undefined })
  const closed = useMemo(() => new Set(search.closed?.split(',')), [search.closed])
  // A group that was just opened is read before the address has it.
  const leftOut = useRef<ReadonlySet<string>>(closed)
  useLayoutEffect(() => {
    leftOut.current = closed
  }, [closed])

  const readGroupPage = async (position: string | null, signal: AbortSignal): Promise<Page<T>> => {
    const { groups } =
      position === null || !data
        ? ((await queryClient.fetchQuery(counts as never)) as GroupCounts)
        : data
    const [last, cursor] = position === null ? [undefined, null] : readPosition(position)
    const keys = groups.map(({ id }) => keyOf(id))
    const from = last === undefined ? 0 : keys.indexOf(last) + (cursor === null ? 1 : 0)
    const query = listQuery(list, search, columns)
    // The rest of a group that was closed meanwhile is not needed.
    const chosen = smallGroups(
      groups.slice(from).filter(({ id }) => !leftOut.current.has(keyOf(id))),
    )
    const pages = await Promise.all(
      chosen.map(async ({ id }) => {
        const key = keyOf(id)
        const own = { ...query, ...groupFilters(by ?? '', key, filters) }
        const page = await readPage(list, own, key === last ? cursor : null, signal)
        return { key, ...page }
      }),
    )
    // More of a group comes before the groups after it.
    const partial = pages.findIndex((page) => page.cursor !== null)
    const read = partial < 0 ? pages : pages.slice(0, partial + 1)
    const end = read.at(-1)
    const isLast = keys.length === 0 || (end?.cursor === null && end.key === keys.at(-1))
    const reached = end ? positionOf(end.key, end.cursor) : (position ?? positionOf('', null))
    return {
      records: read.flatMap(({ key, records }) => records.map((record) => inGroup(record, key))),
      groups: read.map(({ key }) => key),
      cursor: isLast ? null : reached,
    }
  }
  const rows = useRows(
    by === undefined
      ? source
      : {
          ...source,
          key: queryKeys.groupedList(source.key, by),
          readPage: readGroupPage,
          isGrouped: true,
        },
  )

  // While the first page loads, the rows are those of the list before.
  const isPending = rows.isLoading || rows.isPrevious
  const { readGroups } = rows
  const position = isPending ? null : rows.position
  const items = useMemo((): Item<T>[] => {
    if (!data || isPending) return []
    const byGroup = Map.groupBy(rows.records, (record) => groupOf(record) ?? '')
    const [end, cursor] = position === null ? [] : readPosition(position)
    const found: Item<T>[] = []
    for (const { id, count } of data.groups) {
      const key = keyOf(id)
      const isOpen = !closed.has(key)
      const head = { key, count, isOpen, ...(headOf?.(by ?? '', id) ?? { label: key }) }
      found.push({ head })
      if (!isOpen) continue
      found.push(...(byGroup.get(key) ?? []))
      // The heads of later groups come after the rows that are still to be read.
      const isRead = readGroups.includes(key) && !(key === end && cursor !== null)
      if (!isRead && position !== null) break
    }
    return found
  }, [data, isPending, rows.records, readGroups, position, closed, headOf, by])

  if (by === undefined) return { rows, groups: undefined }
  const keys = data?.groups.map(({ id }) => keyOf(id)) ?? []
  const isRead = (key: string) => readGroups.includes(key)
  const [end = '', rest = null] = position === null ? [] : readPosition(position)
  const from = keys.indexOf(end) + (rest === null ? 1 : 0)
  const hasMore = keys.slice(from).some((key) => !closed.has(key))
  const close = (next: ReadonlySet<string>) => {
    leftOut.current = next
    onClosed(next.size === 0 ? undefined : [...next].join(','))
    // A group that was left out is read with those after it.
    const last = keys.findLastIndex(isRead)
    const missed = keys.findIndex((key, at) => at < last && !next.has(key) && !isRead(key))
    if (missed >= 0) rows.forgetFrom(keys.slice(missed + 1))
    // One that was read in part is read again when it is opened.
    else if (rest !== null && next.has(end)) rows.forgetFrom(keys.slice(from))
  }
  const isLoading = !rows.error && (isPending || !data)
  return {
    rows: { ...rows, isLoading, hasMore: rows.hasMore && hasMore },
    groups: {
      items,
      isComplete: data?.is_complete ?? true,
      onToggle: (key) => {
        const next = new Set(closed)
        if (!next.delete(key)) next.add(key)
        close(next)
      },
      onToggleAll: (isOpen) => close(new Set(isOpen ? [] : keys)),
    },
  }
}

/** The first group, and those after it that fit on the page with it. */
function smallGroups<G extends { count: number | null }>(groups: G[]): G[] {
  let rows = 0
  const end = groups.findIndex(({ count }, index) => {
    rows += count ?? PER_PAGE
    return index >= MAX_CONCURRENT || (index > 0 && rows > PER_PAGE)
  })
  return end < 0 ? groups : groups.slice(0, end)
}
