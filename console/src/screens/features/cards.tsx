// The cards of one place on the board. They are dragged within it and to other places.
import { GripVertical } from 'lucide-react'
import {
  Button as AriaButton,
  DropIndicator,
  GridList,
  GridListItem,
  type ItemDropTarget,
  isTextDropItem,
  useDragAndDrop,
} from 'react-aria-components'
import type { Card } from '../../api/features.ts'
import { formatAmount, formatNumber, t } from '../../core/i18n.ts'
import { type Lane, placeAfter } from './places.ts'
import type { Move } from './use-moves.ts'

const TYPE = 'application/x-earshot-feature'

type CardsProps = {
  label: string
  status: number | null
  lane: Lane
  cards: Card[]
  /** All cards of a status, in their order. */
  cardsOf: (status: number | null) => Card[]
  /** Finds a card of any place. */
  find: (id: number) => Card | undefined
  move: Move
  areaNames: ReadonlyMap<number, string>
  isEditable: boolean
  openId: number | undefined
  onOpen: (id: number) => void
  className: string
}

export function Cards({ status, lane, cards, label, className, ...props }: CardsProps) {
  const { areaNames, isEditable, openId, onOpen, cardsOf, find, move } = props
  const isInLane = lane !== undefined
  const drop = (id: number, target?: ItemDropTarget) => {
    const card = find(id)
    if (!card || target?.key === id) return
    const others = cards.filter((one) => one.id !== id)
    const at = others.findIndex((one) => one.id === target?.key)
    const isBefore = target?.dropPosition === 'before'
    const last = target && !isBefore ? others[at] : others.at(-1)
    const withoutCard = (one: number | null) => cardsOf(one).filter((other) => other.id !== id)
    const before = isBefore
      ? (others[at]?.id ?? null)
      : placeAfter({ cardsOf: withoutCard }, status, last?.id)
    move(card, { status, before, area: lane })
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
  return (
    <GridList
      aria-label={label}
      items={cards}
      dependencies={[openId, areaNames, isEditable]}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(key) => onOpen(Number(key))}
      renderEmptyState={() => (
        <p className={`px-3 text-center text-sm text-muted ${isInLane ? 'py-2' : 'py-6'}`}>
          {isInLane ? '–' : t('features.empty_column')}
        </p>
      )}
      className={`space-y-2 p-2 outline-none ${isInLane ? '' : 'pt-0.5'} drop-target:bg-selected ${className}`}
    >
      {(card) => (
        <CardItem
          card={card}
          isOpen={card.id === openId}
          area={isInLane ? undefined : areaNames.get(card.links.product_area ?? 0)}
          isEditable={isEditable}
        />
      )}
    </GridList>
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
            count: card.suggestions_count,
            shown: formatNumber(card.suggestions_count),
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
