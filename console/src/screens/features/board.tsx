// Features by status. Cards are dragged, or moved with Shift and the arrow keys.
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { type AreaFilter, boardColumnQuery, type Card, type Place } from '../../api/features.ts'
import { IconButton } from '../../components/button.tsx'
import { Select, Swatch } from '../../components/fields.tsx'
import { Count } from '../../components/record/section.tsx'
import { ShowMore } from '../../components/show-more.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { t } from '../../core/i18n.ts'
import { Cards } from './cards.tsx'
import { type Lane, placeByKey } from './places.ts'
import type { Move } from './use-moves.ts'

/** Null is the column of features without a status. */
export type BoardColumn = { status: number | null; name: string; color: string | null }

export const columnId = ({ status }: Pick<BoardColumn, 'status'>): string =>
  status === null ? 'none' : String(status)

export type BoardProps = {
  columns: BoardColumn[]
  area: AreaFilter
  areaNames: ReadonlyMap<number, string>
  isEditable: boolean
  openId: number | undefined
  onOpen: (id: number) => void
  onCreate: (status: number | null) => void
  move: Move
  cardsOf: (status: number | null) => Card[]
  /** On a narrow screen one column is shown, the one with this id. */
  single: string | undefined
  onChoose: (id: string) => void
}

export function Board(props: BoardProps) {
  return (
    <BoardFrame {...props} lanes={[undefined]} className="flex gap-3 overflow-x-auto">
      {shownColumns(props).map((column) => (
        <Column key={columnId(column)} column={column} {...props} />
      ))}
    </BoardFrame>
  )
}

export const shownColumns = ({ columns, single }: Pick<BoardProps, 'columns' | 'single'>) =>
  single === undefined
    ? columns
    : [columns.find((column) => columnId(column) === single) ?? columns[0]].filter(
        (column) => column !== undefined,
      )

export const findCard = (
  { columns, cardsOf }: Pick<BoardProps, 'columns' | 'cardsOf'>,
  id: number,
) => columns.flatMap(({ status }) => cardsOf(status)).find((card) => card.id === id)

type FrameProps = BoardProps & { lanes: Lane[]; className: string; children: ReactNode }

/** Moves cards by key. On a narrow screen it has the choice of the column. */
export function BoardFrame({ lanes, className, children, ...props }: FrameProps) {
  const { columns, move, cardsOf, isEditable, single } = props
  const board = useRef<HTMLElement>(null)
  const hint = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || !event.key.startsWith('Arrow') || !isEditable) return
    const row = event.target instanceof Element ? event.target.closest('[data-key]') : null
    const card = findCard(props, Number(row?.getAttribute('data-key')))
    if (!card) return
    event.preventDefault()
    event.stopPropagation()
    const statuses = columns.map(({ status }) => status)
    const to = placeByKey({ statuses, lanes, cardsOf }, event.key, card)
    if (!to) return
    move(card, to)
    if (board.current) keepFocus(board.current, to, card.id)
  }
  const [shown] = shownColumns(props)
  return (
    <section
      ref={board}
      aria-label={t('features.board')}
      aria-describedby={hint}
      onKeyDownCapture={onKeyDown}
      className={`min-h-0 flex-1 ${single === undefined ? `p-4 ${className}` : 'flex flex-col gap-3 p-4'}`}
    >
      <p id={hint} className="sr-only">
        {isEditable && t('features.board_hint')}
      </p>
      {single !== undefined && (
        <Select
          label={t('features.status')}
          options={columns.map((column) => ({
            id: columnId(column),
            label: column.name,
            color: column.color,
          }))}
          value={shown ? columnId(shown) : null}
          onChange={props.onChoose}
        />
      )}
      {children}
    </section>
  )
}

const MAX_FRAMES = 30

/** A card that was moved by key keeps the focus, as soon as it is in its new place. */
function keepFocus(board: HTMLElement, to: Place, id: number, frame = 0): void {
  requestAnimationFrame(() => {
    const lane = to.area === undefined ? '' : `[data-lane="${laneId(to.area)}"] `
    const place = `${lane}[data-column="${columnId(to)}"] [data-key="${id}"]`
    const card = board.querySelector<HTMLElement>(place)
    card?.focus()
    if (!card && frame < MAX_FRAMES) keepFocus(board, to, id, frame + 1)
  })
}

export const laneId = (lane: number | null): string => (lane === null ? 'none' : String(lane))

function Column({ column, ...props }: BoardProps & { column: BoardColumn }) {
  const { status, name } = column
  const query = useInfiniteQuery(boardColumnQuery(status, props.area))
  const cards: Card[] = query.data?.pages.flatMap((page) => page.features) ?? []
  return (
    <div
      data-column={columnId(column)}
      className={`flex flex-1 flex-col rounded border border-border bg-sunken ${props.single === undefined ? 'max-w-80 min-w-60' : 'min-h-0'}`}
    >
      <ColumnHeader
        column={column}
        total={query.data?.pages[0]?.pagination.total_records}
        isEditable={props.isEditable}
        onCreate={props.onCreate}
      />
      {query.isPending ? (
        <div className="p-3">
          <SkeletonLines lines={5} />
        </div>
      ) : query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Cards
          {...props}
          label={name}
          status={status}
          lane={undefined}
          cards={cards}
          find={(id) => findCard(props, id)}
          className="min-h-0 flex-1 overflow-y-auto"
        />
      )}
      {query.hasNextPage && (
        <div className="border-t border-border p-2 text-center">
          <ShowMore query={query} look="quiet" />
        </div>
      )}
    </div>
  )
}

export const ColumnHeader = ({
  column: { status, name, color },
  total,
  isEditable,
  onCreate,
}: {
  column: BoardColumn
  total: number | undefined
} & Pick<BoardProps, 'isEditable' | 'onCreate'>) => (
  <header className="flex h-10 shrink-0 items-center gap-2 pe-1 ps-3">
    <Swatch color={color} />
    <h2 dir="auto" className="min-w-0 truncate text-sm font-semibold">
      {name}
    </h2>
    <Count value={total} />
    <span className="flex-1" />
    {isEditable && (
      <IconButton
        icon={Plus}
        label={t('features.new_in', { status: name })}
        onPress={() => onCreate(status)}
      />
    )}
  </header>
)
