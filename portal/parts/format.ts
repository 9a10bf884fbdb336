// Numbers, dates and texts, in the language of the reader.
import { escapeHtml } from '../../src/core/escape-html.ts'
import { formattedToPage } from '../../src/core/formatted-text.ts'
import { type Html, html, inLanguage } from '../../src/texts/html.ts'
import type { Language, Sentence } from '../../src/texts/texts.ts'

const NUMBERS: Record<Language, Intl.NumberFormat> = {
  en: new Intl.NumberFormat('en'),
  de: new Intl.NumberFormat('de'),
}

const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const
const DAYS: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat('en', DAY),
  de: new Intl.DateTimeFormat('de', DAY),
}

export const number = (value: number): Html =>
  inLanguage((language) => NUMBERS[language].format(value))

/** `one` is the sentence for 1. */
export const plural = (count: number, one: Sentence, other: Sentence): Sentence =>
  count === 1 ? one : other

/** The day of a time in UTC, as the API has it. */
export const day = (time: string): Html =>
  inLanguage(
    (language) =>
      `<time datetime="${escapeHtml(time)}">${escapeHtml(DAYS[language].format(new Date(time)))}</time>`,
  )

/** A text of a person, which can be in any direction. */
export const formatted = (text: string | null, type: string): Html | '' =>
  text ? html`<div class="es-text" dir="auto">${{ html: formattedToPage(text, type) }}</div>` : ''

/** An address of this service without its host: the policy of pages allows no other. */
export const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, '')
