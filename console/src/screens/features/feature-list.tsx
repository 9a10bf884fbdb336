// Features as a list, in any order.
import type { Feature } from '@earshot/client'
import { Blocks } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import {
  type AreaFilter,
  countFeatures,
  type FeatureSort,
  readFeaturesPage,
} from '../../api/features.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Swatch } from '../../components/fields.tsx'
import type { Column } from '../../components/grid/column.ts'
import { Grid } from '../../components/grid/grid.tsx'
import { createSelection } from '../../components/grid/selection.ts'
import { useLayout } from '../../components/grid/use-layout.ts'
import { type Page, type RowSource, useRows } from '../../components/grid/use-rows.ts'
import { EmptyState } from '../../components/states.tsx'
import { formatAge, formatAmount, formatNumber, formatTime, t } from '../../core/i18n.ts'
import type { BoardColumn } from './board.tsx'
import type { FeaturesSearch } from './search.ts'

const DEFAULTS = [
  'name',
  'status',
  'area',
  'suggestions_count',
  'supporting_users_count',
  'supporting_accounts_count',
  'supporter_revenue',
  'updated_at',
]

const GROUPED = ['name', 'area', ...DEFAULTS.filter((id) => id !== 'name' && id !== 'area')]

/** One product area after the other. A cursor has the place of the area before that within it. */
async function readGrouped(
  sort: FeatureSort,
  areas: string[],
  cursor: string | null,
  signal: AbortSignal,
): Promise<Page<Feature>> {
  const [, at = '0', within = ''] = /^(\d+):(.*)$/.exec(cursor ?? '') ?? []
  let start = within || null
  for (let place = Number(at); place < areas.length; place++) {
    const page = await readFeaturesPage({ sort, area: areas[place], cursor: start }, signal)
    start = null
    const isLast = place === areas.length - 1
    const next = page.cursor ? `${place}:${page.cursor}` : isLast ? null : `${place + 1}:`
    if (page.records.length > 0 || isLast) return { records: page.records, cursor: next }
  }
  return { records: [], cursor: null }
}

/** In groups when there are product areas to group by. */
const featureSource = (
  sort: FeatureSort,
  area: AreaFilter,
  groups: string[] | undefined,
): RowSource<Feature> => ({
  key: queryKeys.list('features', sort, area ?? '', groups?.join() ?? ''),
  readPage: (cursor, signal) =>
    groups
      ? readGrouped(sort, groups, cursor, signal)
      : readFeaturesPage({ sort, area, cursor }, signal),
  totalKey: queryKeys.total('features', area ?? ''),
  readTotal: (signal) => countFeatures(area, signal),
})

export type FeatureListProps = {
  search: FeaturesSearch
  columns: BoardColumn[]
  areaNames: ReadonlyMap<number, string>
  openId: number | undefined
  onOpen: (id: number) => void
  onChange: (search: FeaturesSearch) => void
}

const nameOf = ({ name }: Feature) => name
const hrefOf = ({ id }: Feature) => `/admin/features?view=list&open=${id}`

export default function FeatureList(props: FeatureListProps) {
  const { search, columns: statuses, areaNames, openId, onOpen, onChange } = props
  const [selection] = useState(createSelection)
  const sort = search.sort ?? '-supporter_revenue'
  const isGrouped = search.group === 'product_area'
  const groups =
    isGrouped && search.product_area === undefined
      ? [...[...areaNames.keys()].map(String), 'none']
      : undefined
  const rows = useRows(featureSource(sort as FeatureSort, search.product_area, groups))
  const columns = useMemo(() => featureColumns(statuses, areaNames), [statuses, areaNames])
  const layout = useLayout({
    columns,
    defaults: isGrouped ? GROUPED : DEFAULTS,
    text: search.columns,
    onChange: (text) => onChange({ columns: text }),
  })
  const compact = useCallback(
    (feature: Feature) => (
      <CompactRow
        feature={feature}
        columns={statuses}
        area={
          isGrouped
            ? (areaNames.get(feature.links.product_area ?? 0) ?? t('features.no_area'))
            : undefined
        }
      />
    ),
    [statuses, areaNames, isGrouped],
  )
  return (
    <Grid
      label={t('shell.features')}
      rows={rows}
      layout={layout}
      sort={sort}
      onSort={(next) => onChange({ sort: next })}
      selection={selection}
      hasCheck={false}
      nameOf={nameOf}
      hrefOf={hrefOf}
      compact={compact}
      openId={openId}
      onOpen={onOpen}
      empty={
        <EmptyState icon={Blocks} title={t('features.empty')} hint={t('features.empty_hint')} />
      }
    />
  )
}

const CompactRow = ({
  feature,
  columns,
  area,
}: {
  feature: Feature
  columns: BoardColumn[]
  area: string | undefined
}) => (
  <>
    <span dir="auto" className="block truncate">
      {feature.name}
    </span>
    <span className="flex gap-3 text-xs font-normal text-muted tabular-nums">
      {area !== undefined && <span className="truncate">{area}</span>}
      <StatusName columns={columns} feature={feature} />
      <span className="whitespace-nowrap">
        {t('features.revenue', { amount: formatAmount(feature.supporter_revenue) })}
      </span>
    </span>
  </>
)

function StatusName({ columns, feature }: { columns: BoardColumn[]; feature: Feature }) {
  const column = columns.find(({ status }) => status === feature.links.feature_status)
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Swatch color={column?.color} />
      <span className="truncate">{column?.name}</span>
    </span>
  )
}

type Figure =
  | 'suggestions_count'
  | 'supporting_users_count'
  | 'supporting_accounts_count'
  | 'supporter_revenue'

const figure = (id: Figure, label: string, width: number) => ({
  id,
  label,
  width,
  sort: id,
  align: 'end' as const,
  render: (feature: Feature) =>
    id === 'supporter_revenue' ? formatAmount(feature[id]) : formatNumber(feature[id]),
})

const featureColumns = (
  statuses: BoardColumn[],
  areaNames: ReadonlyMap<number, string>,
): Column<Feature>[] =>
  [
    {
      id: 'name',
      label: t('features.name'),
      width: 240,
      sort: 'name',
      render: ({ name }: Feature) => name,
    },
    {
      id: 'status',
      label: t('features.status'),
      width: 120,
      render: (feature: Feature) => <StatusName columns={statuses} feature={feature} />,
    },
    {
      id: 'area',
      label: t('features.area'),
      width: 150,
      render: ({ links }: Feature) => areaNames.get(links.product_area ?? 0) ?? '',
    },
    figure('suggestions_count', t('shell.suggestions'), 110),
    figure('supporting_users_count', t('features.people'), 80),
    figure('supporting_accounts_count', t('record.accounts'), 90),
    figure('supporter_revenue', t('record.mrr'), 168),
    {
      id: 'updated_at',
      label: t('record.updated'),
      width: 130,
      sort: 'updated_at',
      render: ({ updated_at }: Feature) => (
        <time dateTime={updated_at} title={formatTime(updated_at)}>
          {formatAge(updated_at)}
        </time>
      ),
    },
  ].map((column) => ({ ...column, group: t('shell.features'), csv: column.id }))
