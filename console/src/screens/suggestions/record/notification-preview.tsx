// Who would be notified: how many, and the names of the first.
import { useQuery } from '@tanstack/react-query'
import { notificationPreviewQuery } from '../../../api/suggestions.ts'
import { nameOf } from '../../../components/person.tsx'
import { ErrorState, SkeletonLines } from '../../../components/states.tsx'
import { formatNumber, t } from '../../../core/i18n.ts'
import { useRecord } from './context.ts'

export function NotificationPreview() {
  const { id } = useRecord()
  const { data, error, refetch } = useQuery(notificationPreviewQuery(id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={2} />
  const more = data.count - data.users.length
  return (
    <p className="rounded border border-border bg-sunken p-3 text-sm text-muted [overflow-wrap:anywhere]">
      {t('record.notify_preview', { names: data.users.map(nameOf).join(', ') })}
      {more > 0 && ` ${t('record.notify_more', { count: more, shown: formatNumber(more) })}`}
    </p>
  )
}
