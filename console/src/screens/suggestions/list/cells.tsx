// How values look in a cell.
import type { Label, Status } from '@earshot/client'
import { Swatch } from '../../../components/fields.tsx'
import {
  formatAge,
  formatAmount,
  formatNumber,
  formatTime,
  type MessageId,
  t,
} from '../../../core/i18n.ts'

const NOTHING = <span className="text-muted">–</span>

export const TextCell = ({ text }: { text: string | null | undefined }) =>
  text ? <span dir="auto">{text}</span> : NOTHING

export const StatusCell = ({ status }: { status: Status | undefined }) =>
  status ? (
    <span className="inline-flex items-center gap-1.5">
      <Swatch color={status.hex_color} />
      {status.name}
    </span>
  ) : (
    NOTHING
  )

export const LabelsCell = ({ labels }: { labels: Label[] }) =>
  labels.length === 0 ? (
    NOTHING
  ) : (
    <span className="inline-flex gap-1">
      {labels.map(({ id, name, full_name }) => (
        <span key={id} title={full_name} className="rounded-sm border border-border px-1.5 text-xs">
          {name}
        </span>
      ))}
    </span>
  )

/** Zero is quiet, so that the figures that count stand out. */
export const NumberCell = ({ value, suffix = '' }: { value: unknown; suffix?: string }) => {
  if (value === null || value === undefined) return NOTHING
  const number = Number(value)
  return number === 0 ? <span className="text-muted">0</span> : `${formatNumber(number)}${suffix}`
}

/** Revenue is compared by its size, not by its cents. */
export const AmountCell = ({ value }: { value: unknown }) =>
  value === null || value === undefined ? NOTHING : formatAmount(Number(value))

export const TimeCell = ({ time }: { time: string | null | undefined }) =>
  time ? (
    <time dateTime={time} title={formatTime(time)}>
      {formatAge(time)}
    </time>
  ) : (
    NOTHING
  )

export const FlagCell = ({ value }: { value: unknown }) =>
  value === true ? t('suggestions.yes') : value === false ? t('suggestions.no') : NOTHING

export const STATES = ['new', 'approved', 'published', 'spam', 'deleted'] as const

export const stateLabel = (state: string): string =>
  t(`suggestions.state.${state}` as MessageId) ?? state

const STATE_TONES: Record<string, string> = {
  new: 'text-accent',
  spam: 'text-danger',
  deleted: 'text-muted',
}

export const StateCell = ({ state }: { state: string | undefined }) =>
  state ? <span className={STATE_TONES[state] ?? ''}>{stateLabel(state)}</span> : NOTHING
