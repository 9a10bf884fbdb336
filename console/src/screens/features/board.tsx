// Features by status. Cards are dragged, or moved with Shift and the arrow keys.
import { useInfiniteQuery } from '@tanstack/react-query'
import { GripVertical, Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import {
  Button as AriaButton,
  DropIndicator,
  GridList,
  GridListItem,
  type ItemDropTarget,
  isTextDropItem,
  useDragAndDrop,
} from 'react-aria-components'
import { type AreaFilter, boardColumnQuery, type Card, type Place } from '../../api/features.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Select, Swatch } from '../../components/fields.tsx'
import { Count } from '../../components/record/section.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatAmount, formatNumber, t } from '../../core/i18n.ts'
import type { Move } from './use-moves.ts'

const TYPE = 'application/x-earshot-feature'

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
  const { columns, move, cardsOf, isEditable, single } = props
  const board = useRef<HTMLElement>(null)
  const hint = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || !event.key.startsWith('Arrow') || !isEditable) return
    const row = event.target instanceof Element ? event.target.closest('[data-key]') : null
    const id = Number(row?.getAttribute('data-key'))
    const at = columns.findIndex(({ status }) => cardsOf(status).some((card) => card.id === id))
    const column = columns[at]
    if (!column) return
    event.preventDefault()
    event.stopPropagation()
    const cards = cardsOf(column.status)
    const index = cards.findIndex((card) => card.id === id)
    const card = cards[index]
    const to = card && placeByKey(event.key, columns, at, cards, index, cardsOf)
    if (!card || !to) return
    move(card, to)
    if (board.current) keepFocus(board.current, to.status, id)
  }
  const shown = columns.find((column) => columnId(column) === single) ?? columns[0]
  return (
    <section
      ref={board}
      aria-label={t('features.board')}
      aria-describedby={hint}
      onKeyDownCapture={onKeyDown}
      className={
        single === undefined
          ? 'flex min-h-0 flex-1 gap-3 overflow-x-auto p-4'
          : 'flex min-h-0 flex-1 flex-col gap-3 p-4'
      }
    >
      <p id={hint} className="sr-only">
        {isEditable && t('features.board_hint')}
      </p>
      {single === undefined ? (
        columns.map((column) => <Column key={columnId(column)} column={column} {...props} />)
      ) : (
        <>
          <Select
            label={t('features.status')}
            options={columns.map((column) => ({
              ...{ id: columnId(column), label: column.name, color: column.color },
            }))}
            value={shown ? columnId(shown) : null}
            onChange={props.onChoose}
          />
          {shown && <Column key={columnId(shown)} column={shown} {...props} />}
        </>
      )}
    </section>
  )
}

const MAX_FRAMES = 30

/** A card that was moved by key keeps the focus, as soon as it is in its new column. */
function keepFocus(board: HTMLElement, status: number | null, id: number, frame = 0): void {
  requestAnimationFrame(() => {
    const place = `[data-column="${columnId({ status })}"] [data-key="${id}"]`
    const card = board.querySelector<HTMLElement>(place)
    card?.focus()
    if (!card && frame < MAX_FRAMES) keepFocus(board, status, id, frame + 1)
  })
}

/** Where an arrow key with Shift moves the card at `index` of the column at `at`. */
function placeByKey(
  key: string,
  columns: BoardColumn[],
  at: number,
  cards: Card[],
  index: number,
  cardsOf: (status: number | null) => Card[],
): Place | undefined {
  const status = columns[at]?.status ?? null
  if (key === 'ArrowUp')
    return index > 0 ? { status, before: cards[index - 1]?.id ?? null } : undefined
  if (key === 'ArrowDown')
    return index < cards.length - 1 ? { status, before: cards[index + 2]?.id ?? null } : undefined
  const next = columns[at + (key === 'ArrowRight' ? 1 : -1)]
  return next && { status: next.status, before: cardsOf(next.status)[index]?.id ?? null }
}

function Column({ column, ...props }: BoardProps & { column: BoardColumn }) {
  const { area, areaNames, isEditable, openId, onOpen, onCreate, move, single } = props
  const { status, name, color } = column
  const query = useInfiniteQuery(boardColumnQuery(status, area))
  const cards: Card[] = query.data?.pages.flatMap((page) => page.features) ?? []
  const find = (id: number) =>
    props.columns.flatMap((one) => props.cardsOf(one.status)).find((card) => card.id === id)
  const drop = (id: number, target?: ItemDropTarget) => {
    const card = find(id)
    const others = cards.filter((one) => one.id !== id)
    const place = others.findIndex((one) => one.id === target?.key)
    const before = target && others[target.dropPosition === 'before' ? place : place + 1]
    if (card) move(card, { status, before: before?.id ?? null })
  }
  const readId = async (items: Parameters<typeof isTextDropItem>[0][]) => {
    const item = items.find(isTextDropItem)
    return Number(item?.types.has(TYPE) ? await item.getText(TYPE) : 0)
  }
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !isEditable,
    getItems: (keys) =>
      [...keys].map((key) => ({
        [TYPE]: String(key),
        'text/plain': cards.find(({ id }) => id === key)?.name ?? '',
      })),
    acceptedDragTypes: [TYPE],
    getDropOperation: () => 'move',
    renderDropIndicator: (target) => (
      <DropIndicator
        target={target}
        className="outline-2 outline-transparent drop-target:outline-accent"
      />
    ),
    onReorder: ({ keys, target }) => drop(Number([...keys][0]), target),
    onInsert: async ({ items, target }) => drop(await readId(items), target),
    onRootDrop: async ({ items }) => drop(await readId(items)),
  })
  const total = query.data?.pages[0]?.pagination.total_records
  return (
    <div
      data-column={columnId(column)}
      className={
        single === undefined
          ? 'flex max-w-80 min-w-60 flex-1 flex-col rounded border border-border bg-sunken'
          : 'flex min-h-0 flex-1 flex-col rounded border border-border bg-sunken'
      }
    >
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
      {query.isPending ? (
        <div className="p-3">
          <SkeletonLines lines={5} />
        </div>
      ) : query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <GridList
          aria-label={name}
          items={cards}
          dependencies={[openId, areaNames, isEditable]}
          dragAndDropHooks={dragAndDropHooks}
          onAction={(key) => onOpen(Number(key))}
          renderEmptyState={() => (
            <p className="px-3 py-6 text-center text-sm text-muted">{t('features.empty_column')}</p>
          )}
          className="min-h-0 flex-1 space-y-2 overflow-y-auto p-2 pt-0.5 outline-none drop-target:bg-selected"
        >
          {(card) => (
            <CardItem
              card={card}
              isOpen={card.id === openId}
              area={areaNames.get(card.links.product_area ?? 0)}
              isEditable={isEditable}
            />
          )}
        </GridList>
      )}
      {query.hasNextPage && (
        <div className="border-t border-border p-2 text-center">
          <Button
            look="quiet"
            isPending={query.isFetchingNextPage}
            onPress={() => void query.fetchNextPage()}
          >
            {t('record.show_more')}
          </Button>
        </div>
      )}
    </div>
  )
}

function CardItem({
  card,
  isOpen,
  area,
  isEditable,
}: {
  card: Card
  isOpen: boolean
  area: string | undefined
  isEditable: boolean
}) {
  return (
    <GridListItem
      id={card.id}
      textValue={card.name}
      className={`group cursor-default rounded border bg-raised p-2.5 text-sm outline-none hover:border-border-strong data-[focus-visible]:outline-2 data-[focus-visible]:outline-accent data-[dragging]:opacity-50 ${isOpen ? 'border-accent' : 'border-border'}`}
    >
      <div className="flex items-start gap-1">
        <span dir="auto" className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
          {card.name}
        </span>
        {isEditable && (
          <AriaButton
            slot="drag"
            className="-my-0.5 -me-1 grid size-6 shrink-0 place-items-center rounded text-muted opacity-0 group-hover:opacity-100 hover:bg-hover data-[focus-visible]:opacity-100 [@media(hover:none)]:opacity-100"
          >
            <GripVertical size={14} aria-hidden />
          </AriaButton>
        )}
      </div>
      <p className="flex flex-wrap gap-x-3 pt-1 text-xs text-muted tabular-nums">
        <span>
          {t('features.suggestions_count', {
            ...{ count: card.suggestions_count, shown: formatNumber(card.suggestions_count) },
          })}
        </span>
        {card.suggestions_count > 0 && (
          <>
            <span>
              {t('features.people_count', {
                count: card.supporting_users_count,
                shown: formatNumber(card.supporting_users_count),
              })}
            </span>
            <span>{t('features.revenue', { amount: formatAmount(card.supporter_revenue) })}</span>
          </>
        )}
      </p>
      {area && (
        <p dir="auto" className="truncate pt-1 text-xs text-muted">
          {area}
        </p>
      )}
    </GridListItem>
  )
}
