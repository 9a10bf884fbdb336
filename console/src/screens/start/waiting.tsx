// What only this person can do: triage, their own suggestions, and where somebody mentioned them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AtSign, Inbox } from 'lucide-react'
import { newCountQuery, useNewCount } from '../../api/new-suggestions.ts'
import { useHasRole } from '../../api/session.ts'
import { type Mention, mentionsQuery, ownSuggestionsQuery } from '../../api/start.ts'
import { NothingHere } from '../../components/record/record-list.tsx'
import { RichText } from '../../components/record/rich-text.tsx'
import { Section } from '../../components/record/section.tsx'
import { ErrorState, SkeletonLines } from '../../components/states.tsx'
import { formatAge, formatTime, t } from '../../core/i18n.ts'
import { SuggestionLinks } from './suggestion-links.tsx'

export function Waiting({ user }: { user: number }) {
  const canTriage = useHasRole('admin')
  const waiting = useNewCount()
  const queries = [
    useQuery(newCountQuery()),
    useQuery(ownSuggestionsQuery(user)),
    useQuery(mentionsQuery('notes', user)),
    useQuery(mentionsQuery('comments', user)),
  ] as const
  const [, { data: own }, { data: inNotes }, { data: inComments }] = queries
  const mentions = inNotes && inComments && latestOf(inNotes, inComments)
  const failed = queries.find(({ data, error }) => error && data === undefined)
  const isLoading = waiting === undefined || !own || !mentions
  const isEmpty =
    !isLoading && (!canTriage || waiting === 0) && own.count === 0 && mentions.count === 0
  return (
    <Section title={t('start.waiting')}>
      {failed ? (
        <ErrorState
          error={failed.error}
          onRetry={() => queries.forEach(({ refetch }) => void refetch())}
        />
      ) : (
        isLoading && <SkeletonLines lines={5} />
      )}
      {isEmpty && <NothingHere>{t('start.nothing_waits')}</NothingHere>}
      {canTriage && waiting !== undefined && waiting > 0 && (
        <Link
          to="/triage"
          className="flex items-center gap-2 rounded border border-border px-3 py-2 hover:bg-hover"
        >
          <Inbox size={16} aria-hidden className="text-muted" />
          <span className="flex-1 font-medium">{t('start.triage', { count: waiting })}</span>
          <span className="text-sm text-accent">{t('start.begin')}</span>
        </Link>
      )}
      {own && own.count > 0 && (
        <div className="mt-4">
          <h3 className="text-sm text-muted">{t('start.own', { count: own.count })}</h3>
          <SuggestionLinks label={t('start.own', { count: own.count })} {...own} />
          {own.count > own.suggestions.length && (
            <Link
              to="/suggestions"
              search={{ state: 'open', owner: String(user) }}
              className="mt-2 inline-block text-sm text-accent hover:underline"
            >
              {t('start.show_all', { count: own.count })}
            </Link>
          )}
        </div>
      )}
      {mentions && mentions.count > 0 && (
        <div className="mt-4">
          <h3 className="text-sm text-muted">{t('start.mentions')}</h3>
          <ul aria-label={t('start.mentions')} className="divide-y divide-border">
            {mentions.mentions.map((mention) => (
              <MentionItem key={`${mention.collection} ${mention.text.id}`} {...mention} />
            ))}
          </ul>
          {mentions.count > mentions.mentions.length && (
            <Link
              to="/suggestions"
              search={{ mention: String(user) }}
              className="text-sm text-accent hover:underline"
            >
              {t('start.all_mentions', { count: mentions.count })}
            </Link>
          )}
        </div>
      )}
    </Section>
  )
}

const SHOWN_MENTIONS = 5

type Mentions = { mentions: Mention[]; count: number }

const latestOf = (one: Mentions, other: Mentions): Mentions => ({
  mentions: [...one.mentions, ...other.mentions]
    .sort((a, b) => b.text.created_at.localeCompare(a.text.created_at))
    .slice(0, SHOWN_MENTIONS),
  count: one.count + other.count,
})

const MentionItem = ({ collection, text, suggestionId, suggestion, author }: Mention) => (
  <li className="flex gap-2 py-2">
    <AtSign size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
    <div className="min-w-0 flex-1">
      <Link
        to="/suggestions/$id"
        params={{ id: String(suggestionId) }}
        search={{ tab: collection }}
        dir="auto"
        className="block truncate font-medium hover:underline"
      >
        {suggestion?.title}
      </Link>
      <div className="line-clamp-2 text-sm">
        <RichText text={text.body} mimeType={text.body_mime_type} />
      </div>
      <p className="truncate text-xs text-muted">
        {author && <span dir="auto">{author.name || author.email_address} · </span>}
        <time dateTime={text.created_at} title={formatTime(text.created_at)}>
          {formatAge(text.created_at)}
        </time>
      </p>
    </div>
  </li>
)
