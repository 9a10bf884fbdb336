// Numbers, dates and texts, in the language of the reader.
import { escapeHtml } from '../../src/core/escape-html.ts'
import { formattedToPage } from '../../src/core/formatted-text.ts'
import { type Html, html, inLanguage } from '../../src/texts/html.ts'
import type { Language, Sentence } from '../../src/texts/texts.ts'

/** Made at its first use: these formats take 50 ms, which most processes can save. */
function perLanguage<T>(make: (language: Language) => T): (language: Language) => T {
  const made: Partial<Record<Language, T>> = {}
  return (language) => {
    made[language] ??= make(language)
    return made[language]
  }
}

const numberFormat = perLanguage((language) => new Intl.NumberFormat(language))

const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const
const dayFormat = perLanguage((language) => new Intl.DateTimeFormat(language, DAY))

export const number = (value: number): Html =>
  inLanguage((language) => numberFormat(language).format(value))

/** `one` is the sentence for 1. */
export const plural = (count: number, one: Sentence, other: Sentence): Sentence =>
  count === 1 ? one : other

/** The day of a time in UTC, as the API has it. */
export const day = (time: string): Html =>
  inLanguage(
    (language) =>
      `<time datetime="${escapeHtml(time)}">${escapeHtml(dayFormat(language).format(new Date(time)))}</time>`,
  )

/** A text of a person, which can be in any direction. */
export const formatted = (text: string | null, type: string): Html | '' =>
  text ? html`<div class="es-text" dir="auto">${{ html: formattedToPage(text, type) }}</div>` : ''

/** An address of this service without its host: the policy of pages allows no other. */
export const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '')
