// One editor per kind of filter. A change counts at once.
import { useState } from 'react'
import { Input, Label, TextField } from 'react-aria-components'
import { t } from '../../../core/i18n.ts'
import type { Filters } from '../../../core/list-search.ts'
import { Button } from '../../button.tsx'
import { type Option, Select } from '../../fields.tsx'
import { ChoiceList } from './choice-list.tsx'
import type { Filter } from './filter.ts'
import { RecordSearch } from './record-search.tsx'
import {
  formatChoices,
  formatNumbers,
  NUMBER_OPERATORS,
  type NumberCondition,
  type NumberOperator,
  parseChoices,
  parseNumbers,
} from './value.ts'

type EditorProps = {
  filter: Filter
  /** All filters of the list. */
  filters: Filters
  useCountedOptions: (name: string, options: Option[], filters: Filters) => Option[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export default function FilterEditor({ filter, ...rest }: Omit<EditorProps, 'value'>) {
  const props = { filter, value: rest.filters[filter.name], ...rest }
  if (filter.kind === 'choice' || filter.kind === 'search') return <ChoiceEditor {...props} />
  if (filter.kind === 'flag') return <FlagEditor {...props} />
  if (filter.kind === 'date') return <DateEditor {...props} />
  if (filter.kind === 'number') return <NumberEditor {...props} />
  return <TextEditor {...props} hint={filter.hint} />
}

function ChoiceEditor({ filter, filters, value, onChange, useCountedOptions }: EditorProps) {
  const [isExcluded, setExcluded] = useState(parseChoices(value).isExcluded)
  const { ids } = parseChoices(value)
  // biome-ignore lint/nursery/useReactCompiler: a list declares its own hooks, and a mounted list never gets another declaration
  const options = useCountedOptions(
    filter.name,
    filter.kind === 'choice' ? filter.options : [],
    filters,
  )
  const save = (next: string[], excluded: boolean) =>
    onChange(next.length === 0 ? undefined : formatChoices({ ids: next, isExcluded: excluded }))
  const list = { label: filter.label, ids, onChange: (next: string[]) => save(next, isExcluded) }
  return (
    <div className="space-y-2">
      <Select
        label={t('list.filter.mode')}
        isLabelHidden
        value={isExcluded ? 'not' : 'is'}
        options={[
          { id: 'is', label: t('list.filter.is') },
          { id: 'not', label: t('list.filter.is_not') },
        ]}
        onChange={(mode) => {
          setExcluded(mode === 'not')
          save(ids, mode === 'not')
        }}
      />
      {filter.kind === 'choice' && <ChoiceList {...list} options={options} />}
      {filter.kind === 'search' && <RecordSearch {...list} collection={filter.collection} />}
    </div>
  )
}

const FlagEditor = ({ filter, value, onChange }: EditorProps) => (
  <Select
    label={filter.label}
    value={value ?? null}
    placeholder={t('list.filter.choose')}
    options={[
      { id: 'true', label: t('list.yes') },
      { id: 'false', label: t('list.no') },
    ]}
    onChange={onChange}
  />
)

const DAYS = [7, 30, 90, 365]

/** The start of the day in the person's time zone. */
const startOfDay = (day: string) => new Date(`${day}T00:00:00`).toISOString()
const dayOf = (time: string) => {
  const date = new Date(time)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
const daysAgo = (days: number) =>
  startOfDay(dayOf(new Date(Date.now() - days * 86_400_000).toISOString()))

const INPUT = 'h-8 w-full rounded border border-border-strong bg-surface px-2'

const DateEditor = ({ filter, value, onChange }: EditorProps) => (
  <div className="space-y-2">
    <TextField
      value={value ? dayOf(value) : ''}
      onChange={(day) => onChange(day === '' ? undefined : startOfDay(day))}
    >
      <Label className="mb-1 block text-sm font-medium">{filter.label}</Label>
      <Input type="date" max="9999-12-31" className={INPUT} />
    </TextField>
    <div className="flex flex-wrap gap-1">
      {DAYS.map((days) => (
        <Button key={days} onPress={() => onChange(daysAgo(days))}>
          {t('list.filter.days_ago', { count: days })}
        </Button>
      ))}
    </div>
  </div>
)

function NumberEditor({ filter, value, onChange }: EditorProps) {
  const [condition, setCondition] = useState<NumberCondition>(
    parseNumbers(value) ?? { operator: 'min', from: '', to: '' },
  )
  const { operator, from, to } = condition
  const change = (part: Partial<typeof condition>) => {
    const next = { ...condition, ...part }
    setCondition(next)
    onChange(formatNumbers(next))
  }
  const field = (label: string, text: string, name: 'from' | 'to') => (
    <NumberField label={label} value={text} onChange={(next) => change({ [name]: next })} />
  )
  return (
    <div className="space-y-2">
      <Select
        label={t('list.filter.mode')}
        isLabelHidden
        value={operator}
        options={NUMBER_OPERATORS.map((id) => ({ id, label: t(`list.filter.number.${id}`) }))}
        onChange={(next) => {
          const first = from || to
          change({ operator: next as NumberOperator, from: first, to: to || first })
        }}
      />
      {operator === 'between' ? (
        <div className="flex gap-2">
          {field(t('list.filter.from'), from, 'from')}
          {field(t('list.filter.to'), to, 'to')}
        </div>
      ) : (
        field(filter.label, operator === 'max' ? to : from, operator === 'max' ? 'to' : 'from')
      )}
    </div>
  )
}

/** Without the arrows of a number field, which the wheel of a mouse turns. */
const NumberField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => (
  <TextField
    value={value}
    onChange={(text) => onChange(text.replace(',', '.').replace(/[^\d.-]/g, ''))}
    inputMode="decimal"
    autoFocus
    className="min-w-0 flex-1"
  >
    <Label className="mb-1 block text-sm font-medium">{label}</Label>
    <Input className={INPUT} maxLength={15} />
  </TextField>
)

function TextEditor({ filter, value, onChange, hint }: EditorProps & { hint: string }) {
  const [text, setText] = useState(value ?? '')
  return (
    <form
      className="space-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        onChange(text.trim() || undefined)
      }}
    >
      <TextField value={text} onChange={setText} autoFocus>
        <Label className="mb-1 block text-sm font-medium">{filter.label}</Label>
        <Input className={INPUT} />
      </TextField>
      <p className="text-xs text-muted">{hint}</p>
      <Button type="submit">{t('list.filter.apply')}</Button>
    </form>
  )
}
