// Suggestions with a similar title. A digit picks one, which opens it.
import type { Suggestion } from '@earshot/client'
import { ChevronDown, ChevronRight, Combine } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import { useForumsById, useStatusesById } from '../../api/options.ts'
import { Button } from '../../components/button.tsx'
import { Swatch } from '../../components/fields.tsx'
import { PlainText } from '../../components/record/plain-text.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatAge, formatList, formatNumber, t } from '../../core/i18n.ts'
import { compareTitles, sharedWords } from './similarity.ts'

export type SimilarListProps = {
  suggestion: Suggestion
  /** Undefined while they load. */
  similar: Suggestion[] | undefined
  error: Error | null
  onRetry: () => void
  picked: number | undefined
  onPick: (id: number | undefined) => void
  onMerge: (target: number) => void
  canMerge: boolean
}

export function SimilarList({ suggestion, similar, error, onRetry, ...list }: SimilarListProps) {
  const { picked, onPick, onMerge, canMerge } = list
  return (
    <section aria-labelledby="similar" className="p-4">
      <h3 id="similar" className="mb-2 flex items-center gap-2 text-sm font-semibold">
        {t('triage.similar')}
        {similar && similar.length > 0 && (
          <span className="text-muted">{formatNumber(similar.length)}</span>
        )}
      </h3>
      {error && !similar ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : !similar ? (
        <SkeletonLines lines={5} />
      ) : similar.length === 0 ? (
        <p className="text-sm text-muted">{t('triage.similar_none')}</p>
      ) : (
        <ol className="space-y-1">
          {similar.map((one, index) => (
            <SimilarItem
              key={one.id}
              digit={index + 1}
              similar={one}
              title={suggestion.title}
              isPicked={one.id === picked}
              onToggle={() => onPick(one.id === picked ? undefined : one.id)}
              onMerge={canMerge ? () => onMerge(one.id) : undefined}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

type SimilarItemProps = {
  digit: number
  similar: Suggestion
  title: string
  isPicked: boolean
  onToggle: () => void
  onMerge: (() => void) | undefined
}

function SimilarItem({ digit, similar, title, isPicked, onToggle, onMerge }: SimilarItemProps) {
  const forum = useForumsById().get(similar.links.forum)
  const parts = compareTitles(similar.title, title)
  const words = sharedWords(parts)
  const Chevron = isPicked ? ChevronDown : ChevronRight
  return (
    <li className={`rounded border ${isPicked ? 'border-accent bg-selected' : 'border-border'}`}>
      <AriaButton
        aria-expanded={isPicked}
        onPress={onToggle}
        className="flex w-full cursor-default items-start gap-2 rounded px-2 py-1.5 text-start hover:bg-hover"
      >
        <kbd aria-hidden className="mt-0.5 shrink-0 max-md:hidden">
          {digit}
        </kbd>
        <span className="min-w-0 flex-1">
          <span className="block text-sm break-words" dir="auto">
            {parts.map(({ text, isShared }, index) =>
              isShared ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title have no identity
                <mark key={index} className="bg-transparent font-semibold text-text">
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </span>
          <SimilarFacts similar={similar} />
        </span>
        <Chevron size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      </AriaButton>
      {isPicked && (
        <div className="space-y-2 border-t border-border px-3 py-2 text-sm">
          <p className="text-xs text-muted">
            {words.length > 0
              ? t('triage.why.words', { words: formatList(words) })
              : t('triage.why.spelling')}
          </p>
          <p className="break-words whitespace-pre-wrap" dir="auto">
            {similar.body ? (
              <PlainText text={similar.body} mimeType={similar.body_mime_type} />
            ) : (
              <span className="text-muted">{t('triage.no_body')}</span>
            )}
          </p>
          <p className="text-xs text-muted">
            {[forum?.name, formatAge(similar.created_at), `#${similar.id}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {onMerge && (
            <Button icon={Combine} keys="Enter" onPress={onMerge}>
              {t('triage.merge_into')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function SimilarFacts({ similar }: { similar: Suggestion }) {
  const { state, votes_count, supporters_count, links } = similar
  const status = useStatusesById().get(links.status ?? 0)
  return (
    <span className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-muted">
      <span className="flex items-center gap-1.5">
        <Swatch color={status?.hex_color} />
        {status?.name ?? t(state === 'new' ? 'triage.state.new' : 'triage.no_status')}
      </span>
      <span className="tabular-nums">{t('triage.votes', { count: votes_count })}</span>
      <span className="tabular-nums">{t('triage.supporters', { count: supporters_count })}</span>
    </span>
  )
}
