// All segments: how many people each has, its rules in words, and where its figures are shown.
import type { Segment } from '@earshot/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { segmentedValuesQuery } from '../../api/options.ts'
import { queryKeys } from '../../api/query-keys.ts'
import {
  type Conditions,
  conditionsQuery,
  countSegments,
  type Expression,
  memberCountsQuery,
  readSegmentsPage,
  SEGMENTS_PER_PAGE,
  type SegmentSort,
} from '../../api/segments.ts'
import { useHasRole } from '../../api/session.ts'
import type { Column } from '../../components/grid/column.ts'
import { PlainList, updatedColumn } from '../../components/grid/plain-list.tsx'
import { type RowSource, useRows } from '../../components/grid/use-rows.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import type { SegmentsSearch } from './search.ts'
import { describeExpression } from './words.ts'

const DEFAULTS = ['name', 'members', 'rules', 'values', 'updated_at']

const segmentSource = (sort: SegmentSort): RowSource<Segment> => ({
  key: queryKeys.list('segments', sort),
  readPage: (cursor, signal) => readSegmentsPage(sort, cursor, signal),
  totalKey: queryKeys.total('segments'),
  readTotal: countSegments,
})

const nameOf = ({ name }: Segment) => name
const hrefOf = ({ id }: Segment) => `/admin/segments/${id}`

export default function SegmentsScreen() {
  const search = useSearch({ from: '/segments' })
  const navigate = useNavigate()
  const isAdmin = useHasRole('admin')
  const sort = search.sort ?? 'name'
  const rows = useRows(segmentSource(sort as SegmentSort))
  const { data: conditions } = useQuery(conditionsQuery)
  const facts = useFacts(rows.records)
  const columns = useMemo(() => segmentColumns(facts, conditions), [facts, conditions])
  const change = (part: SegmentsSearch) =>
    void navigate({ to: '/segments', search: { ...search, ...part }, replace: true })
  const compact = useCallback(
    (segment: Segment) => <CompactRow segment={segment} facts={facts} />,
    [facts],
  )
  return (
    <PlainList
      title={t('shell.segments')}
      collection="segments"
      create={
        isAdmin
          ? { label: t('segments.new'), onPress: () => void navigate({ to: '/segments/new' }) }
          : null
      }
      rows={rows}
      columns={columns}
      defaults={DEFAULTS}
      shown={search.columns}
      onShown={(text) => change({ columns: text })}
      sort={sort}
      onSort={(next) => change({ sort: next })}
      nameOf={nameOf}
      hrefOf={hrefOf}
      compact={compact}
      onOpen={(id) => void navigate({ to: '/segments/$id', params: { id: String(id) } })}
      empty={{ icon: UsersRound, title: t('segments.empty'), hint: t('segments.empty_hint') }}
    />
  )
}

const joinCounts = (pages: { data: ReadonlyMap<number, number> | undefined }[]) =>
  new Map(pages.flatMap(({ data }) => [...(data ?? [])]))

type Facts = {
  members: ReadonlyMap<number, number>
  /** How many figures of each segment are shown somewhere. */
  values: ReadonlyMap<number, number>
}

function useFacts(segments: Segment[]): Facts {
  const pages = Array.from({ length: Math.ceil(segments.length / SEGMENTS_PER_PAGE) }, (_, page) =>
    segments.slice(page * SEGMENTS_PER_PAGE, (page + 1) * SEGMENTS_PER_PAGE).map(({ id }) => id),
  )
  const members = useQueries({ queries: pages.map(memberCountsQuery), combine: joinCounts })
  const { data: all } = useQuery(segmentedValuesQuery)
  return useMemo(() => {
    const values = new Map<number, number>()
    for (const { links } of all ?? [])
      if (links.segment !== null) values.set(links.segment, (values.get(links.segment) ?? 0) + 1)
    return { members, values }
  }, [members, all])
}

const membersText = ({ members }: Facts, id: number): string => {
  const count = members.get(id)
  return count === undefined ? '' : formatNumber(count)
}

const segmentColumns = (facts: Facts, conditions: Conditions | undefined): Column<Segment>[] =>
  [
    {
      id: 'name',
      label: t('segments.name'),
      width: 240,
      sort: 'name',
      render: ({ name }: Segment) => name,
    },
    {
      id: 'members',
      label: t('segments.members'),
      width: 100,
      align: 'end' as const,
      render: ({ id }: Segment) => membersText(facts, id),
    },
    {
      id: 'rules',
      label: t('segments.rules'),
      width: 420,
      render: ({ filters }: Segment) => describeExpression(conditions, filters as Expression),
    },
    {
      id: 'values',
      label: t('segments.used'),
      width: 130,
      align: 'end' as const,
      render: ({ id }: Segment) => formatNumber(facts.values.get(id) ?? 0),
    },
    updatedColumn<Segment>(),
  ].map((column) => ({ ...column, group: t('shell.segments'), csv: column.id }))

const CompactRow = ({ segment, facts }: { segment: Segment; facts: Facts }) => (
  <span className="block min-w-0">
    <span dir="auto" className="block truncate font-medium">
      {segment.name}
    </span>
    <span className="block text-xs text-muted">
      {facts.members?.has(segment.id) &&
        t('segments.people', {
          count: facts.members.get(segment.id) ?? 0,
          shown: membersText(facts, segment.id),
        })}
    </span>
  </span>
)
