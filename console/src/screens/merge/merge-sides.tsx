// The suggestions that are merged and the one that stays, beside each other.
import type { Suggestion } from '@earshot/client'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { MAX_SHOWN, sidesQuery } from '../../api/merges.ts'
import { useForumsById, useStatusesById } from '../../api/options.ts'
import { Button } from '../../components/button.tsx'
import { Swatch } from '../../components/fields.tsx'
import { PlainText } from '../../components/record/plain-text.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatDate, formatNumber, t } from '../../core/i18n.ts'

export type MergeSidesProps = {
  sources: number[]
  target: number
  /** Absent when several are merged. */
  onSwap: (() => void) | undefined
  onChangeTarget: () => void
}

export const MergeSides = ({ sources, target, onSwap, onChangeTarget }: MergeSidesProps) => (
  <div className="grid gap-4 md:grid-cols-2">
    <Side title={t('merge.sources', { count: sources.length })} ids={sources}>
      {onSwap && (
        <Button look="quiet" icon={ArrowLeftRight} onPress={onSwap}>
          {t('merge.swap')}
        </Button>
      )}
    </Side>
    <Side title={t('merge.target')} ids={[target]}>
      <Button look="quiet" onPress={onChangeTarget}>
        {t('merge.change_target')}
      </Button>
    </Side>
  </div>
)

function Side({
  title,
  ids,
  children,
}: {
  title: string
  ids: number[]
  children?: React.ReactNode
}) {
  const { data, error, refetch } = useQuery(sidesQuery(ids))
  return (
    <section className="min-w-0">
      <div className="mb-1 flex h-8 items-center gap-2">
        <h3 className="flex-1 text-sm font-semibold">{title}</h3>
        {children}
      </div>
      <div className="space-y-2">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          (data?.map((suggestion) => (
            <Card key={suggestion.id} suggestion={suggestion} isCompact={ids.length > 1} />
          )) ?? <SkeletonLines lines={5} />)
        )}
        {ids.length > MAX_SHOWN && (
          <p className="text-sm text-muted">{t('merge.more', { count: ids.length - MAX_SHOWN })}</p>
        )}
      </div>
    </section>
  )
}

function Card({ suggestion, isCompact }: { suggestion: Suggestion; isCompact: boolean }) {
  const status = useStatusesById().get(suggestion.links.status ?? 0)
  const forum = useForumsById().get(suggestion.links.forum)
  return (
    <div className="rounded border border-border p-3">
      <p className="font-medium break-words" dir="auto">
        {suggestion.title}
      </p>
      {!isCompact && (
        <p
          className="mt-1 line-clamp-6 text-sm break-words whitespace-pre-wrap text-muted"
          dir="auto"
        >
          {suggestion.body ? (
            <PlainText text={suggestion.body} mimeType={suggestion.body_mime_type} />
          ) : (
            t('triage.no_body')
          )}
        </p>
      )}
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
        <dt className="text-muted">{t('triage.status')}</dt>
        <dd className="flex items-center gap-1.5">
          <Swatch color={status?.hex_color} />
          {status?.name ?? t('triage.no_status')}
        </dd>
        {!isCompact && (
          <>
            <dt className="text-muted">{t('triage.forum')}</dt>
            <dd className="break-words" dir="auto">
              {forum?.name}
            </dd>
          </>
        )}
        <dt className="text-muted">{t('merge.supporters')}</dt>
        <dd className="tabular-nums">{formatNumber(suggestion.supporters_count)}</dd>
        {!isCompact && (
          <>
            <dt className="text-muted">{t('merge.votes')}</dt>
            <dd className="tabular-nums">{formatNumber(suggestion.votes_count)}</dd>
            <dt className="text-muted">{t('merge.created')}</dt>
            <dd>{formatDate(suggestion.created_at)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
