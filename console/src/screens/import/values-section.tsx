// Values of the file that the service does not know: each is mapped once, for all cells that have it.
import { useState } from 'react'
import type { ImportPreview, ListedValue, PreviewColumn } from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { type Option, Select } from '../../components/fields.tsx'
import { Section } from '../../components/record/section.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { labelOf } from './texts.ts'
import type { ImportDraft } from './use-import.ts'

const CREATABLE = ['forum', 'category', 'labels']
/** A value that nobody knows is imported as it is. */
const OPEN = ['account.plan', 'external_user.type']
const STEP = 20

// No value of a file: the ids of the other choices are names.
const EMPTY = '\u0000empty'
const AS_IT_IS = '\u0000as it is'

type Props = { draft: ImportDraft; preview: ImportPreview }

export function ValuesSection({ draft, preview }: Props) {
  const mapping = draft.file?.mapping ?? {}
  const shown = preview.columns
    .map((column) => ({ column, values: valuesToMap(column, mapping[column.name]?.values ?? {}) }))
    .filter(({ values }) => values.length > 0)
  if (shown.length === 0) return null
  return (
    <Section title={t('import.values')}>
      <p className="mb-3 max-w-[80ch] text-sm text-muted">{t('import.values_hint')}</p>
      <div className="grid gap-4 lg:grid-cols-2">
        {shown.map(({ column, values }) => (
          <ColumnValues
            key={column.index}
            column={column}
            values={values}
            draft={draft}
            preview={preview}
          />
        ))}
      </div>
    </Section>
  )
}

/** What is not known, and what was mapped. Plans only where there are some to choose from. */
function valuesToMap(column: PreviewColumn, mapped: Record<string, string | null>): ListedValue[] {
  const { field, values, choices } = column
  if (field === null || (OPEN.includes(field) && choices.length === 0)) return []
  return values.filter(({ value, known }) => !known || Object.hasOwn(mapped, value))
}

function ColumnValues({
  column,
  values,
  draft,
  preview,
}: Props & { column: PreviewColumn; values: ListedValue[] }) {
  const [count, setCount] = useState(STEP)
  const { name, field, choices } = column
  const own = draft.file?.mapping[name]
  const canCreate = CREATABLE.includes(field ?? '')
  const isOpen = OPEN.includes(field ?? '')
  const keepsOthers = isOpen || (canCreate && (draft.file?.createsMissing ?? false))
  const options: Option[] = [
    ...(canCreate ? [{ id: AS_IT_IS, label: t('import.value_create') }] : []),
    ...(isOpen ? [{ id: AS_IT_IS, label: t('import.value_keep') }] : []),
    { id: EMPTY, label: t('import.value_empty') },
    ...choices.map((id) => ({ id, label: choiceText(column, id) })),
  ]
  const choose = (value: string, id: string) => {
    const { [value]: _, ...others } = own?.values ?? {}
    const chosen = id === AS_IT_IS ? others : { ...others, [value]: id === EMPTY ? null : id }
    draft.map({ ...draft.file?.mapping, [name]: { ...own, values: chosen } })
    if (id === AS_IT_IS && canCreate) draft.createMissing(true)
  }
  return (
    <section aria-label={name} className="min-w-0 rounded border border-border">
      <h3
        dir="auto"
        className="truncate border-b border-border bg-sunken px-3 py-1.5 text-sm font-medium"
      >
        {name}
        <span className="font-normal text-muted"> · {labelOf(field ?? '', preview.fields)}</span>
      </h3>
      <ul className="divide-y divide-border">
        {values.slice(0, count).map(({ value, count: cells }) => {
          const mapped = own?.values?.[value]
          const chosen = mapped === null ? EMPTY : (mapped ?? (keepsOthers ? AS_IT_IS : null))
          return (
            <li
              key={value}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm"
            >
              <span dir="auto" className="min-w-24 flex-1 [overflow-wrap:anywhere]">
                {value}
              </span>
              <span className="text-muted tabular-nums">
                {t('import.value_rows', { count: cells, shown: formatNumber(cells) })}
              </span>
              <div className="w-52 max-md:w-full">
                <Select
                  label={t('import.value_of', { value, column: name })}
                  isLabelHidden
                  options={options}
                  value={chosen}
                  placeholder={t('import.value_choose')}
                  onChange={(id) => choose(value, id)}
                />
              </div>
            </li>
          )
        })}
      </ul>
      {values.length > count && (
        <div className="border-t border-border px-3 py-2">
          <Button onPress={() => setCount(count + STEP)}>{t('record.show_more')}</Button>
        </div>
      )}
    </section>
  )
}

const choiceText = ({ field }: PreviewColumn, choice: string): string => {
  const isNamed = [...CREATABLE, ...OPEN, 'status'].includes(field ?? '')
  return isNamed || (choice !== 'true' && choice !== 'false')
    ? choice
    : t(choice === 'true' ? 'import.value_true' : 'import.value_false')
}

/** Whether the problem is solved by mapping its value, not in its cell. */
export const isOfValue = (
  { columns }: ImportPreview,
  { kind, column: name, value }: ImportPreview['problems'][number],
): boolean =>
  (kind === 'record not found' || kind === 'value of wrong type') &&
  columns.some(
    (column) =>
      column.name === name &&
      column.values.some(
        (one) => !one.known && one.value.toLowerCase() === value.trim().toLowerCase(),
      ),
  )
