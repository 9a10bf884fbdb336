// What there is to triage, with how much of each.
import { Link, useSearch } from '@tanstack/react-router'
import { useNewCount, useOtherCount } from '../../api/new-suggestions.ts'
import { formatNumber, type MessageId, t } from '../../core/i18n.ts'

export function Queues() {
  const suggestions = useNewCount()
  const others = useOtherCount()
  return (
    <ul aria-label={t('triage.queues')} className="flex flex-wrap gap-1 text-sm">
      <li>
        <QueueLink label="triage.queue.suggestions" count={suggestions} />
      </li>
      <li>
        <QueueLink label="triage.queue.others" count={others} show="others" />
      </li>
    </ul>
  )
}

type QueueLinkProps = { label: MessageId; count: number | undefined; show?: 'others' }

function QueueLink({ label, count, show }: QueueLinkProps) {
  const isShown = useSearch({ from: '/triage' }).show === show
  return (
    <Link
      to="/triage"
      search={show ? { show } : {}}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={isShown ? 'page' : undefined}
      className={`flex h-7 items-center gap-1.5 rounded px-2 hover:bg-hover hover:text-text max-md:h-11 ${isShown ? 'bg-hover font-medium text-text' : 'text-muted'}`}
    >
      {t(label)}
      {count !== undefined && count > 0 && (
        <span className="text-xs tabular-nums">{formatNumber(count)}</span>
      )}
    </Link>
  )
}
