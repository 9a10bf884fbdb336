// The custom fields of suggestions, each by its type.
import type { CustomField } from '@earshot/client'
import type { LoadedSuggestion } from '../../../api/suggestions.ts'
import { Checkbox } from '../../../components/fields.tsx'
import { EditableText } from '../../../components/record/editable-text.tsx'
import { Nothing, PropertyRow } from '../../../components/record/properties.tsx'
import type { Property } from '../../../components/record/versioned.ts'
import { useRecord } from './context.ts'
import { type CustomValue, showCustomValue } from './suggestion-properties.ts'

export const CustomFields = () =>
  useRecord().properties.custom.map(({ field, property }) => (
    <CustomFieldRow key={field.id} field={field} property={property} />
  ))

type RowProps = { field: CustomField; property: Property<LoadedSuggestion, CustomValue> }

function CustomFieldRow({ field: { name, field_type }, property }: RowProps) {
  const { data, can, save } = useRecord()
  const value = property.read(data)
  if (field_type === 'boolean' && can.isAdmin)
    return (
      <PropertyRow label={name}>
        <div className="flex min-h-8 items-center">
          <Checkbox
            label={name}
            isLabelHidden
            isSelected={value === true}
            isIndeterminate={value === null}
            onChange={(isSelected) => void save(property, isSelected)}
          />
        </div>
      </PropertyRow>
    )
  const type =
    field_type === 'number' ? 'number' : field_type === 'timestamp' ? 'datetime-local' : 'text'
  const toInput = (one: CustomValue) =>
    type === 'datetime-local' ? toLocal(one) : String(one ?? '')
  const fromInput = (text: string): CustomValue => {
    if (text === '') return null
    if (type === 'number') return Number(text)
    return type === 'datetime-local' ? fromLocal(text) : text
  }
  return (
    <PropertyRow label={name}>
      <EditableText
        label={name}
        value={toInput(value)}
        onSave={(text, base) =>
          void save(property, fromInput(text), toInput(value) === base ? value : fromInput(base))
        }
        isEditable={can.isAdmin}
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

/** Times are UTC in the API, and local in the browser's input. */
function toLocal(value: CustomValue): string {
  if (typeof value !== 'string') return ''
  const time = new Date(value)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const fromLocal = (text: string): string => `${new Date(text).toISOString().slice(0, 19)}Z`
