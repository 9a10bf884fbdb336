// Who matches the rules that are being edited: how many, and some of them.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Conditions, matchesQuery } from '../../api/segments.ts'
import { Section } from '../../components/record/section.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { useDebounced } from '../../core/use-debounced.ts'
import { emptyGroupsOf, type Group, problemOf, rulesOf, toExpression } from './rules.ts'

const DEBOUNCE_MS = 350
/** The service takes 16 kB of query string. */
const MAX_QUERY = 12_000

export function Matches({
  conditions,
  rules,
  segment,
}: {
  conditions: Conditions
  rules: Group
  /** The segment that has these rules, where they are saved. */
  segment: number | undefined
}) {
  const open = rulesOf(rules).filter((rule) => problemOf(conditions, rule) !== undefined).length
  const incomplete = open + emptyGroupsOf(rules)
  const text = JSON.stringify(toExpression(rules))
  const isLong = encodeURIComponent(text).length > MAX_QUERY
  return (
    <Section title={t('segments.matches')}>
      {incomplete > 0 ? (
        <p role="status" className="text-sm text-muted">
          {t('segments.incomplete', { count: incomplete })}
        </p>
      ) : isLong ? (
        <p role="status" className="text-sm text-muted">
          {t('segments.too_long')}
        </p>
      ) : (
        <Sample expression={text} />
      )}
      {segment !== undefined && (
        <p className="flex flex-wrap gap-x-4 pt-3 text-sm">
          <Link
            to="/users"
            search={{ segment: String(segment) }}
            className="text-accent hover:underline"
          >
            {t('segments.show_users')}
          </Link>
          <Link
            to="/accounts"
            search={{ segment: String(segment) }}
            className="text-accent hover:underline"
          >
            {t('segments.show_accounts')}
          </Link>
        </p>
      )}
    </Section>
  )
}

function Sample({ expression }: { expression: string }) {
  const settled = useDebounced(expression, DEBOUNCE_MS)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...matchesQuery(settled),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={4} />
  const isOld = isPlaceholderData || settled !== expression
  return (
    <div aria-busy={isOld} className={isOld ? 'opacity-60' : ''}>
      <p role="status" className="text-xl font-semibold tabular-nums">
        {t('segments.people', { count: data.total, shown: formatNumber(data.total) })}
      </p>
      {data.users.length === 0 ? (
        <p className="pt-1 text-sm text-muted">{t('segments.nobody')}</p>
      ) : (
        <>
          <p className="pt-3 pb-1 text-xs text-muted">{t('segments.sample')}</p>
          <ul aria-label={t('segments.sample')} className="divide-y divide-border">
            {data.users.map(({ id, name, email_address }) => (
              <li key={id} className="min-w-0 py-1.5 text-sm">
                <span dir="auto" className="block truncate">
                  {name}
                </span>
                <span className="block truncate text-xs text-muted">{email_address}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
