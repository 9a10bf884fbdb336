// An announcement as people will see it, while it is written.
import { useQuery } from '@tanstack/react-query'
import type { Content } from '../../api/announcements.ts'
import { pictureQuery } from '../../api/pictures.ts'
import { MARKDOWN } from '../../api/suggestion-writes.ts'
import { useNamedOptions } from '../../components/named-records.ts'
import { RichText } from '../../components/record/rich-text.tsx'
import { formatDate, t } from '../../core/i18n.ts'
import { TypeBadge } from './state.tsx'

export function Preview({ content, date }: { content: Content; date: string | null }) {
  const { title, body, types, picture, picture_alt, suggestions } = content
  const { data: file } = useQuery(pictureQuery(picture))
  const named = useNamedOptions('suggestions', suggestions.map(String))
  return (
    <article className="space-y-3 rounded border border-border bg-surface p-4">
      {picture !== null && file && (
        <img
          src={file.url}
          alt={picture_alt}
          className="max-h-80 w-full rounded border border-border object-contain"
        />
      )}
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {types.map((type) => (
          <TypeBadge key={type} type={type} />
        ))}
        <time dateTime={date ?? undefined}>
          {date === null ? t('announcements.today') : formatDate(date)}
        </time>
      </div>
      <h3 dir="auto" className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
        {title.trim() || <span className="text-muted">{t('announcements.no_title')}</span>}
      </h3>
      {body.trim() !== '' && <RichText text={body} mimeType={MARKDOWN} />}
      {suggestions.length > 0 && (
        <ul
          aria-label={t('announcements.about')}
          className="space-y-1 border-t border-border pt-3 text-sm"
        >
          {named
            .filter(({ id }) => suggestions.includes(Number(id)))
            .map(({ id, label }) => (
              <li key={id} dir="auto" className="[overflow-wrap:anywhere]">
                {label}
              </li>
            ))}
        </ul>
      )}
    </article>
  )
}
