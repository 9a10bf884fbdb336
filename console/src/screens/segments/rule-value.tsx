// The value of a rule, by the kind of its column.
import { useQuery } from '@tanstack/react-query'
import { type ConditionColumn, type Conditions, columnValuesQuery } from '../../api/segments.ts'
import { Select, TextField } from '../../components/fields.tsx'
import { t, textOfValue } from '../../core/i18n.ts'
import { operandKind, type Rule } from './rules.ts'

export type RuleValueProps = {
  conditions: Conditions
  column: ConditionColumn
  rule: Rule
  isInvalid: boolean
  onChange: (rule: Rule) => void
}

const MAX_LENGTH = 1_000
const MAX_LIST_LENGTH = 20_000

export function RuleValue({ conditions, column, rule, isInvalid, onChange }: RuleValueProps) {
  const operand = operandKind(conditions, rule.operator)
  const label = t('segments.value')
  const hasSuggestions = column.kind === 'text' && operand === 'value' && !column.values
  const { data: suggestions = [] } = useQuery({
    ...columnValuesQuery(column.column),
    enabled: hasSuggestions,
  })
  const set = (val: string) => onChange({ ...rule, val })
  if (operand === 'none') return null
  if (operand === 'list')
    return (
      <TextField
        label={label}
        isLabelHidden
        rows={3}
        maxLength={MAX_LIST_LENGTH}
        placeholder={t('segments.one_per_line')}
        value={rule.val}
        onChange={set}
        isInvalid={isInvalid}
      />
    )
  const choices =
    column.kind === 'flag'
      ? [
          { id: 'true', label: t('record.yes') },
          { id: 'false', label: t('record.no') },
        ]
      : column.values?.map((value) => ({
          id: value,
          label: textOfValue(`segments.group.${value}`, value),
        }))
  if (choices && (rule.operator === 'is' || rule.operator === 'is_not'))
    return (
      <Select
        label={label}
        isLabelHidden
        options={choices}
        value={rule.val === '' ? null : rule.val}
        onChange={set}
        placeholder={t('segments.choose_value')}
      />
    )
  if (column.kind === 'time')
    return (
      <TimeValue
        conditions={conditions}
        column={column}
        rule={rule}
        isInvalid={isInvalid}
        onChange={onChange}
      />
    )
  return (
    <TextField
      label={label}
      isLabelHidden
      maxLength={MAX_LENGTH}
      inputMode={column.kind === 'number' ? 'decimal' : 'text'}
      suggestions={suggestions}
      placeholder={t(column.kind === 'number' ? 'segments.number' : 'segments.text')}
      value={rule.val}
      onChange={set}
      isInvalid={isInvalid}
    />
  )
}

const DATE = /^(\d{4}-\d\d-\d\d)(T00:00:00(\.0+)?Z)?$/
const ON_DATE = 'date'

/** A day, or a number of days, weeks or months ago. A time of the day that a script has set stays as it is. */
function TimeValue({ conditions, rule, isInvalid, onChange }: RuleValueProps) {
  const [, date] = DATE.exec(rule.val) ?? []
  const isDate = rule.unit === '' && (rule.val === '' || date !== undefined)
  return (
    <div
      className={`grid gap-2 max-md:col-span-2 ${isDate ? 'grid-cols-[minmax(0,1fr)_104px]' : 'grid-cols-[minmax(0,1fr)_124px]'}`}
    >
      <TextField
        label={t('segments.value')}
        isLabelHidden
        type={isDate ? 'date' : 'text'}
        inputMode={rule.unit === '' ? 'text' : 'numeric'}
        maxLength={40}
        value={isDate ? (date ?? '') : rule.val}
        onChange={(val) => onChange({ ...rule, val })}
        isInvalid={isInvalid}
      />
      <Select
        label={t('segments.unit')}
        isLabelHidden
        options={[
          { id: ON_DATE, label: t('segments.unit.date') },
          ...conditions.units.map((unit) => ({
            id: unit,
            label: textOfValue(`segments.unit.${unit}`, unit),
          })),
        ]}
        value={rule.unit === '' ? ON_DATE : rule.unit}
        onChange={(id) => {
          const unit = id === ON_DATE ? '' : id
          const isKept = unit !== '' && rule.unit !== ''
          onChange({ ...rule, unit, val: isKept ? rule.val : '' })
        }}
      />
    </div>
  )
}
