// Who else has this record open, so that two people do not answer the same customer.
import { Eye } from 'lucide-react'
import { Button, TooltipTrigger } from 'react-aria-components'
import { useOtherVisitors, type VisitedCollection } from '../../api/presence.ts'
import { formatList, formatNumber, t } from '../../core/i18n.ts'
import { Hint } from '../button.tsx'
import { Avatar, nameOf } from '../person.tsx'

const MAX_SHOWN = 3

export function Visitors({ collection, id }: { collection: VisitedCollection; id: number }) {
  const people = useOtherVisitors(collection, id)
  const names = people.map(nameOf)
  const text = t('record.visitors', { names: formatList(names) })
  return (
    <>
      <span role="status" className="sr-only">
        {people.length > 0 && text}
      </span>
      {people.length > 0 && (
        <TooltipTrigger delay={200}>
          <Button
            aria-label={text}
            className="flex min-w-0 cursor-default items-center gap-1.5 rounded px-1 py-0.5 text-sm text-muted hover:bg-hover"
          >
            <Eye size={14} aria-hidden className="shrink-0" />
            <span className="flex shrink-0 -space-x-1.5 rtl:space-x-reverse">
              {people.slice(0, MAX_SHOWN).map((person) => (
                <span key={person.id} className="rounded-full ring-2 ring-surface">
                  <Avatar id={person.id} size={20} />
                </span>
              ))}
            </span>
            <span className="max-w-40 truncate max-md:hidden">
              {names[0]}
              {names.length > 1 && ` +${formatNumber(names.length - 1)}`}
            </span>
          </Button>
          <Hint>{text}</Hint>
        </TooltipTrigger>
      )}
    </>
  )
}
