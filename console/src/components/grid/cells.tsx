// How values look in a cell.
import { formatAge, formatAmount, formatNumber, formatTime, t } from '../../core/i18n.ts'

import { PlainText, type PlainTextProps } from '../record/plain-text.tsx'

export const NO_VALUE = <span className="text-muted">–</span>

export const TextCell = ({ text }: { text: string | null | undefined }) =>
  text ? <span dir="auto">{text}</span> : NO_VALUE

/** A formatted text in one line. */
export const FormattedCell = (formatted: PlainTextProps) =>
  formatted.text ? (
    <span dir="auto">
      <PlainText {...formatted} />
    </span>
  ) : (
    NO_VALUE
  )

/** Zero is quiet, so that the figures that count stand out. */
export const NumberCell = ({ value, suffix = '' }: { value: unknown; suffix?: string }) => {
  if (value === null || value === undefined) return NO_VALUE
  const number = Number(value)
  return number === 0 ? <span className="text-muted">0</span> : `${formatNumber(number)}${suffix}`
}

/** Revenue is compared by its size, not by its cents. */
const AmountCell = ({ value }: { value: unknown }) => {
  if (value === null || value === undefined) return NO_VALUE
  const amount = Number(value)
  return amount === 0 ? <span className="text-muted">0</span> : formatAmount(amount)
}

const TimeCell = ({ time }: { time: string | null | undefined }) =>
  time ? (
    <time dateTime={time} title={formatTime(time)}>
      {formatAge(time)}
    </time>
  ) : (
    NO_VALUE
  )

const FlagCell = ({ value }: { value: unknown }) =>
  value === true ? t('list.yes') : value === false ? t('list.no') : NO_VALUE

/** How the value of a field is shown. */
export type CellKind = 'text' | 'number' | 'amount' | 'percent' | 'time' | 'flag'

export const ValueCell = ({ kind, value }: { kind: CellKind; value: unknown }) => {
  if (kind === 'time') return <TimeCell time={value as string | null} />
  if (kind === 'flag') return <FlagCell value={value} />
  if (kind === 'amount') return <AmountCell value={value} />
  if (kind === 'text') return <TextCell text={value as string | null} />
  return <NumberCell value={value} suffix={kind === 'percent' ? ' %' : ''} />
}
