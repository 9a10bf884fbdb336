// The chosen file: its name, and how it is read.
import { FileText } from 'lucide-react'
import type { ImportType } from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/fields.tsx'
import { formatBytes } from '../../core/format-bytes.ts'
import { formatNumber, t } from '../../core/i18n.ts'
import { TypeChoice } from './start-form.tsx'
import type { ImportDraft } from './use-import.ts'

const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
type Delimiter = keyof typeof DELIMITERS

export function FileSummary({
  draft,
  type,
  onType,
}: {
  draft: ImportDraft
  type: ImportType
  onType: (type: ImportType) => void
}) {
  const { file, preview } = draft
  if (!file) return null
  const { name, bytes, encoding } = file.source
  const facts = [
    bytes && formatBytes(bytes.length),
    preview &&
      t('import.rows', { count: preview.total_rows, shown: formatNumber(preview.total_rows) }),
    t(`import.encoding.${encoding}`),
  ]
  return (
    <section
      aria-label={t('import.file')}
      className="flex flex-wrap items-center gap-3 rounded border border-border p-3"
    >
      <FileText size={20} aria-hidden className="shrink-0 text-muted" />
      <div className="min-w-40 flex-1">
        <p dir="auto" className="font-medium [overflow-wrap:anywhere]">
          {name ?? t('import.pasted')}
        </p>
        <p className="text-sm text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {preview?.delimiter && (
        <div className="w-40">
          <Select
            label={t('import.delimiter')}
            isLabelHidden
            options={Object.entries(DELIMITERS).map(([id, one]) => ({
              id,
              label: t(`import.delimiter.${one}`),
            }))}
            value={preview.delimiter in DELIMITERS ? (preview.delimiter as Delimiter) : null}
            placeholder={preview.delimiter}
            onChange={(one) => one !== preview.delimiter && draft.separate(one)}
          />
        </div>
      )}
      <TypeChoice type={type} onType={onType} />
      <Button onPress={draft.close}>{t('import.other_file')}</Button>
    </section>
  )
}
