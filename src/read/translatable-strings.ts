// The portal's texts and their translations: flat names with literal dots, plain text and HTML separate.
import type { Queries } from '../db/db.ts'
import { LANGUAGES } from '../texts/texts.ts'
import type { PortalTranslations } from '../texts/translated-names.ts'
import type { Reader } from './answer.ts'

export {
  type PortalTranslations,
  type TranslatedWords,
  translatedName,
  wordsOf,
} from '../texts/translated-names.ts'

/** For the languages of pages. `de-AT` stands in where there is no `de`. */
export async function readPortalTranslations(queries: Queries): Promise<PortalTranslations> {
  const { rows } = await queries.query<{ language: string; name: string; value: string }>(
    `select split_part(locale, '-', 1) as language, name, value from translations
      where split_part(locale, '-', 1) = any($1) order by locale desc`,
    [LANGUAGES],
  )
  const translations = new Map<string, Map<string, string>>()
  for (const { language, name, value } of rows) {
    const words = translations.get(language) ?? new Map<string, string>()
    translations.set(language, words.set(name, value))
  }
  return translations
}

/** A bare object: the wire format has no envelope here. */
export const renderTranslatableStrings = (reader: Reader) =>
  renderStrings(
    reader,
    'translatable_strings',
    'select kind, name, value from translatable_strings',
  )

/** The translations of a locale; texts that no longer exist are omitted. */
export const renderTranslations = (reader: Reader, locale: string) =>
  renderStrings(
    reader,
    'translations',
    `select kind, name, t.value from translations t join translatable_strings using (kind, name) where locale = $1`,
    [locale],
  )

async function renderStrings(
  { pool }: Reader,
  name: string,
  from: string,
  values: string[] = [],
): Promise<string> {
  const ofKind = (kind: string) =>
    `(select coalesce(json_object_agg(name, value order by name), '{}') from found where kind = '${kind}')`
  const { rows } = await pool.query<{ strings: string }>({
    name,
    text: `
      with found as materialized (${from})
      select json_build_object('plain', ${ofKind('plain')}, 'html', ${ofKind('html')})::text as strings`,
    values,
  })
  return (rows[0] as { strings: string }).strings
}
