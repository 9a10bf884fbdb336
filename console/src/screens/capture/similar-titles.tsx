// While a title is typed: suggestions that ask for the same, each with a vote instead of a duplicate.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ThumbsUp } from 'lucide-react'
import { useForumsById } from '../../api/options.ts'
import { MAX_TITLE, similarTitlesQuery } from '../../api/suggestions.ts'
import { Button } from '../../components/button.tsx'
import type { Labelled } from '../../components/capture.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { useDebounced } from '../../core/use-debounced.ts'

const DEBOUNCE_MS = 300

export function SimilarTitles({
  title,
  onVote,
}: {
  title: string
  onVote: (suggestion: Labelled) => void
}) {
  const typed = [...title.trim()].slice(0, MAX_TITLE).join('')
  const settled = useDebounced(typed, DEBOUNCE_MS)
  const { data, isError } = useQuery({
    ...similarTitlesQuery(settled),
    placeholderData: keepPreviousData,
  })
  const forums = useForumsById()
  const similar = typed.length > 2 ? (data ?? []) : []
  return (
    <section aria-labelledby="similar-titles" className="min-w-0 text-sm">
      <h3 id="similar-titles" className="mb-1 font-medium">
        {t('record.similar')}
      </h3>
      <p role="status" className="text-muted">
        {typed.length <= 2
          ? t('capture.similar_hint')
          : isError
            ? t('capture.similar_failed')
            : similar.length === 0
              ? t('capture.similar_none')
              : t('capture.similar_found', { count: similar.length })}
      </p>
      <ul aria-labelledby="similar-titles" className="mt-1 divide-y divide-border">
        {similar.map(({ id, title: text, state, supporters_count, links }) => (
          <li key={id} className="space-y-1 py-2">
            <a
              href={`/admin/suggestions/${id}`}
              target="_blank"
              rel="noreferrer"
              dir="auto"
              className="block [overflow-wrap:anywhere] hover:underline"
            >
              {text}
            </a>
            <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
              {state !== 'approved' && state !== 'published' && <StateBadge state={state} />}
              <span className="tabular-nums">
                {t('capture.supporters', {
                  count: supporters_count,
                  shown: formatNumber(supporters_count),
                })}
              </span>
              <span dir="auto" className="min-w-0 truncate">
                {forums.get(links.forum)?.name}
              </span>
              <span className="flex-1" />
              <Button
                icon={ThumbsUp}
                aria-label={t('capture.vote_instead_for', { title: text })}
                onPress={() => onVote({ id, label: text })}
              >
                {t('capture.vote_instead')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
