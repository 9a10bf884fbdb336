// Features: a board by status or a list, with the open feature beside it.
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Columns2, List, Plus, Rows3 } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useRefreshOnChange } from '../../api/live-updates.ts'
import { featureStatusesQuery, productAreasQuery } from '../../api/options.ts'
import { useHasRole } from '../../api/session.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Select } from '../../components/fields.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import { RecordPanel } from '../../components/list/record-panel.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { useShortcut } from '../../core/shortcuts.ts'
import { useMedia } from '../../core/use-media.ts'
import { Board, type BoardColumn, columnId } from './board.tsx'
import FeatureRecord from './feature-record.tsx'
import { NewFeature } from './new-feature.tsx'
import type { FeaturesSearch } from './search.ts'
import { useMoves } from './use-moves.ts'

const LaneBoard = lazyPart(() => import('./lane-board.tsx'))
const FeatureList = lazyPart(() => import('./feature-list.tsx'))

const ALL = 'all'

export default function FeaturesScreen() {
  const search = useSearch({ from: '/features' })
  const navigate = useNavigate()
  const isEditable = useHasRole('admin')
  const isWide = useMedia('(min-width: 1100px)')
  const isNarrow = useMedia('(max-width: 799px)')
  const statuses = useQuery(featureStatusesQuery)
  const { data: areas = [], isPending: isWaitingForAreas } = useQuery(productAreasQuery)
  const [isCreating, setCreating] = useState<{ status: number | null } | undefined>()
  const columns = useMemo<BoardColumn[]>(
    () => [
      ...(statuses.data ?? []).map(({ id, name, hex_color }) => ({
        status: id,
        name,
        color: hex_color,
      })),
      { status: null, name: t('features.no_status'), color: null },
    ],
    [statuses.data],
  )
  const areaNames = useMemo(() => new Map(areas.map(({ id, name }) => [id, name])), [areas])
  const isGrouped = search.group === 'product_area'
  const { move, cardsOf, refresh } = useMoves(search.product_area, isGrouped, {
    status: (status) => columns.find((one) => one.status === status)?.name ?? '',
    area: (area) => (area === null ? t('features.no_area') : (areaNames.get(area) ?? '')),
  })
  useRefreshOnChange('features', refresh)

  const change = (part: FeaturesSearch) =>
    void navigate({ to: '/features', search: { ...search, ...part } })
  const openId = /^[1-9]\d{0,15}$/.test(search.open ?? '') ? Number(search.open) : undefined
  const open = (id: number) => change({ open: String(id) })
  const close = () => change({ open: undefined, tab: undefined })
  useShortcut(
    'Escape',
    { label: 'grid.key.escape', group: 'list', isEnabled: openId !== undefined },
    close,
  )
  const ShownBoard = isGrouped ? LaneBoard : Board
  const isList = search.view === 'list'
  const defaultStatus = statuses.data?.find(({ is_default }) => is_default)?.id ?? null
  return (
    <div className="relative flex h-full min-h-0">
      <PageTitle name={t('shell.features')} />
      <div inert={openId !== undefined && !isWide} className="flex min-w-0 flex-1 flex-col">
        <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-b border-border px-4 py-2">
          <h1 className="text-xl font-semibold">{t('shell.features')}</h1>
          <span className="flex-1" />
          <div className="w-44 max-sm:order-last max-sm:w-full">
            <Select
              label={t('features.area')}
              isLabelHidden
              options={[
                { id: ALL, label: t('features.all_areas') },
                ...areas.map(({ id, name }) => ({ id: String(id), label: name })),
                { id: 'none', label: t('features.no_area') },
              ]}
              value={search.product_area ?? ALL}
              onChange={(id) => change({ product_area: id === ALL ? undefined : id })}
            />
          </div>
          <IconButton
            icon={Rows3}
            look={isGrouped ? 'plain' : 'quiet'}
            label={t(isGrouped ? 'features.ungroup' : 'features.group')}
            onPress={() => change({ group: isGrouped ? undefined : 'product_area' })}
          />
          <IconButton
            icon={isList ? Columns2 : List}
            label={t(isList ? 'features.show_board' : 'features.show_list')}
            onPress={() => change({ view: isList ? undefined : 'list' })}
          />
          {isEditable && (
            <Button
              look="primary"
              icon={Plus}
              onPress={() => setCreating({ status: defaultStatus })}
            >
              {t('features.new')}
            </Button>
          )}
        </header>
        {isList && isGrouped && isWaitingForAreas ? (
          <Loading />
        ) : isList ? (
          <Suspense fallback={<Loading />}>
            <FeatureList
              search={search}
              columns={columns}
              areaNames={areaNames}
              openId={openId}
              onOpen={open}
              onChange={change}
            />
          </Suspense>
        ) : statuses.isPending ? (
          <Loading />
        ) : statuses.error && !statuses.data ? (
          <ErrorState error={statuses.error} onRetry={() => void statuses.refetch()} />
        ) : (
          <Suspense fallback={<Loading />}>
            <ShownBoard
              columns={columns}
              area={search.product_area}
              areaNames={areaNames}
              isEditable={isEditable}
              openId={openId}
              onOpen={open}
              onCreate={(status) => setCreating({ status })}
              move={move}
              cardsOf={cardsOf}
              single={
                isNarrow
                  ? (search.feature_status ?? columnId(columns[0] ?? { status: null }))
                  : undefined
              }
              onChoose={(id) => change({ feature_status: id })}
            />
          </Suspense>
        )}
      </div>
      {openId !== undefined && (
        <RecordPanel
          id={openId}
          isBeside={isWide}
          onClose={close}
          label={t('features.open_record')}
          Record={FeatureRecord}
        />
      )}
      {isCreating && (
        <NewFeature
          columns={columns}
          areas={areas}
          status={isCreating.status}
          area={search.product_area}
          onClose={() => setCreating(undefined)}
          onCreated={(id) => {
            setCreating(undefined)
            refresh()
            open(id)
          }}
        />
      )}
    </div>
  )
}

const Loading = () => (
  <div className="p-6">
    <SkeletonLines lines={6} />
  </div>
)
