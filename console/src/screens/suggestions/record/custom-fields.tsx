// The custom fields of suggestions.
import { CustomFieldRow } from '../../../components/record/custom-field.tsx'
import { useRecord } from './context.ts'

export function CustomFields() {
  const { data, can, properties, save } = useRecord()
  return properties.custom.map(({ field, property }) => (
    <CustomFieldRow
      key={field.id}
      field={field}
      value={property.read(data)}
      isEditable={can.isAdmin}
      draftKey={`suggestions ${data.suggestion.id} ${field.key}`}
      onSave={(value, base) => save(property, value, base)}
    />
  ))
}
