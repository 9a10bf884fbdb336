import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import { renderTranslatableStrings, renderTranslations } from '../../read/translatable-strings.ts'
import { announceSettings } from '../../settings/stored.ts'
import { type AuditEntry, recordAudit } from '../../write/core/audit.ts'
import { inTransaction } from '../../write/core/transaction.ts'
import { deleteTranslations, putTranslations } from '../../write/translations.ts'
import { createInputReader } from '../body/input.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { object, text } from '../responses/answer-schemas.ts'
import { mergeInput, originOf } from '../stages/call.ts'

const Text = Type.Union([Type.String({ maxLength: 10_000 }), Type.Null()])
const Texts = Type.Optional(Type.Record(Type.String(), Text))
const Strings = Type.Object({ plain: Texts, html: Texts })
const stringsReader = createInputReader(Strings)

const texts = Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: text })
const common = {
  tag: 'translatable_strings',
  answer: object({ plain: texts, html: texts }),
}

const changeOf = (locale: string): AuditEntry => ({
  action: 'settings_changed',
  subject: { type: 'translatable_strings', id: null },
  after: { locale },
})

export const translatableStringOperations = (): Operation[] => [
  declareOperation({
    ...common,
    method: 'GET',
    path: '/translatable_strings',
    summary: 'List all translatable strings',
    render: ({ context: { reader } }) => renderTranslatableStrings(reader),
  }),
  declareOperation({
    ...common,
    method: 'GET',
    path: '/translatable_strings/:locale',
    summary: 'Get the translations for a language',
    render: async ({ params, context: { reader } }) =>
      renderTranslations(reader, parseLocale(params)),
  }),
  declareOperation({
    ...common,
    method: 'PUT',
    path: '/translatable_strings/:locale',
    summary: 'Set translations for a language',
    description: 'In JSON, null or an empty string removes a translation.',
    body: Strings,
    async render(call) {
      const { db, reader } = call.context
      const locale = parseLocale(call.params)
      const strings = stringsReader.read(mergeInput(call))
      await inTransaction(db, async (tx) => {
        await putTranslations(tx, locale, strings)
        await recordAudit(tx, originOf(call), changeOf(locale))
        await announceSettings(tx)
      })
      await call.context.reloadSettings()
      return renderTranslations(reader, locale)
    },
  }),
  declareOperation({
    ...common,
    method: 'DELETE',
    path: '/translatable_strings/:locale',
    summary: 'Delete all translations for a language',
    description: 'The response contains the deleted translations.',
    async render(call) {
      const { db, reader } = call.context
      const locale = parseLocale(call.params)
      const deleted = await renderTranslations(reader, locale)
      await inTransaction(db, async (tx) => {
        await deleteTranslations(tx, locale)
        await recordAudit(tx, originOf(call), changeOf(locale))
        await announceSettings(tx)
      })
      await call.context.reloadSettings()
      return deleted
    },
  }),
]

/** The length for which RFC 5646 asks implementations to be ready. */
const MAX_LOCALE_LENGTH = 35

/** The canonical language tag: pt_br and pt-BR are the same. */
function parseLocale({ locale = '' }: Record<string, string>): string {
  try {
    const [standard = ''] = Intl.getCanonicalLocales(locale.replaceAll('_', '-'))
    if (/^[a-z]{2,3}\b/.test(standard) && standard.length <= MAX_LOCALE_LENGTH) return standard
  } catch {}
  throw new ApiError(
    'not_found',
    `locale: ${formatValue(locale)} is not a language tag. Use a tag such as en or pt-BR.`,
  )
}
