import { formatNumber, type MessageId, t } from '../../../core/i18n.ts'

type Line = [text: MessageId, count: number]

/** Nothing is listed that the person does not have. */
export const Consequences = ({ title, lines }: { title: string; lines: Line[] }) => {
  const shown = lines.filter(([, count]) => count > 0)
  return (
    <section aria-label={title} className="rounded border border-border px-3 py-2 text-sm">
      <h3 className="mb-1 font-medium">{title}</h3>
      {shown.length === 0 ? (
        <p className="text-muted">{t('people.erase.nothing')}</p>
      ) : (
        <ul className="space-y-0.5">
          {shown.map(([text, count]) => (
            <li key={text}>{t(text, { count, shown: formatNumber(count) })}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
