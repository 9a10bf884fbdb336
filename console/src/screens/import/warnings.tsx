// Rows about one person or account: why the file has more rows than people.
import { Info } from 'lucide-react'
import { useState } from 'react'
import type { FileProblem, ImportPreview, ImportType } from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { formatNumber, t } from '../../core/i18n.ts'

const STEP = 5

export function Warnings({ preview, type }: { preview: ImportPreview; type: ImportType }) {
  const [count, setCount] = useState(STEP)
  const { warnings, warnings_count, repeated_rows, valid_rows, creates, updates } = preview
  if (warnings_count === 0) return null
  const records = creates + updates
  return (
    <section
      aria-label={t('import.warnings')}
      className="flex gap-3 rounded border border-border px-3 py-2 text-sm"
    >
      <Info size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 space-y-1.5">
        {repeated_rows > 0 && type === 'users' && (
          <p className="font-medium">
            {t('import.repeated', {
              count: repeated_rows,
              shown: formatNumber(repeated_rows),
              rows: formatNumber(valid_rows),
              records: formatNumber(records),
            })}
          </p>
        )}
        <ul className="space-y-0.5 text-muted">
          {warnings.slice(0, count).map((one) => (
            <li
              key={`${one.line} ${one.column} ${one.kind} ${one.line === null ? one.value : ''}`}
              className="[overflow-wrap:anywhere]"
            >
              {warningText(one)}
            </li>
          ))}
        </ul>
        {warnings.length > count && (
          <Button onPress={() => setCount(count + 4 * STEP)}>{t('record.show_more')}</Button>
        )}
        {count >= warnings.length && warnings.length < warnings_count && (
          <p className="text-muted">
            {t('import.more_warnings', { count: formatNumber(warnings_count - warnings.length) })}
          </p>
        )}
      </div>
    </section>
  )
}

function warningText({ kind, line, column, value, message }: FileProblem): string {
  const [, other = ''] = /line (\d+)/.exec(message) ?? []
  const place = { line: formatNumber(line ?? 0), other: formatNumber(Number(other)) }
  if (kind === 'value not in file')
    return t('import.warning.not_in_file', { value, column: column ?? '' })
  if (kind === 'values disagree') {
    const [, first = ''] = /says "(.*)" for the same account/s.exec(message) ?? []
    return t('import.warning.disagree', { ...place, column: column ?? '', value, first })
  }
  if (kind === 'repeated address') return t('import.warning.address', { ...place, value })
  return message.includes('imported again')
    ? t('import.warning.same', place)
    : t('import.warning.repeated', place)
}
