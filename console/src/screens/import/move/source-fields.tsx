// What a source asks for, under the API's own names.
import { TextField } from '../../../components/fields.tsx'
import { t } from '../../../core/i18n.ts'
import type { Source } from './sources.ts'

export type Values = Record<string, string>

/** What is sent. */
export const filledIn = ({ fields }: Source, values: Values): Values =>
  Object.fromEntries(
    fields
      .map(({ name }) => [name, (values[name] ?? '').trim()] as const)
      .filter(([, value]) => value !== ''),
  )

export const SourceFields = ({
  fields,
  values,
  onChange,
  isOptional: areOptional = false,
}: {
  fields: Source['fields']
  values: Values
  onChange: (values: Values) => void
  isOptional?: boolean
}) => (
  <>
    {fields.map(({ name, label, description, placeholder, isSecret, isOptional = false }) => (
      <TextField
        key={name}
        name={name}
        label={t(label)}
        {...(description && { description: t(description) })}
        {...(placeholder && { placeholder })}
        type={isSecret ? 'password' : /address$/.test(name) ? 'url' : 'text'}
        autoComplete="off"
        value={values[name] ?? ''}
        onChange={(value) => onChange({ ...values, [name]: value })}
        isRequired={!areOptional && !isOptional}
      />
    ))}
  </>
)
