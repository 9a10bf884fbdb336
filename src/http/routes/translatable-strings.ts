import { Type } from 'typebox'
import { ApiError } from '../../api-error.ts'
import { translatableStrings, translations } from '../../read/translatable-strings.ts'
import { inTransaction } from '../../write/transaction.ts'
import { deleteTranslations, putTranslations } from '../../write/translations.ts'
import { mergeInput } from '../call.ts'
import { readInput } from '../input.ts'
import type { Operation } from '../operation.ts'

const Text = Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])
const Texts = Type.Optional(Type.Record(Type.String(), Text))
const Strings = Type.Object({ plain: Texts, html: Texts })

const texts = { type: 'object', additionalProperties: { type: 'string' } }
const bare = {
  tag: 'translatable_strings',
  answer: {
    type: 'object',
    required: ['plain', 'html'],
    properties: { plain: texts, html: texts },
  },
}

export const translatableStringOperations = (): Operation[] => [
  {
    ...bare,
    method: 'GET',
    path: '/translatable_strings',
    summary: 'Read every text that people see and that can be translated',
    handle: ({ context: { reader } }) => translatableStrings(reader),
  },
  {
    ...bare,
    method: 'GET',
    path: '/translatable_strings/:locale',
    summary: 'Read the translations into a language',
    handle: async ({ params, context: { reader } }) => translations(reader, parseLocale(params)),
  },
  {
    ...bare,
    method: 'PUT',
    path: '/translatable_strings/:locale',
    summary: 'Set translations into a language; in JSON, null or an empty text removes one',
    body: Strings,
    async handle(call) {
      const { db, reader } = call.context
      const locale = parseLocale(call.params)
      const strings = readInput(Strings, mergeInput(call))
      await inTransaction(db, (tx) => putTranslations(tx, locale, strings))
      return translations(reader, locale)
    },
  },
  {
    ...bare,
    method: 'DELETE',
    path: '/translatable_strings/:locale',
    summary: 'Remove all translations into a language',
    async handle({ params, context: { db, reader } }) {
      const locale = parseLocale(params)
      const last = await translations(reader, locale)
      await inTransaction(db, (tx) => deleteTranslations(tx, locale))
      return last
    },
  },
]

/** The language as the standard writes it, so that pt_br and pt-BR are the same. */
function parseLocale({ locale = '' }: Record<string, string>): string {
  try {
    const [standard = ''] = Intl.getCanonicalLocales(locale.replaceAll('_', '-'))
    if (/^[a-z]{2,3}\b/.test(standard)) return standard
  } catch {}
  const shown = locale.slice(0, 100)
  throw new ApiError('not_found', `${shown} is no language; write it like en or pt-BR.`)
}
