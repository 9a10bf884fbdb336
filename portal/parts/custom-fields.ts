// What the form for a suggestion asks besides title and text, and what its author answered.
import { type Html, html } from '../../src/texts/html.ts'
import { t } from '../../src/texts/texts.ts'
import type { FormAnswer, FormField } from '../records.ts'
import { attribute, describedBy, type Problems, problemOf } from './form.ts'
import { day, formatted, number } from './format.ts'

/** By the key of the field, as a form sends it; several choices are in lines. */
export type FormValues = Record<string, string>

/** Of a string and of a text, as the service checks it. */
const MAX_LENGTHS = { string: 128, text: 2000 }

export const customFields = (fields: FormField[], values: FormValues, problems: Problems): Html =>
  html`${fields.map((field) => fieldOf(field, values[field.key] ?? '', problems))}`

function fieldOf(field: FormField, value: string, problems: Problems): Html {
  const { key, field_type, choices, is_required: isRequired } = field
  const about = html`${attribute(isRequired, ' required')}${describedBy(problems, key, hasHint(field))}`
  if (field_type === 'boolean')
    return choiceGroup(field, problems, [
      !isRequired && radio(field, value, '', t`No answer`),
      radio(field, value, 'true', t`Yes`),
      radio(field, value, 'false', t`No`),
    ])
  if (field_type === 'text' && choices.length > 0) {
    const chosen = value.split(/\r?\n/)
    return choiceGroup(
      field,
      problems,
      choices.map(
        (choice) =>
          html`<label class="es-choice"><input type="checkbox" name="${key}" value="${choice}"${attribute(chosen.includes(choice), ' checked')}> <span dir="auto">${choice}</span></label>`,
      ),
    )
  }
  if (choices.length > 0)
    return labelled(
      field,
      problems,
      html`<select id="${key}" name="${key}"${about}><option value="">${isRequired ? t`Choose one` : t`None`}</option>${choices.map(
        (choice) =>
          html`<option value="${choice}"${attribute(choice === value, ' selected')}>${choice}</option>`,
      )}</select>`,
    )
  if (field_type === 'text')
    return labelled(
      field,
      problems,
      html`<textarea id="${key}" name="${key}" rows="3" dir="auto" maxlength="${MAX_LENGTHS.text}"${about}>
${value}</textarea>`,
    )
  const kinds = {
    number: html` type="number" step="any"`,
    timestamp: html` type="date"`,
    string: html` maxlength="${MAX_LENGTHS.string}" dir="auto"`,
  }
  return labelled(
    field,
    problems,
    html`<input id="${key}" name="${key}" autocomplete="off" value="${value}"${kinds[field_type]}${about}>`,
  )
}

const radio = (
  { key, is_required: isRequired }: FormField,
  chosen: string,
  value: string,
  text: unknown,
) =>
  html`<label class="es-choice"><input type="radio" name="${key}" value="${value}"${attribute(chosen === value, ' checked')}${attribute(isRequired, ' required')}> ${text}</label>`

const hasHint = ({ is_public: isPublic }: FormField) => !isPublic

const label = ({ name, is_required: isRequired }: FormField): Html =>
  html`<span dir="auto">${name}</span>${isRequired && html` <span class="es-soft">${t`(required)`}</span>`}`

const below = (field: FormField, problems: Problems): Html =>
  html`${problemOf(problems, field.key)}${hasHint(field) && html`<p class="es-hint" id="${field.key}-hint">${t`Only you and the team see the answer.`}</p>`}`

const labelled = (field: FormField, problems: Problems, input: Html): Html =>
  html`<div><label for="${field.key}">${label(field)}</label>${input}${below(field, problems)}</div>`

const choiceGroup = (field: FormField, problems: Problems, choices: (Html | false)[]): Html =>
  html`<fieldset class="es-choices"${describedBy(problems, field.key, hasHint(field))}><legend>${label(field)}</legend>${choices}${below(field, problems)}</fieldset>`

/** Answers of a form that is not sent yet. */
export const answersIn = (fields: FormField[], values: FormValues): FormAnswer[] =>
  fields.flatMap(({ id, key, name, field_type, is_public }) => {
    const value = values[key] ?? ''
    return value === '' ? [] : [{ id, key, name, field_type, value, is_public }]
  })

export const answerList = (answers: FormAnswer[]): Html | '' =>
  answers.length === 0
    ? ''
    : html`<dl class="es-answers">${answers.map(
        (answer) =>
          html`<div><dt><span dir="auto">${answer.name}</span>${!answer.is_public && html` <span class="es-status">${t`Not public`}</span>`}</dt><dd>${shownValue(answer)}</dd></div>`,
      )}</dl>`

function shownValue({ field_type, value }: FormAnswer): unknown {
  if (field_type === 'boolean') return value === 'true' ? t`Yes` : t`No`
  if (field_type === 'number' && Number.isFinite(Number(value))) return number(Number(value))
  if (field_type === 'timestamp' && !Number.isNaN(Date.parse(value))) return day(value)
  return formatted(value, 'text/plain')
}
