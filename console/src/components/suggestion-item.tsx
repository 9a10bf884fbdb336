// A suggestion in a list of another record.
import type { Suggestion } from '@earshot/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatAmount, formatNumber, t } from '../core/i18n.ts'
import { StateBadge } from './state-badge.tsx'

type Short = Pick<Suggestion, 'id' | 'title' | 'state' | 'supporters_count' | 'supporter_revenue'>

export const SuggestionItem = ({
  suggestion,
  children,
}: {
  suggestion: Short
  /** Actions at the end. */
  children?: ReactNode
}) => (
  <div className="flex min-h-9 items-center gap-2 py-1 text-sm">
    <SuggestionLink {...suggestion} />
    {suggestion.state !== 'approved' && suggestion.state !== 'published' && (
      <StateBadge state={suggestion.state} />
    )}
    <span className="shrink-0 text-xs text-muted tabular-nums">
      {t('record.supporters_and_mrr', {
        count: suggestion.supporters_count,
        shown: formatNumber(suggestion.supporters_count),
        mrr: formatAmount(suggestion.supporter_revenue),
      })}
    </span>
    {children}
  </div>
)

export const SuggestionLink = ({ id, title }: Pick<Suggestion, 'id' | 'title'>) => (
  <Link
    to="/suggestions/$id"
    params={{ id: String(id) }}
    dir="auto"
    className="min-w-0 flex-1 [overflow-wrap:anywhere] hover:underline"
  >
    {title}
  </Link>
)
