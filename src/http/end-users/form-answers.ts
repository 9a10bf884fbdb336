import { Type } from 'typebox'
import { MAX_CHOICE_LENGTH, MAX_CHOICES, MAX_FORM_FIELDS } from '../../write/portal-form.ts'
import { CustomValue } from '../body/body-schemas.ts'

/** What the form for an idea asks besides title and text. */
export const FormAnswers = Type.Optional(
  Type.Record(
    Type.String({ maxLength: 128 }),
    Type.Union([
      CustomValue,
      Type.Array(Type.String({ maxLength: MAX_CHOICE_LENGTH }), { maxItems: MAX_CHOICES }),
    ]),
    {
      // Somebody can send all of a form that changes meanwhile.
      maxProperties: 2 * MAX_FORM_FIELDS,
      description:
        'By the keys of `custom_fields` of the forum, with or without cf_. A list where several choices are possible.',
    },
  ),
)
