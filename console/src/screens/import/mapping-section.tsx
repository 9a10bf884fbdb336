// Which field each column is: guessed, and changed by hand.
import { ArrowRight, History } from 'lucide-react'
import { useState } from 'react'
import {
  type FileProblem,
  type Format,
  type ImportPreview,
  type ImportType,
  type Mapping,
  mappedTo,
  type PreviewColumn,
} from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox, type Option, Select } from '../../components/fields.tsx'
import { Section } from '../../components/record/section.tsx'
import { formatAge, formatNumber, t } from '../../core/i18n.ts'
import { FormatChoice } from './format-choice.tsx'
import { newFieldsOf } from './new-fields.ts'
import { sortProblems } from './problems.ts'
import { findMapping } from './remembered-mappings.ts'
import { hintOf, labelOf, missingColumnText, problemText } from './texts.ts'
import type { ImportDraft } from './use-import.ts'

const LEFT_OUT = 'none'
const SHOWN_COLUMNS = 40

type Props = { draft: ImportDraft; type: ImportType; preview: ImportPreview }

export function MappingSection({ draft, type, preview }: Props) {
  const { columns, fields } = preview
  const { file, map } = draft
  const [isWhole, setWhole] = useState(false)
  if (!file || columns.length === 0) return null
  const { header: problems } = sortProblems(preview)
  const isColumn = ({ column }: FileProblem) => columns.some(({ name }) => name === column)
  const change = (name: string, field: string | null) => {
    // Another field has other formats and values.
    map({ ...file.mapping, [name]: { field } })
    if (field !== null && !fields.some((one) => one.name === field)) draft.createMissing(true)
  }
  const shown = isWhole ? columns : columns.slice(0, SHOWN_COLUMNS)
  return (
    <Section title={t('import.columns')} count={columns.length}>
      <RememberedMapping draft={draft} type={type} columns={columns} />
      <ul className="divide-y divide-border rounded border border-border">
        {shown.map((column) => (
          <li key={column.index}>
            <ColumnRow
              column={column}
              preview={preview}
              type={type}
              problems={problems.filter(
                (one) => one.column === column.name && one.kind !== 'format not clear',
              )}
              onChange={(field) => change(column.name, field)}
              onFormat={(format) =>
                map({ ...file.mapping, [column.name]: { ...file.mapping[column.name], format } })
              }
            />
          </li>
        ))}
      </ul>
      {shown.length < columns.length && (
        <div className="pt-3">
          <Button onPress={() => setWhole(true)}>
            {t('import.all_columns', { count: formatNumber(columns.length) })}
          </Button>
        </div>
      )}
      {problems
        .filter((one) => !isColumn(one))
        .map((one) => (
          <p key={`${one.column} ${one.message}`} role="alert" className="pt-2 text-sm text-danger">
            {one.kind === 'required column missing'
              ? missingColumnText(one, fields)
              : problemText(one, fields)}
          </p>
        ))}
      {type === 'suggestions' && (
        <div className="pt-3">
          <Checkbox
            label={t('import.create_missing')}
            isSelected={file.createsMissing}
            onChange={draft.createMissing}
          />
        </div>
      )}
    </Section>
  )
}

type ColumnRowProps = {
  column: PreviewColumn
  preview: ImportPreview
  type: ImportType
  problems: FileProblem[]
  onChange: (field: string | null) => void
  onFormat: (format: Format) => void
}

function ColumnRow({ column, preview, type, problems, onChange, onFormat }: ColumnRowProps) {
  const { name, field, guess, samples, index } = column
  const { fields, columns } = preview
  const title = name || t('import.column', { number: index + 1 })
  const isTaken = (one: string) => columns.some((other) => other.field === one && other !== column)
  const options: Option[] = [
    { id: LEFT_OUT, label: t('import.leave_out') },
    ...fields.map((one) => ({
      id: one.name,
      label: labelOf(one.name, fields),
      ...(isTaken(one.name)
        ? { hint: t('import.taken') }
        : one.required && { hint: t('import.required') }),
    })),
    ...newFieldsOf(type, name, fields, field),
  ]
  return (
    <div className="grid items-center gap-x-4 gap-y-1.5 px-3 py-1.5 max-md:py-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_16px_minmax(0,260px)_minmax(0,180px)]">
      <p dir="auto" className="truncate font-medium" title={title}>
        {title}
      </p>
      <p dir="auto" className="truncate text-sm text-muted">
        {samples.length === 0 ? t('import.no_values') : samples.join(' · ')}
      </p>
      <ArrowRight size={16} aria-hidden className="text-muted max-md:hidden" />
      <Select
        label={t('import.field_of', { column: title })}
        isLabelHidden
        options={options}
        value={field ?? LEFT_OUT}
        onChange={(id) => onChange(id === LEFT_OUT ? null : id)}
      />
      <div className="min-w-0 text-xs text-muted">
        {problems.map((one) => (
          <p key={one.message} role="alert" className="text-danger">
            {problemText(one, fields)}
          </p>
        ))}
        {problems.length === 0 && guess && <p>{t('import.guessed')}</p>}
        {problems.length === 0 && !guess && field !== null && <p>{hintOf(field)}</p>}
      </div>
      <FormatChoice column={column} title={title} onChange={onFormat} />
    </div>
  )
}

/** Offers the mapping of the last file with these columns. */
function RememberedMapping({
  draft,
  type,
  columns,
}: {
  draft: ImportDraft
  type: ImportType
  columns: PreviewColumn[]
}) {
  const found = findMapping(
    type,
    columns.map(({ name }) => name),
  )
  if (!found || isSame(found.mapping, columns, draft.file?.mapping ?? {})) return null
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 rounded bg-selected px-3 py-2 text-sm">
      <History size={16} aria-hidden />
      <p className="min-w-40 flex-1">{t('import.remembered', { age: formatAge(found.at) })}</p>
      <Button onPress={() => draft.map(found.mapping)}>{t('import.use_remembered')}</Button>
    </div>
  )
}

/** Whether it says nothing new: neither another field nor what a value means that is not known. */
const isSame = (mapping: Mapping, columns: PreviewColumn[], current: Mapping) =>
  columns.every(
    ({ name, field, values }) =>
      (mapping[name]?.field ?? null) === field &&
      !values.some(
        ({ value, known, creates }) =>
          !known &&
          !creates &&
          mappedTo(mapping[name]?.values, value) !== undefined &&
          mappedTo(current[name]?.values, value) === undefined,
      ),
  )
