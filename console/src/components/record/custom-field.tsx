// A custom field of a record, by its type.
import type { CustomField } from '@earshot/client'
import { formatDay, formatTime, t } from '../../core/i18n.ts'
import { fromLocalTime, toLocalTime } from '../../core/local-time.ts'
import { Checkbox } from '../fields.tsx'
import { EditableText } from './editable-text.tsx'
import { Nothing, PropertyRow } from './properties.tsx'

export type CustomValue = string | number | boolean | null

const DAY = /T00:00:00Z$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

export function showCustomValue(value: CustomValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return t(value ? 'record.yes' : 'record.no')
  // Midnight in UTC is a day, which is the same one in every time zone.
  if (typeof value === 'string' && TIME.test(value))
    return DAY.test(value) ? formatDay(value) : formatTime(value)
  return String(value)
}

export type CustomFieldRowProps = {
  field: Pick<CustomField, 'name' | 'field_type'>
  value: CustomValue
  isEditable: boolean
  /** As that of a text. */
  draftKey: string
  onSave: (value: CustomValue, base: CustomValue) => Promise<boolean>
}

export function CustomFieldRow({
  field,
  value,
  isEditable,
  draftKey,
  onSave,
}: CustomFieldRowProps) {
  const { name, field_type } = field
  if (field_type === 'boolean' && isEditable)
    return (
      <PropertyRow label={name}>
        <div className="flex min-h-8 items-center">
          <Checkbox
            label={name}
            isLabelHidden
            isSelected={value === true}
            isIndeterminate={value === null}
            onChange={(isSelected) => void onSave(isSelected, value)}
          />
        </div>
      </PropertyRow>
    )
  const type =
    field_type === 'number' ? 'number' : field_type === 'timestamp' ? 'datetime-local' : 'text'
  const toInput = (one: CustomValue) =>
    type === 'datetime-local' && typeof one === 'string' ? toLocalTime(one) : String(one ?? '')
  const fromInput = (text: string): CustomValue => {
    if (text === '') return null
    if (type === 'number') return Number(text)
    return type === 'datetime-local' ? (fromLocalTime(text) ?? null) : text
  }
  return (
    <PropertyRow label={name}>
      <EditableText
        label={name}
        value={toInput(value)}
        draftKey={draftKey}
        onSave={(text, base) =>
          onSave(fromInput(text), toInput(value) === base ? value : fromInput(base))
        }
        isEditable={isEditable}
        isMultiline={field_type === 'text'}
        maxLength={field_type === 'text' ? 10_000 : 128}
        type={type}
      >
        <span
          dir="auto"
          className="block min-h-8 py-1.5 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {value === null ? <Nothing /> : showCustomValue(value)}
        </span>
      </EditableText>
    </PropertyRow>
  )
}
