// Whose figures the list shows: with a filter by supporters, the columns of support count these supporters alone.
import { useQuery } from '@tanstack/react-query'
import { segmentsQuery } from '../../../api/options.ts'
import { parseChoices } from '../../../components/list/filters/value.ts'
import { numbersText } from '../../../components/list/filters/value-text.tsx'
import { useNamedOptions } from '../../../components/named-records.ts'
import { formatList, t } from '../../../core/i18n.ts'
import type { Filters } from '../../../core/list-search.ts'
import { hasFilteredSupporters, isSelecting } from '../search.ts'

/** The filtered supporters in a few words; undefined when the list counts all. */
export function useFilteredSupporters(filters: Filters): string | undefined {
  const segments = useQuery(segmentsQuery).data ?? []
  const ids = (name: string) => (isSelecting(filters, name) ? parseChoices(filters[name]).ids : [])
  const accounts = ids('external_account')
  const named = useNamedOptions(accounts.length === 0 ? undefined : 'external_accounts', accounts)
  if (!hasFilteredSupporters(filters)) return undefined
  const { 'external_accounts.mrr': mrr, 'external_accounts.ltv': ltv } = filters
  const plan = filters['external_accounts.plan']
  return formatList([
    ...ids('segment').map((id) => segments.find((one) => String(one.id) === id)?.name ?? `#${id}`),
    ...accounts.map((id) => named.find((one) => one.id === id)?.label ?? `#${id}`),
    ...(mrr ? [t('suggestions.scope.mrr', { amount: numbersText(mrr, true) })] : []),
    ...(ltv ? [t('suggestions.scope.ltv', { amount: numbersText(ltv, true) })] : []),
    ...(plan && isSelecting(filters, 'external_accounts.plan')
      ? [t('suggestions.scope.plan', { plan })]
      : []),
  ])
}
