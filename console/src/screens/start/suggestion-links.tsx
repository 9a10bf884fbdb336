import type { Suggestion, User } from '@earshot/client'
import { Link } from '@tanstack/react-router'
import { formatAge, formatTime, t } from '../../core/i18n.ts'

/** The first suggestions of a list, each with its author, its age and its supporters. */
export const SuggestionLinks = ({
  label,
  suggestions,
  users,
}: {
  label: string
  suggestions: Suggestion[]
  users: User[]
}) => (
  <ul aria-label={label} className="divide-y divide-border">
    {suggestions.map(({ id, title, created_at, supporters_count, links }) => {
      const author = users.find((user) => user.id === links.created_by)
      return (
        <li key={id} className="py-2">
          <Link
            to="/suggestions/$id"
            params={{ id: String(id) }}
            dir="auto"
            className="block truncate font-medium hover:underline"
          >
            {title}
          </Link>
          <p className="truncate text-xs text-muted">
            {author && <span dir="auto">{author.name || author.email_address} · </span>}
            <time dateTime={created_at} title={formatTime(created_at)}>
              {formatAge(created_at)}
            </time>
            {' · '}
            {t('start.supporters', { count: supporters_count })}
          </p>
        </li>
      )
    })}
  </ul>
)
