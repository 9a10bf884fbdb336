// The way to the previous and the next record of the list that a record was opened from.
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { createContext, use, useEffect, useRef } from 'react'
import { neighborsQuery } from '../../api/neighbors.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import { NO_GROUP } from '../../core/list-search.ts'
import { useShortcut } from '../../core/shortcuts.ts'
import { IconButton } from '../button.tsx'

export type OpenedFrom = {
  collection: string
  /** The filters and the order of the list. */
  query: object
  /** In a list with groups, in this one. */
  onOpen: (id: number, group?: string) => void
  /** What opening a record reads, to read the next one before. */
  recordQuery: (id: number) => { queryKey: QueryKey; queryFn?: unknown }
  /** The state of the list, for the address of a record. */
  search?: string
}

export const OpenedFromContext = createContext<OpenedFrom | undefined>(undefined)

/** Nothing for a record that was not opened from a list. */
export function Steps({ id, isBeside }: { id: number; isBeside: boolean }) {
  const from = use(OpenedFromContext)
  return from && <StepsIn key={id} id={id} isBeside={isBeside} from={from} />
}

type Direction = 'previous' | 'next'

// The pressed button is gone with its record. The one of the next record gets the focus.
let pressed: Direction | undefined

export type StepsInProps = { id: number; isBeside: boolean; from: OpenedFrom }

export function StepsIn({ id, isBeside, from }: StepsInProps) {
  const { collection, query, onOpen, recordQuery } = from
  const queryClient = useQueryClient()
  const { data } = useQuery(neighborsQuery(collection, id, query))
  const { previous = null, next = null } = data ?? {}
  const prefetch = useRef(recordQuery)
  useEffect(() => {
    if (next !== null) void queryClient.prefetchQuery(prefetch.current(next) as never)
  }, [queryClient, next])
  // Beside a grid these keys move in the grid.
  const key = (to: number | null) => ({
    group: 'record' as const,
    isEnabled: !isBeside && to !== null,
  })
  const go = (to: number | null, direction: Direction) => {
    const group = data?.[`${direction}_group`]
    if (to !== null) onOpen(to, group === null ? NO_GROUP : group?.toString())
  }
  useShortcut('j', { label: 'record.next', ...key(next) }, () => go(next, 'next'))
  useShortcut('k', { label: 'record.previous', ...key(previous) }, () => go(previous, 'previous'))
  return (
    <span className="flex items-center">
      <Step
        icon={ChevronUp}
        direction="previous"
        keys={isBeside ? undefined : 'k'}
        to={previous}
        onOpen={(to) => go(to, 'previous')}
      />
      <Step
        icon={ChevronDown}
        direction="next"
        keys={isBeside ? undefined : 'j'}
        to={next}
        onOpen={(to) => go(to, 'next')}
      />
      {data && (
        <span className="ps-1 text-sm whitespace-nowrap text-muted tabular-nums">
          {data.position === null
            ? data.is_listed || t('record.not_listed')
            : t('record.position', {
                position: formatNumber(data.position),
                total: formatNumber(data.total_records ?? data.position),
              })}
        </span>
      )}
    </span>
  )
}

type StepProps = {
  icon: typeof ChevronUp
  direction: Direction
  keys: string | undefined
  to: number | null
  onOpen: (id: number) => void
}

function Step({ icon, direction, keys, to, onOpen }: StepProps) {
  const button = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (pressed !== direction) return
    pressed = undefined
    button.current?.querySelector('button')?.focus()
  }, [direction])
  return (
    <span ref={button}>
      <IconButton
        icon={icon}
        label={t(`record.${direction}`)}
        {...(keys !== undefined && { keys })}
        isDisabled={to === null}
        onPress={() => {
          if (to === null) return
          pressed = direction
          onOpen(to)
        }}
      />
    </span>
  )
}
