// Features by status in lanes, one per product area that has features.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Blocks } from 'lucide-react'
import { useEffect } from 'react'
import { boardQuery, type Card } from '../../api/features.ts'
import { Count } from '../../components/record/section.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatAmount, t } from '../../core/i18n.ts'
import {
  type BoardColumn,
  BoardFrame,
  type BoardProps,
  ColumnHeader,
  columnId,
  findCard,
  laneId,
  shownColumns,
} from './board.tsx'
import { Cards } from './cards.tsx'

/** Read one after the other without being asked for; each has a hundred features. */
const MAX_PAGES = 10

export default function LaneBoard(props: BoardProps) {
  const { areaNames, single } = props
  const query = useInfiniteQuery(boardQuery(props.area))
  const { data, hasNextPage, isFetching, fetchNextPage } = query
  const pages = data?.pages.length ?? 0
  const readsOn = hasNextPage && pages < MAX_PAGES && !query.isFetchNextPageError
  useEffect(() => {
    if (readsOn && !isFetching) void fetchNextPage()
  }, [readsOn, isFetching, fetchNextPage])

  const columns = shownColumns(props)
  const cards: Card[] = data?.pages.flatMap((page) => page.features) ?? []
  const shown = cards.filter(({ links }) =>
    columns.some(({ status }) => status === links.feature_status),
  )
  const used = new Set(shown.map(({ links }) => links.product_area))
  const lanes = [...areaNames.keys(), null].filter((area) => used.has(area))
  // A part of the features has no sums.
  const isComplete = data !== undefined && !hasNextPage
  if (query.isPending)
    return (
      <div className="p-6">
        <SkeletonLines lines={6} />
      </div>
    )
  if (query.error && !data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <BoardFrame {...props} lanes={lanes} className="overflow-auto pt-0!">
      {single === undefined ? (
        <div
          className="grid gap-x-3"
          style={{ gridTemplateColumns: `repeat(${columns.length}, minmax(15rem, 20rem))` }}
        >
          <div className="sticky top-0 z-10 col-span-full grid grid-cols-subgrid bg-surface pt-4">
            {columns.map((column) => (
              <div
                key={columnId(column)}
                className="rounded-t border border-b-0 border-border bg-sunken"
              >
                <ColumnHeader
                  {...props}
                  column={column}
                  total={isComplete ? countIn(cards, column) : undefined}
                />
              </div>
            ))}
          </div>
          {lanes.map((lane) => (
            <LaneRow
              key={laneId(lane)}
              {...props}
              lane={lane}
              columns={columns}
              cards={shown}
              isComplete={isComplete}
            />
          ))}
        </div>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto">
          {lanes.map((lane) => (
            <LaneRow
              key={laneId(lane)}
              {...props}
              lane={lane}
              columns={columns}
              cards={shown}
              isComplete={isComplete}
            />
          ))}
        </div>
      )}
      {lanes.length === 0 &&
        (cards.length === 0 ? (
          <EmptyState icon={Blocks} title={t('features.empty')} hint={t('features.empty_hint')} />
        ) : (
          <p className="px-3 py-6 text-center text-sm text-muted">{t('features.empty_column')}</p>
        ))}
      {hasNextPage && !readsOn && (
        <div className="p-3 text-center">
          <ShowMore query={query} look="quiet" />
        </div>
      )}
    </BoardFrame>
  )
}

const countIn = (cards: Card[], { status }: BoardColumn) =>
  cards.filter(({ links }) => links.feature_status === status).length

type LaneProps = BoardProps & {
  lane: number | null
  cards: Card[]
  isComplete: boolean
}

function LaneRow({ lane, cards, isComplete, ...props }: LaneProps) {
  const { columns, areaNames } = props
  const isSingle = props.single !== undefined
  const name = lane === null ? t('features.no_area') : (areaNames.get(lane) ?? '')
  const own = cards.filter(({ links }) => links.product_area === lane)
  const revenue = own.reduce((sum, { supporter_revenue }) => sum + supporter_revenue, 0)
  return (
    <section
      aria-label={name}
      data-lane={laneId(lane)}
      className={isSingle ? 'pb-2' : 'group/lane col-span-full grid grid-cols-subgrid'}
    >
      <header
        className={`col-span-full flex h-10 items-center gap-2 px-1 text-sm ${isSingle ? '' : 'border-y border-border'}`}
      >
        <h2 dir="auto" className="min-w-0 truncate font-semibold">
          {name}
        </h2>
        <Count value={isComplete ? own.length : undefined} />
        {isComplete && revenue > 0 && (
          <span className="text-xs text-muted tabular-nums" title={t('features.lane_revenue_hint')}>
            {t('features.revenue', { amount: formatAmount(revenue) })}
          </span>
        )}
      </header>
      {columns.map((column) => (
        <div
          key={columnId(column)}
          data-column={columnId(column)}
          className={`flex flex-col border-border bg-sunken ${isSingle ? 'rounded border' : 'border-x group-last/lane:rounded-b group-last/lane:border-b'}`}
        >
          <Cards
            {...props}
            label={t('features.cell', { status: column.name, area: name })}
            status={column.status}
            lane={lane}
            cards={own.filter(({ links }) => links.feature_status === column.status)}
            find={(id) => findCard(props, id)}
            className="flex-1"
          />
        </div>
      ))}
    </section>
  )
}
