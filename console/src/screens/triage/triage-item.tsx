// One suggestion to read and judge.
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCategoriesById, useForumsById, useStatusesById } from '../../api/options.ts'
import type { Item } from '../../api/triage.ts'
import { Swatch } from '../../components/fields.tsx'
import { RichText } from '../../components/record/rich-text.tsx'
import { formatAge, formatMonthly, formatTime, t } from '../../core/i18n.ts'
import { AuthorCard } from './author-card.tsx'
import { ItemNotices } from './item-notices.tsx'
import { LabelBar } from './label-bar.tsx'
import type { Triage } from './use-triage.ts'
import type { Question } from './verbs.ts'

export function TriageItem({
  item,
  triage,
  onAsk,
}: {
  item: Item
  triage: Triage
  onAsk: (question: Question) => void
}) {
  const { suggestion, values } = item
  return (
    <article aria-labelledby="suggestion-title" className="max-w-[760px] space-y-4 p-4 md:p-6">
      <ItemNotices item={item} triage={triage} />
      <div>
        <Facts item={item} />
        <Title id={suggestion.id} title={suggestion.title} />
      </div>
      <AuthorCard {...item} />
      <div className="text-lg leading-relaxed">
        {suggestion.body ? (
          <RichText text={suggestion.body} mimeType={suggestion.body_mime_type} />
        ) : (
          <p className="text-muted">{t('triage.no_body')}</p>
        )}
      </div>
      <Placement item={item} />
      <LabelBar
        labels={values.labels}
        onToggle={(label) => triage.toggleLabel(item, label)}
        onMore={() => onAsk('label')}
      />
    </article>
  )
}

/** A screen reader goes on reading at the new suggestion, unless a button has the focus. */
function Title({ id, title }: { id: number; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another suggestion, not another title
  useEffect(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) heading.current?.focus()
  }, [id])
  return (
    <h2
      id="suggestion-title"
      ref={heading}
      tabIndex={-1}
      className="text-xl leading-snug font-semibold break-words outline-none"
      dir="auto"
    >
      {title}
    </h2>
  )
}

function Facts({ item: { suggestion } }: { item: Item }) {
  const forum = useForumsById().get(suggestion.links.forum)
  return (
    <p className="mb-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>{forum?.name}</span>
      <span aria-hidden>·</span>
      <time dateTime={suggestion.created_at} title={formatTime(suggestion.created_at)}>
        {formatAge(suggestion.created_at)}
      </time>
      <span aria-hidden>·</span>
      <span className="tabular-nums">
        {t('triage.supporters', { count: suggestion.supporters_count })}
      </span>
      {suggestion.supporter_revenue > 0 && (
        <>
          <span aria-hidden>·</span>
          <span className="tabular-nums">{formatMonthly(suggestion.supporter_revenue)}</span>
        </>
      )}
      <span aria-hidden>·</span>
      <Link
        to="/suggestions/$id"
        params={{ id: String(suggestion.id) }}
        className="inline-flex items-center gap-1 text-accent hover:underline"
      >
        #{suggestion.id} <ExternalLink size={12} aria-hidden />
      </Link>
    </p>
  )
}

/** Names are loaded on their own. */
const Name = ({ text }: { text: string | undefined }) =>
  text ?? <span className="skeleton inline-block! w-20" />

function Placement({ item: { values } }: { item: Item }) {
  const status = useStatusesById().get(values.status ?? 0)
  const category = useCategoriesById().get(values.category ?? 0)
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-border pt-3 text-sm">
      <div className="flex gap-2">
        <dt className="text-muted">{t('triage.category')}</dt>
        <dd dir="auto">
          {values.category === null ? t('triage.no_category') : <Name text={category?.name} />}
        </dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-muted">{t('triage.status')}</dt>
        <dd className="flex items-center gap-1.5">
          <Swatch color={status?.hex_color} />
          {values.status === null ? t('triage.no_status') : <Name text={status?.name} />}
        </dd>
      </div>
    </dl>
  )
}
