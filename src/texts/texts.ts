// What the service says to people in pages and mails, in their language. Texts are written in English where they are used, and found
// here by it. A test compares the catalogues with the sources.
import { GERMAN } from './de.ts'
import { GERMAN_PORTAL } from './de-portal.ts'

export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (tag: unknown): tag is Language =>
  LANGUAGES.some((language) => language === tag)

/** Of writing. A text of another person has a direction of its own. */
const DIRECTIONS: Record<Language, 'ltr' | 'rtl'> = { en: 'ltr', de: 'ltr' }

export const directionOf = (language: Language): 'ltr' | 'rtl' => DIRECTIONS[language]

/** By the English text. */
export const GERMAN_TEXTS: Record<string, string> = {
  ...GERMAN,
  ...GERMAN_PORTAL,
}

const TEXTS: Record<Exclude<Language, 'en'>, ReadonlyMap<string, string>> = {
  de: new Map(Object.entries(GERMAN_TEXTS)),
}

/** The English text where there is no other. */
export const translate = (english: string, language: Language): string =>
  language === 'en' ? english : (TEXTS[language].get(english) ?? english)

/** A text with values, until it is known who reads it. `{0}`, `{1}` … are the values. */
export type Sentence = { english: string; values: unknown[] }

export const t = (texts: TemplateStringsArray, ...values: unknown[]): Sentence => ({
  english: texts.reduce((whole, text, i) => `${whole}{${i - 1}}${text}`),
  values,
})

/** A text without values that is written elsewhere, such as the name of a role. */
export const sentenceOf = (english: string): Sentence => ({ english, values: [] })

export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' && value !== null && 'english' in value

type Form = { text(words: string): string; value(value: unknown): string }

/** The words and the values, each in the form of what they become a part of. `{7}` without a value is what somebody wrote. */
export const fillIn = ({ english, values }: Sentence, language: Language, form: Form): string =>
  translate(english, language)
    .split(/\{(\d+)\}/)
    .map((part, i) => {
      if (i % 2 === 0) return form.text(part)
      return Number(part) < values.length
        ? form.value(values[Number(part)])
        : form.text(`{${part}}`)
    })
    .join('')

/** As plain text. Values can be sentences. */
export const say = (sentence: Sentence, language: Language): string =>
  fillIn(sentence, language, {
    text: (words) => words,
    value: (value) => (isSentence(value) ? say(value, language) : String(value)),
  })
