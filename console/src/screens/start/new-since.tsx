import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { newCountsQuery, newSuggestionsQuery, PRESENT } from '../../api/start.ts'
import { NothingHere } from '../../components/record/record-list.tsx'
import { Section } from '../../components/record/section.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatList, t } from '../../core/i18n.ts'
import { SuggestionLinks } from './suggestion-links.tsx'

export function NewSince({ since }: { since: string }) {
  const { data, error, refetch } = useQuery(newSuggestionsQuery(since))
  const { data: counts } = useQuery(newCountsQuery(since))
  const others = counts
    ? [
        counts.comments > 0 && t('start.comments', { count: counts.comments }),
        counts.votes > 0 && t('start.votes', { count: counts.votes }),
        counts.feedback > 0 && t('start.feedback', { count: counts.feedback }),
      ].filter((one) => one !== false)
    : []
  return (
    <Section title={t('start.new')} count={data?.count}>
      {!data &&
        (error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={5} />
        ))}
      {data?.count === 0 && <NothingHere>{t('start.nothing_new')}</NothingHere>}
      {data && data.count > 0 && (
        <>
          <SuggestionLinks label={t('start.new')} {...data} />
          {data.count > data.suggestions.length && (
            <Link
              to="/suggestions"
              search={{ state: PRESENT, created_after: since, sort: '-created_at' }}
              className="mt-2 inline-block text-sm text-accent hover:underline"
            >
              {t('start.show_all', { count: data.count })}
            </Link>
          )}
        </>
      )}
      {others.length > 0 && (
        <p className="mt-3 text-sm text-muted">{t('start.also', { list: formatList(others) })}</p>
      )}
    </Section>
  )
}
