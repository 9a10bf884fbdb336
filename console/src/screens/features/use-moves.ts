// Moves features between the columns of the board: shown at once, undone on request, and taken back when the service refuses.
import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { describeError } from '../../api/errors.ts'
import {
  type AreaFilter,
  boardColumnQuery,
  boardQuery,
  type Card,
  moveFeature,
  type Place,
  refreshFeatures,
} from '../../api/features.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { notify } from '../../components/toasts.tsx'
import { notifyDone } from '../../components/undo.ts'
import { t } from '../../core/i18n.ts'

type Page = { features: Card[]; pagination: { total_records?: number | undefined } }
type Pages = InfiniteData<Page, string | undefined>

const placed = (card: Card, { status, area = card.links.product_area }: Place): Card => ({
  ...card,
  links: { ...card.links, feature_status: status, product_area: area },
})

export type Move = (card: Card, to: Place) => void

type Names = Record<'status' | 'area', (id: number | null) => string>

/** In lanes all features are one list, else each status has its own. */
export function useMoves(area: AreaFilter, isInLanes: boolean, nameOf: Names) {
  const queryClient = useQueryClient()
  const pending = useRef(0)
  // One after the other: each place is meant among those before it.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const keyOf = (status: number | null): QueryKey =>
    (isInLanes ? boardQuery(area) : boardColumnQuery(status, area)).queryKey
  const readPages = (status: number | null) => queryClient.getQueryData<Pages>(keyOf(status))
  const cardsOf = (status: number | null) =>
    (readPages(status)?.pages ?? []).flatMap(({ features }) =>
      features.filter(({ links }) => links.feature_status === status),
    )

  function show(card: Card, from: number | null, to: Place): () => void {
    const { status, before } = to
    const kept = [from, status].map((one) => [keyOf(one), readPages(one)] as const)
    change(from, -1, (cards) => cards.filter(({ id }) => id !== card.id))
    const moved = placed(card, to)
    change(status, 1, (cards, isLast) => {
      const at = cards.findIndex(({ id }) => id === before)
      if (at >= 0) return cards.toSpliced(at, 0, moved)
      return before === null && isLast ? [...cards, moved] : cards
    })
    return () => {
      for (const [key, pages] of kept) if (pages) queryClient.setQueryData(key, pages)
    }
  }

  function change(
    status: number | null,
    by: number,
    edit: (cards: Card[], isLast: boolean) => Card[],
  ): void {
    queryClient.setQueryData<Pages>(keyOf(status), (all) =>
      all
        ? {
            ...all,
            pages: all.pages.map((page, index) => ({
              ...page,
              features: edit(page.features, index === all.pages.length - 1),
              pagination: {
                ...page.pagination,
                total_records: (page.pagination.total_records ?? 0) + by,
              },
            })),
          }
        : all,
    )
  }

  const refresh = () => {
    if (pending.current > 0) return
    void refreshFeatures(queryClient)
    void queryClient.invalidateQueries({ queryKey: queryKeys.records('features') })
  }

  async function run(card: Card, from: number | null, to: Place): Promise<void> {
    pending.current += 1
    await Promise.all(
      [from, to.status].map((one) => queryClient.cancelQueries({ queryKey: keyOf(one) })),
    )
    const restore = show(card, from, to)
    const written = queue.current.then(() => moveFeature(card.id, to))
    queue.current = written.catch(() => {})
    try {
      await written
    } catch (error) {
      restore()
      throw error
    } finally {
      pending.current -= 1
      refresh()
    }
  }

  const move: Move = async (card, to) => {
    const from = card.links.feature_status
    const cards = cardsOf(from)
    const next = cards[cards.findIndex(({ id }) => id === card.id) + 1]
    const before = next?.id ?? null
    const fromArea = card.links.product_area
    const isOtherArea = to.area !== undefined && to.area !== fromArea
    const isOtherStatus = to.status !== from
    if (!isOtherStatus && !isOtherArea && (to.before === card.id || to.before === before)) return
    const { name } = card
    try {
      await run(card, from, to)
      const status = nameOf.status(to.status)
      const area = nameOf.area(to.area ?? null)
      const message = isOtherArea
        ? t(isOtherStatus ? 'features.moved_to_lane' : 'features.moved_to_area', {
            name,
            status,
            area,
          })
        : t(isOtherStatus ? 'features.moved' : 'features.reordered', { name, status })
      notifyDone(message, () =>
        run(placed(card, to), to.status, {
          status: from,
          before,
          area: isOtherArea ? fromArea : undefined,
        }),
      )
    } catch (error) {
      const { message: reason } = describeError(error)
      notify({ message: t('features.move_failed', { name, reason }), tone: 'danger' })
    }
  }
  return { move, cardsOf, refresh }
}
