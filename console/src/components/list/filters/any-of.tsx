// Alternatives: boxes of filters, of which one must match.
import { Plus, X } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import { t } from '../../../core/i18n.ts'
import type { Filters } from '../../../core/list-search.ts'
import { Button, IconButton } from '../../button.tsx'
import { type Alternative, formatAlternatives, parseAlternatives } from './value.ts'

const MAX_ALTERNATIVES = 10

export default function AnyOfEditor({
  renderBox,
  value,
  onChange,
}: {
  /** The filters of one box. */
  renderBox: (filters: Filters, onChange: (change: Filters) => void) => ReactNode
  value: string | undefined
  onChange: (value: string | undefined) => void
}) {
  // A box without filters is not in the address yet.
  const [boxes, setBoxes] = useState<Alternative[]>(() => {
    const parsed = parseAlternatives(value)
    return parsed.length > 0 ? parsed : [{}, {}]
  })
  const save = (next: Alternative[]) => {
    setBoxes(next)
    onChange(formatAlternatives(next))
  }
  return (
    <div className="space-y-2">
      <p className="text-sm text-muted">{t('list.filter.any_of_hint')}</p>
      {boxes.map((filters, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no other identity
        <Fragment key={place}>
          {place > 0 && (
            <p className="text-xs font-medium text-muted uppercase">{t('list.filter.or')}</p>
          )}
          <fieldset
            aria-label={t('list.filter.alternative', { number: place + 1 })}
            className="flex items-start gap-1 rounded border border-border p-2"
          >
            <div className="min-w-0 flex-1">
              {renderBox(filters, (change) =>
                save(boxes.map((one, i) => (i === place ? without({ ...one, ...change }) : one))),
              )}
            </div>
            {boxes.length > 1 && (
              <IconButton
                icon={X}
                label={t('list.filter.remove_alternative', { number: place + 1 })}
                onPress={() => save(boxes.filter((_, i) => i !== place))}
              />
            )}
          </fieldset>
        </Fragment>
      ))}
      {boxes.length < MAX_ALTERNATIVES && (
        <Button look="quiet" icon={Plus} onPress={() => setBoxes([...boxes, {}])}>
          {t('list.filter.add_alternative')}
        </Button>
      )}
    </div>
  )
}

const without = (filters: Filters): Alternative =>
  Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
