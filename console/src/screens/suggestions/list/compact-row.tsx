import { formatAmount, t } from '../../../core/i18n.ts'
import { StateCell, StatusCell } from './cells.tsx'
import type { Names } from './names.ts'
import type { SuggestionRow } from './row.ts'

/** A suggestion in two lines, for narrow screens. */
export const CompactRow = ({ row, names }: { row: SuggestionRow; names: Names }) => {
  const revenue = Number(row.filtered_supporter_revenue ?? row.supporter_revenue ?? 0)
  const status = names.statuses.get(row.links.status ?? 0)
  return (
    <>
      <span dir="auto" className="block truncate">
        {row.title}
      </span>
      <span className="flex gap-3 text-xs font-normal text-muted">
        {status ? <StatusCell status={status} /> : <StateCell state={row.state} />}
        <span className="shrink-0 tabular-nums">
          {t('suggestions.votes', { count: row.votes_count ?? 0 })}
        </span>
        {revenue > 0 && (
          <span className="min-w-0 truncate tabular-nums">
            {t('suggestions.per_month', { amount: formatAmount(revenue) })}
          </span>
        )}
      </span>
    </>
  )
}
