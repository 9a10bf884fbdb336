// All problems in one list. Each leads to its cell.
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { FileProblem, ImportPreview } from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { columnText, problemText } from './texts.ts'

const STEP = 50

export function ProblemList({
  preview,
  problems,
  onGo,
}: {
  preview: ImportPreview
  problems: FileProblem[]
  onGo: (problem: FileProblem) => void
}) {
  const [count, setCount] = useState(STEP)
  const { columns, fields, problems_count } = preview
  const shown = problems.slice(0, count)
  const hidden = problems_count - preview.problems.length
  return (
    <section
      aria-label={t('import.problems')}
      className="min-w-0 rounded border border-border text-sm max-lg:order-first lg:max-h-[70vh] lg:overflow-y-auto max-lg:max-h-56 max-lg:overflow-y-auto"
    >
      <h3 className="sticky top-0 border-b border-border bg-sunken px-3 py-1.5 font-medium">
        {t('import.problems_count', { count: problems_count, shown: formatNumber(problems_count) })}
      </h3>
      <ul className="divide-y divide-border">
        {shown.map((one) => (
          <li key={`${one.line} ${one.column} ${one.message} ${one.value}`}>
            <AriaButton
              onPress={() => onGo(one)}
              className="block w-full cursor-default px-3 py-1.5 text-start hover:bg-hover data-[focus-visible]:-outline-offset-2"
            >
              <span className="block truncate text-xs text-muted">
                {[
                  t('import.line_number', { line: formatNumber(one.line ?? 0) }),
                  columnText(one, columns, fields),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="block">{problemText(one, fields)}</span>
              {one.value !== '' && (
                <span dir="auto" className="block truncate text-muted">
                  {one.value}
                </span>
              )}
            </AriaButton>
          </li>
        ))}
      </ul>
      {(shown.length < problems.length || hidden > 0) && (
        <div className="space-y-2 border-t border-border px-3 py-2">
          {shown.length < problems.length && (
            <Button onPress={() => setCount(count + STEP)}>{t('record.show_more')}</Button>
          )}
          {hidden > 0 && (
            <p className="text-xs text-muted">
              {t('import.more_problems', { count: hidden, shown: formatNumber(hidden) })}
            </p>
          )}
        </div>
      )}
    </section>
  )
}
