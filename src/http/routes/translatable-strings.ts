import type { Context } from '../../context.ts'
import { translatableStrings } from '../../read/translatable-strings.ts'
import type { Operation } from '../operation.ts'

const strings = { type: 'object', additionalProperties: { type: 'string' } }

export function translatableStringOperations({ reader }: Context): Operation[] {
  return [
    {
      method: 'GET',
      path: '/translatable_strings',
      summary: 'Read every text that people see and that can be translated',
      tag: 'translatable_strings',
      answer: {
        type: 'object',
        required: ['plain', 'html'],
        properties: { plain: strings, html: strings },
      },
      handle: () => translatableStrings(reader),
    },
  ]
}
