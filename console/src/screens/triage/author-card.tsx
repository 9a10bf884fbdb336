// Who made the suggestion and what they pay.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { earlierCountQuery, type Item } from '../../api/triage.ts'
import { formatAmount, t } from '../../core/i18n.ts'

export function AuthorCard({ suggestion, author, account }: Item) {
  const { data: earlier } = useQuery(earlierCountQuery(suggestion))
  if (!author) return <p className="text-sm text-muted">{t('triage.no_author')}</p>
  const name = author.name || author.email_address
  return (
    <div className="flex items-start gap-3 rounded border border-border bg-sunken px-3 py-2">
      <img
        src={`/avatars/${author.id}`}
        alt=""
        width={32}
        height={32}
        className="size-8 shrink-0 rounded-full bg-hover"
      />
      <dl className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1 text-sm">
        <div className="min-w-0">
          <dt className="sr-only">{t('triage.author')}</dt>
          <dd className="truncate font-medium" dir="auto">
            {name}
          </dd>
          <dd className="truncate text-xs text-muted">{author.email_address}</dd>
        </div>
        {account && <Fact label={t('triage.account')} value={account.name ?? String(account.id)} />}
        {account?.plan && <Fact label={t('triage.plan')} value={account.plan} />}
        {account?.mrr != null && <Fact label={t('triage.mrr')} value={formatAmount(account.mrr)} />}
        {earlier !== undefined && (
          <div>
            <dt className="text-xs text-muted">{t('triage.earlier')}</dt>
            <dd>
              {earlier === 0 ? (
                t('triage.earlier_none')
              ) : (
                <Link
                  to="/suggestions"
                  search={{ creator: String(author.id) }}
                  className="text-accent hover:underline"
                >
                  {t('triage.earlier_count', { count: earlier })}
                </Link>
              )}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="truncate tabular-nums" dir="auto">
      {value}
    </dd>
  </div>
)
