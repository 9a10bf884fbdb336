// What the values of the file mean here: each is chosen once, for all cells that have it.
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import {
  type ImportPreview,
  type ListedValue,
  type MappedTo,
  mappedTo,
  type PreviewColumn,
} from '../../api/imports.ts'
import { Button } from '../../components/button.tsx'
import { type Option, Select } from '../../components/fields.tsx'
import { Section } from '../../components/record/section.tsx'
import { formatNumber, t } from '../../core/i18n.ts'
import { choiceText, labelOf } from './texts.ts'
import type { ImportDraft } from './use-import.ts'

const CREATABLE = ['forum', 'category', 'labels']
/** A value that nobody knows is imported as it is. */
const OPEN = ['account.plan', 'external_user.type']
const STEP = 20

// No value of a file: the ids of the other choices are names.
const EMPTY = '\u0000empty'
const CREATE = '\u0000create'
const AS_IT_IS = '\u0000as it is'

type Props = { draft: ImportDraft; preview: ImportPreview }

export function ValuesSection({ draft, preview }: Props) {
  const shown = preview.columns.filter(
    ({ field, values, choices }) =>
      field !== null && values.length > 0 && !(OPEN.includes(field) && choices.length === 0),
  )
  if (shown.length === 0) return null
  return (
    <Section title={t('import.values')}>
      <p className="mb-3 max-w-[80ch] text-sm text-muted">{t('import.values_hint')}</p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {shown.map((column) => (
          <ColumnValues key={column.index} column={column} draft={draft} preview={preview} />
        ))}
      </div>
    </Section>
  )
}

/** Nobody has said what it means, and it cannot be imported as it is. */
const isOpen = ({ field }: PreviewColumn, { known, creates }: ListedValue) =>
  !known && !creates && !OPEN.includes(field ?? '')

function ColumnValues({ column, draft, preview }: Props & { column: PreviewColumn }) {
  const [count, setCount] = useState(STEP)
  const [isWhole, setWhole] = useState(false)
  const { name, field, values, values_count } = column
  const own = draft.file?.mapping[name]
  const isSame = ({ value, known, guess }: ListedValue) =>
    known && !guess && mappedTo(own?.values, value) === undefined
  // In an order that stays while one after the other is chosen.
  const sorted = values.toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
  const others = sorted.filter((one) => !isSame(one))
  const same = sorted.filter(isSame)
  const listed = isWhole ? [...others, ...same] : others
  const open = values.filter((one) => isOpen(column, one))
  const canCreate = CREATABLE.includes(field ?? '')

  const choose = (chosen: Record<string, MappedTo | undefined>) => {
    const kept = Object.entries(own?.values ?? {}).filter(([key]) => !isNamed(chosen, key))
    const added = Object.entries(chosen).flatMap(([key, to]) =>
      to === undefined ? [] : [[key, to] as const],
    )
    const all = Object.fromEntries([...kept, ...added])
    draft.map({ ...draft.file?.mapping, [name]: { ...own, values: all } })
  }
  return (
    <section aria-label={name} className="min-w-0 rounded border border-border">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border bg-sunken px-3 py-1.5 text-sm">
        <h3 dir="auto" className="min-w-0 flex-1 truncate font-medium">
          {name}
          <span className="font-normal text-muted"> · {labelOf(field ?? '', preview.fields)}</span>
        </h3>
        <p className="flex items-center gap-1.5 text-muted">
          {open.length > 0 ? (
            <CircleAlert size={14} aria-hidden className="text-danger" />
          ) : (
            <CircleCheck size={14} aria-hidden className="text-success" />
          )}
          {open.length > 0
            ? t('import.values_open', { count: open.length, shown: formatNumber(open.length) })
            : t('import.values_decided')}
        </p>
      </header>
      <ul className="divide-y divide-border">
        {listed.slice(0, count).map((one) => (
          <ValueRow
            key={one.value}
            listed={one}
            column={column}
            mapped={mappedTo(own?.values, one.value)}
            onChoose={(to) => choose({ [one.value]: to })}
          />
        ))}
      </ul>
      <Footer>
        {canCreate && open.length > 1 && (
          <Button
            onPress={() =>
              choose(Object.fromEntries(open.map(({ value }) => [value, { create: value }])))
            }
          >
            {t('import.values_create_all', { count: formatNumber(open.length) })}
          </Button>
        )}
        {listed.length > count && (
          <Button onPress={() => setCount(count + STEP)}>{t('record.show_more')}</Button>
        )}
        {!isWhole && others.length <= count && same.length > 0 && (
          <Button
            look="quiet"
            onPress={() => {
              setWhole(true)
              setCount(others.length + STEP)
            }}
          >
            {t('import.values_same', { count: same.length, shown: formatNumber(same.length) })}
          </Button>
        )}
        {values_count > values.length && (
          <p className="text-sm text-muted">
            {t('import.values_more', {
              shown: formatNumber(values.length),
              count: formatNumber(values_count),
            })}
          </p>
        )}
      </Footer>
    </section>
  )
}

const isNamed = (chosen: object, key: string) =>
  Object.keys(chosen).some((one) => one.toLowerCase() === key.toLowerCase())

const Footer = ({ children }: { children: React.ReactNode[] }) =>
  children.some(Boolean) ? (
    <div className="flex flex-wrap items-center gap-2 border-t border-border px-3 py-2">
      {children}
    </div>
  ) : null

type ValueRowProps = {
  listed: ListedValue
  column: PreviewColumn
  mapped: MappedTo | undefined
  /** Undefined: as the file has it. */
  onChoose: (to: MappedTo | undefined) => void
}

function ValueRow({ listed, column, mapped, onChoose }: ValueRowProps) {
  const { value, count, guess } = listed
  const { name, field, choices } = column
  const chosen = chosenOption(listed, column, mapped)
  const canKeep = OPEN.includes(field ?? '') || chosen === AS_IT_IS
  const options: Option[] = [
    ...(CREATABLE.includes(field ?? '') ? [{ id: CREATE, label: t('import.value_create') }] : []),
    ...(canKeep ? [{ id: AS_IT_IS, label: t('import.value_keep') }] : []),
    { id: EMPTY, label: t('import.value_empty') },
    ...choices.map((id) => ({ id, label: choiceText(field, id) })),
  ]
  const note = isOpen(column, listed)
    ? t('import.value_unknown')
    : guess
      ? t('import.value_guess')
      : null
  const choose = (id: string) => {
    if (id === AS_IT_IS) onChoose(undefined)
    else if (id === CREATE) onChoose({ create: value })
    else onChoose(id === EMPTY ? null : id)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
      <div className="min-w-24 flex-1">
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {value}
        </p>
        <p className="text-xs text-muted tabular-nums">
          {t('import.value_rows', { count, shown: formatNumber(count) })}
          {note && ` · ${note}`}
        </p>
      </div>
      <div className="w-52 max-md:w-full">
        <Select
          label={t('import.value_of', { value, column: name })}
          isLabelHidden
          options={options}
          value={chosen}
          placeholder={t('import.value_choose')}
          onChange={choose}
        />
      </div>
    </li>
  )
}

/** What is imported for the value now; null where somebody has to choose. */
function chosenOption(
  { to, known, creates }: ListedValue,
  { field, choices }: PreviewColumn,
  mapped: MappedTo | undefined,
): string | null {
  if (to === null) return EMPTY
  if (creates || (typeof mapped === 'object' && mapped !== null && !known)) return CREATE
  const choice = choices.find((one) => one.toLowerCase() === to.trim().toLowerCase())
  return choice ?? (known || OPEN.includes(field ?? '') ? AS_IT_IS : null)
}

/** Whether the problem is solved by choosing what its value means, not in its cell. */
export const isOfValue = (
  { columns }: ImportPreview,
  { kind, column: name, value }: ImportPreview['problems'][number],
): boolean =>
  (kind === 'record not found' || kind === 'value of wrong type') &&
  columns.some(
    (column) =>
      column.name === name &&
      column.values.some((one) => !one.known && isIn(one, value.trim().toLowerCase())),
  )

/** The problem has the value, or the name that it was mapped to. */
const isIn = ({ value, to }: ListedValue, wrong: string) =>
  value.toLowerCase() === wrong || to?.toLowerCase() === wrong
