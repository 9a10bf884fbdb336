// What the merge would move, what stays, and the counts after it.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { previewQuery } from '../../api/merges.ts'
import { refusalText } from '../../api/suggestion-actions.ts'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatAmount, formatNumber, t } from '../../core/i18n.ts'

export function MergePreview({ sources, target }: { sources: number[]; target: number }) {
  const { data, error, refetch } = useQuery(previewQuery(target, sources))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  const { moves, stays, after, errors } = data
  const moving = [
    t('merge.moves.supporters', { count: moves.supporters }),
    t('merge.moves.comments', { count: moves.comments }),
    t('merge.moves.feedback', { count: moves.feedback_records }),
  ]
  return (
    <div className="space-y-2 text-sm" role="status">
      <p>
        <span className="text-muted">{t('merge.moves')}</span> {moving.join(' · ')}
      </p>
      {moves.duplicate_supporters > 0 && (
        <p className="text-muted">{t('merge.duplicates', { count: moves.duplicate_supporters })}</p>
      )}
      {stays.notes + stays.attachments > 0 && (
        <p className="text-muted">
          {t('merge.stays', { notes: stays.notes, attachments: stays.attachments })}
        </p>
      )}
      <div className="rounded bg-sunken px-3 py-2">
        <h3 className="text-xs text-muted">{t('merge.after')}</h3>
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <Figure label={t('merge.supporters')} value={formatNumber(after.supporters_count)} />
          <Figure label={t('merge.votes')} value={formatNumber(after.votes_count)} />
          <Figure label={t('merge.comments')} value={formatNumber(after.comments_count)} />
          <Figure
            label={t('merge.accounts')}
            value={formatNumber(after.supporting_accounts_count)}
          />
          <Figure label={t('triage.mrr')} value={formatAmount(after.supporter_revenue)} />
        </dl>
      </div>
      {errors.map(({ id, reason }) => (
        <p key={id} className="flex items-center gap-2 text-danger">
          <CircleAlert size={16} aria-hidden className="shrink-0" />
          {t('merge.refused', { id, reason: refusalText(reason) })}
        </p>
      ))}
    </div>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="flex gap-2">
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium tabular-nums">{value}</dd>
  </div>
)
