// Names that the team translated for the portal, for somebody who reads a page or a mail.
import { isLanguage } from './texts.ts'

/** By the name of the string, such as `forum.12.name`. */
export type TranslatedWords = ReadonlyMap<string, string>

/** By language. */
export type PortalTranslations = ReadonlyMap<string, TranslatedWords>

/** Those of a person, whose language can be none of ours. Undefined where nothing is translated. */
export const wordsOf = (
  translations: PortalTranslations | undefined,
  language: string | null,
): TranslatedWords | undefined => translations?.get(isLanguage(language) ? language : 'en')

/** `record` is such as `status.2`. */
export const translatedName = <Name extends string | null>(
  words: TranslatedWords | undefined,
  record: `${'forum' | 'status'}.${number | null}`,
  name: Name,
): Name | string => words?.get(`${record}.name`) ?? name
