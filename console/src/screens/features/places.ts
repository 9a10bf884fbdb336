// Places on the board: the cards of a status, in one lane or in one per product area.
import type { Card, Place } from '../../api/features.ts'

/** Undefined: all product areas together. Null: those without one. */
export type Lane = number | null | undefined

export type Cells = {
  statuses: (number | null)[]
  lanes: Lane[]
  /** The cards of a status in their order, of all lanes. */
  cardsOf: (status: number | null) => Card[]
}

export const cardsIn = ({ cardsOf }: Pick<Cells, 'cardsOf'>, status: number | null, lane: Lane) =>
  cardsOf(status).filter(({ links }) => lane === undefined || links.product_area === lane)

/** Before the card that follows this one in its status, or last. */
export function placeAfter(
  { cardsOf }: Pick<Cells, 'cardsOf'>,
  status: number | null,
  id: number | undefined,
): number | null {
  const cards = cardsOf(status)
  const at = cards.findIndex((card) => card.id === id)
  return at < 0 ? null : (cards[at + 1]?.id ?? null)
}

/** Where an arrow key with Shift moves a card. At the end of a lane it goes to the next one. */
export function placeByKey(cells: Cells, key: string, card: Card): Place | undefined {
  const status = card.links.feature_status
  const lane = cells.lanes.findIndex((one) => one === undefined || one === card.links.product_area)
  const area = cells.lanes[lane]
  const cards = cardsIn(cells, status, area)
  const index = cards.findIndex(({ id }) => id === card.id)
  const next = cards[index + 1]
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1
  if (key === 'ArrowUp' && index > 0) return { status, area, before: cards[index - 1]?.id ?? null }
  if (key === 'ArrowDown' && next)
    return { status, area, before: placeAfter(cells, status, next.id) }
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const to = cells.lanes[lane + step]
    if (to === undefined) return undefined
    const there = cardsIn(cells, status, to)
    const before =
      key === 'ArrowUp' ? placeAfter(cells, status, there.at(-1)?.id) : (there[0]?.id ?? null)
    return { status, area: to, before }
  }
  const toStatus = cells.statuses[cells.statuses.indexOf(status) + step]
  if (toStatus === undefined) return undefined
  const there = cardsIn(cells, toStatus, area)
  const before = there[index]?.id ?? placeAfter(cells, toStatus, there.at(-1)?.id)
  return { status: toStatus, area, before }
}
