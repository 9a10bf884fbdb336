// The texts of pages in other languages, by their English text. A test compares them with what the pages say.
import { GERMAN } from './texts-de.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

const TEXTS: Record<Exclude<Language, 'en'>, ReadonlyMap<string, string>> = {
  de: new Map(Object.entries(GERMAN)),
}

/** The English text where there is no other. */
export const translate = (english: string, language: Language): string =>
  language === 'en' ? english : (TEXTS[language].get(english) ?? english)
