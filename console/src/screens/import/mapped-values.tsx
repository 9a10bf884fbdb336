// What values of the file were imported as.
import type { Import } from '@earshot/client'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/record/section.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { choiceText } from './texts.ts'

const STEP = 10

export function MappedValues({ values }: { values: Import['mapped_values'] }) {
  const [count, setCount] = useState(STEP)
  return (
    <Section title={t('import.mapped_values')} count={values.length}>
      <ul className="divide-y divide-border rounded border border-border text-sm">
        {values.slice(0, count).map(({ column, field, value, to, guess, count: cells }) => (
          <li
            key={`${column} ${value}`}
            className="grid items-center gap-x-3 px-3 py-1.5 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_16px_minmax(0,2fr)_minmax(0,2fr)]"
          >
            <span dir="auto" className="truncate text-muted">
              {column}
            </span>
            <span dir="auto" className="[overflow-wrap:anywhere]">
              {value}
            </span>
            <ArrowRight size={16} aria-hidden className="text-muted max-md:hidden" />
            <span dir="auto" className="font-medium [overflow-wrap:anywhere]">
              <ArrowRight size={14} aria-hidden className="me-1 inline text-muted md:hidden" />
              {to === null ? t('import.left_empty') : choiceText(field, to)}
            </span>
            <span className="text-xs text-muted tabular-nums">
              {t('import.value_rows', { count: cells, shown: formatNumber(cells) })}
              {guess && ` · ${t('import.value_guess')}`}
            </span>
          </li>
        ))}
      </ul>
      {values.length > count && (
        <div className="pt-3">
          <Button onPress={() => setCount(count + 10 * STEP)}>{t('record.show_more')}</Button>
        </div>
      )}
    </Section>
  )
}
