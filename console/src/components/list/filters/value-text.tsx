// The value of a filter as people read it.
import { Fragment } from 'react'
import { formatAmount, formatDate, formatNumber, t } from '../../../core/i18n.ts'
import { useNamedOptions } from '../../named-records.ts'
import type { Filter } from './filter.ts'
import { parseAlternatives, parseChoices, parseNumbers } from './value.ts'

export function useValueText(filter: Filter, value: string | undefined): string {
  const { ids, isExcluded } = parseChoices(value)
  const named = useNamedOptions(filter.kind === 'search' ? filter.collection : undefined, ids)
  if (value === undefined) return '…'
  if (filter.kind === 'flag') return t(value === 'true' ? 'list.yes' : 'list.no')
  if (filter.kind === 'date') return Number.isNaN(Date.parse(value)) ? value : formatDate(value)
  if (filter.kind === 'number') return numbersText(value, filter.isAmount)
  if (filter.kind === 'text') return value
  const options = filter.kind === 'choice' ? filter.options : named
  const labels = ids.map((id) => options.find((option) => option.id === id)?.label ?? `#${id}`)
  const list =
    labels.length > 3 ? `${labels.slice(0, 3).join(', ')} +${labels.length - 3}` : labels.join(', ')
  return isExcluded ? t('list.filter.not', { values: list }) : list
}

/** Several values, which only an address has, are shown as they are. */
export function numbersText(value: string, isAmount = false): string {
  const condition = parseNumbers(value)
  if (!condition) return value
  const shown = (text: string) =>
    Number.isNaN(Number(text)) || text === ''
      ? text
      : isAmount
        ? formatAmount(Number(text))
        : formatNumber(Number(text))
  const { operator, from, to } = condition
  return t(`list.filter.number_text.${operator}`, { from: shown(from), to: shown(to) })
}

/** As a component, where the number of filters varies. */
const FilterText = ({ filter, value }: { filter: Filter; value: string }) => (
  <>
    {filter.label} {useValueText(filter, value)}
  </>
)

export const AnyOfText = ({ all, value }: { all: Filter[]; value: string | undefined }) => {
  const alternatives = parseAlternatives(value)
  if (alternatives.length === 0) return '…'
  return alternatives.map((filters, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no other identity
    <Fragment key={place}>
      {place > 0 && <span className="text-muted"> {t('list.filter.or')} </span>}
      {Object.entries(filters).map(([name, one], i) => {
        const filter = all.find((known) => known.name === name)
        return (
          <Fragment key={name}>
            {i > 0 && <span className="text-muted"> {t('list.filter.and')} </span>}
            {filter ? <FilterText filter={filter} value={one} /> : `${name} ${one}`}
          </Fragment>
        )
      })}
    </Fragment>
  ))
}
