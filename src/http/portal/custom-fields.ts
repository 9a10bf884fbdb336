// The custom fields of a form: from what was typed to what the API takes, and back.
import type { FormValues } from '../../../portal/parts/custom-fields.ts'
import type { Forum, Suggestion } from '../../../portal/records.ts'
import { type Answers, MAX_ANSWER_LENGTH } from '../../write/portal-form.ts'
import type { PortalForm } from './forms.ts'

type Fields = Forum['custom_fields']

/** Longer ones are refused with a word beside the field, but are not kept. */
const MAX_KEPT = 2 * MAX_ANSWER_LENGTH

export const typedValues = (fields: Fields, form: PortalForm): FormValues =>
  Object.fromEntries(
    fields.map(({ key, field_type, choices }) => {
      const isMultiple = field_type === 'text' && choices.length > 0
      const value = isMultiple ? form.getAll(key).join('\n') : form.get(key)
      return [key, value.slice(0, MAX_KEPT)]
    }),
  )

/** Those of a draft, or none. */
export const keptValues = (fields: Fields, kept: Record<string, string> | undefined): FormValues =>
  Object.fromEntries(fields.map(({ key }) => [key, kept?.[key] ?? '']))

/** What the author answered before, as the form shows it. */
export const storedValues = (fields: Fields, { custom_fields }: Suggestion): FormValues =>
  Object.fromEntries(
    fields.map(({ key, field_type }) => {
      const value = custom_fields.find((answer) => answer.key === key)?.value ?? ''
      return [key, field_type === 'timestamp' ? value.slice(0, '2026-01-31'.length) : value]
    }),
  )

/** Those that differ from what the form showed at first. */
export const answersOf = (values: FormValues, before: FormValues = {}): Answers =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== before[key]))
