// All segments: how many people each has, its rules in words, and where its figures are shown.
import type { Segment } from '@earshot/client'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus, UsersRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useRefreshOnChange } from '../../api/live-updates.ts'
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
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/grid/column.ts'
import { Grid } from '../../components/grid/grid.tsx'
import { createSelection } from '../../components/grid/selection.ts'
import { useLayout } from '../../components/grid/use-layout.ts'
import { type RowSource, useRows } from '../../components/grid/use-rows.ts'
import { PageTitle } from '../../components/page-title.tsx'
import { EmptyState } from '../../components/states.tsx'
import { formatAge, formatNumber, formatTime, t } from '../../core/i18n.ts'
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
  const queryClient = useQueryClient()
  const isAdmin = useHasRole('admin')
  const [selection] = useState(createSelection)
  const sort = search.sort ?? 'name'
  const rows = useRows(segmentSource(sort as SegmentSort))
  const { data: conditions } = useQuery(conditionsQuery)
  const facts = useFacts(rows.records)
  const columns = useMemo(() => segmentColumns(facts, conditions), [facts, conditions])
  const change = (part: SegmentsSearch) =>
    void navigate({ to: '/segments', search: { ...search, ...part }, replace: true })
  const layout = useLayout({
    columns,
    defaults: DEFAULTS,
    text: search.columns,
    onChange: (text) => change({ columns: text }),
  })
  useRefreshOnChange(
    'segments',
    () => void queryClient.invalidateQueries({ queryKey: queryKeys.lists('segments') }),
  )
  const compact = useCallback(
    (segment: Segment) => <CompactRow segment={segment} facts={facts} />,
    [facts],
  )
  const create = () => void navigate({ to: '/segments/new' })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageTitle name={t('shell.segments')} />
      <header className="flex min-h-12 shrink-0 items-center gap-2 border-b border-border px-4 py-2">
        <h1 className="flex-1 text-xl font-semibold">{t('shell.segments')}</h1>
        {isAdmin && (
          <Button look="primary" icon={Plus} onPress={create}>
            {t('segments.new')}
          </Button>
        )}
      </header>
      <Grid
        label={t('shell.segments')}
        rows={rows}
        layout={layout}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        selection={selection}
        hasCheck={false}
        nameOf={nameOf}
        hrefOf={hrefOf}
        compact={compact}
        openId={undefined}
        onOpen={(id) => void navigate({ to: '/segments/$id', params: { id: String(id) } })}
        empty={
          <EmptyState icon={UsersRound} title={t('segments.empty')} hint={t('segments.empty_hint')}>
            {isAdmin && (
              <Button look="primary" onPress={create}>
                {t('segments.new')}
              </Button>
            )}
          </EmptyState>
        }
      />
    </div>
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
    {
      id: 'updated_at',
      label: t('record.updated'),
      width: 130,
      sort: 'updated_at',
      render: ({ updated_at }: Segment) => (
        <time dateTime={updated_at} title={formatTime(updated_at)}>
          {formatAge(updated_at)}
        </time>
      ),
    },
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
