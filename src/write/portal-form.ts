// What the form for a suggestion on the portal asks besides title and text: custom fields that the team chose for it. The answers
// are their values.
import { sql } from 'kysely'
import { invalidInput, type Problem } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Tx } from '../db/db.ts'
import { type CustomValue, coerceValue, type FieldType } from './core/custom-values.ts'

/** A form with more would be filled in by nobody. */
export const MAX_FORM_FIELDS = 10
export const MAX_CHOICES = 50
export const MAX_CHOICE_LENGTH = 128
/** Less than a value can have: a form is no place for more. */
export const MAX_ANSWER_LENGTH = 2000

export type FormField = {
  key: string
  field_type: FieldType
  is_required: boolean
  /** Of a string: one of them. Of a text: some of them, one in each line. Empty: anything. */
  choices: string[]
}

export type Answer = CustomValue | string[]
/** By the key of the field, with or without `cf_`. */
export type Answers = Record<string, Answer>
export type CheckedAnswers = Record<string, CustomValue>

/** The lock prevents a change of keys until the transaction ends. */
export async function lockFormFields(tx: Tx): Promise<FormField[]> {
  const { rows } = await sql<FormField>`
    select key, field_type, portal_required as is_required, portal_choices as choices
    from custom_fields where object_type = 'suggestions' and portal_position is not null
    order by id for key share`.execute(tx)
  return rows
}

const withPrefix = (name: string) => (name.startsWith('cf_') ? name : `cf_${name}`)

/** The values by key; null for what is not answered. Of a new suggestion every required field must be answered. Throws 422. */
export function checkAnswers(
  fields: FormField[],
  sent: Answers,
  { isNew }: { isNew: boolean },
): CheckedAnswers {
  const answers = new Map(Object.entries(sent).map(([name, answer]) => [withPrefix(name), answer]))
  const values: CheckedAnswers = {}
  const problems: Problem[] = []
  const refuse = (key: string, { code, message }: { code: string; message: string }) =>
    problems.push({
      path: ['suggestion', 'custom_fields', key],
      code,
      message: `custom_fields.${key}: ${message}`,
    })
  for (const key of answers.keys())
    if (!fields.some((field) => field.key === key))
      refuse(key, { code: 'not_found', message: 'the form does not ask for this.' })
  for (const field of fields) {
    const { key } = field
    if (!isNew && !answers.has(key)) continue
    const coerced = coerceAnswer(field, answers.get(key) ?? null)
    if ('code' in coerced) refuse(key, coerced)
    else if (coerced.value === null && field.is_required)
      refuse(key, { code: 'required', message: 'required.' })
    else values[key] = coerced.value
  }
  if (problems.length > 0) throw invalidInput(problems)
  return values
}

function coerceAnswer(
  { field_type, choices }: FormField,
  answer: Answer,
): ReturnType<typeof coerceValue> {
  if (field_type === 'text' && choices.length > 0) {
    const chosen = new Set(Array.isArray(answer) ? answer : String(answer ?? '').split(/\r?\n/))
    chosen.delete('')
    const unknown = [...chosen].find((one) => !choices.includes(one))
    if (unknown !== undefined) return notAmong(unknown, choices)
    return { value: choices.filter((choice) => chosen.has(choice)).join('\n') || null }
  }
  if (Array.isArray(answer)) return { code: 'scalar', message: 'one value is expected, no list.' }
  const coerced = coerceValue(field_type, typeof answer === 'string' ? answer.trim() : answer)
  if ('code' in coerced || coerced.value === null) return coerced
  const { value } = coerced
  if (choices.length > 0 && !choices.includes(String(value)))
    return notAmong(String(value), choices)
  if (typeof value === 'string' && [...value].length > MAX_ANSWER_LENGTH)
    return {
      code: 'max_runes',
      message: `more than ${MAX_ANSWER_LENGTH} characters are too many.`,
    }
  return coerced
}

const notAmong = (value: string, choices: string[]) => ({
  code: 'in',
  message: `${formatValue(value)} is none of the choices: ${choices.map(formatValue).join(', ')}.`,
})

/** What moderators and the list of held words look at. */
export const textOfAnswers = (answers: CheckedAnswers): string =>
  Object.values(answers)
    .filter((value) => typeof value === 'string')
    .join('\n')
