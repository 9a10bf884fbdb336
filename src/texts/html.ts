// HTML templates that escape their values.
import { escapeHtml } from '../core/escape-html.ts'
import { fillIn, isSentence, type Language, type Sentence, sentenceOf } from './texts.ts'

/** Rendered in the language of the reader; `html` is English. */
export type Html = { html: string; toHtml?: (language: Language) => string }

export function html(texts: TemplateStringsArray, ...values: unknown[]): Html {
  return inLanguage((language) =>
    texts.reduce((whole, text, i) => whole + rendered(values[i - 1], language) + text),
  )
}

/** HTML that depends on the language of the reader. */
export const inLanguage = (toHtml: (language: Language) => string): Html => ({
  toHtml,
  get html() {
    return toHtml('en')
  },
})

/** As part of a page: texts are escaped. */
export function rendered(value: unknown, language: Language): string {
  if (Array.isArray(value)) return value.map((item) => rendered(item, language)).join('')
  if (value === null || value === undefined || value === false) return ''
  if (isSentence(value))
    return fillIn(value, language, {
      text: escapeHtml,
      value: (inner) => rendered(inner, language),
    })
  if (typeof value === 'object' && 'html' in value)
    return 'toHtml' in value ? (value as Required<Html>).toHtml(language) : String(value.html)
  return escapeHtml(String(value))
}

/** A text of a page. Values of sentences can be HTML; they are escaped otherwise. */
export type Text = string | Sentence | Html

/** A whole text that is written elsewhere, in the language of the reader where it is known. */
export const translated = (text: Text): Sentence | Html =>
  typeof text === 'string' ? sentenceOf(text) : text
