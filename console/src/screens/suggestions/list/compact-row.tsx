import { t } from '../../../core/i18n.ts'
import { StateCell, StatusCell } from './cells.tsx'
import type { Names } from './names.ts'
import type { SuggestionRow } from './row.ts'

/** A suggestion in two lines, for narrow screens. */
export const CompactRow = ({ row, names }: { row: SuggestionRow; names: Names }) => {
  const status = names.statuses.get(row.links.status ?? 0)
  return (
    <>
      <span dir="auto" className="block truncate">
        {row.title}
      </span>
      <span className="flex gap-3 text-xs font-normal text-muted">
        {status ? <StatusCell status={status} /> : <StateCell state={row.state} />}
        <span className="tabular-nums">
          {t('suggestions.votes', { count: row.votes_count ?? 0 })}
        </span>
      </span>
    </>
  )
}
