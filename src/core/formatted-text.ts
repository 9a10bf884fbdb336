// Texts of people, which are plain or Markdown.
import { parseMarkdown, toHtml, toText } from '#markdown'
import { linkedTextToHtml, textToHtml } from './escape-html.ts'

export const MARKDOWN = 'text/markdown'

export const formattedToHtml = (text: string, mimeType: string): string =>
  mimeType === MARKDOWN ? toHtml(parseMarkdown(text)) : textToHtml(formattedToText(text, mimeType))

/** For pages that people read: web addresses are links in plain texts too. */
export const formattedToPage = (text: string, mimeType: string): string =>
  mimeType === MARKDOWN
    ? toHtml(parseMarkdown(text))
    : linkedTextToHtml(formattedToText(text, mimeType))

/** Without the formatting. */
export function formattedToText(text: string, mimeType: string): string {
  if (mimeType === MARKDOWN) return toText(parseMarkdown(text))
  return mimeType === 'text/html' ? htmlToText(text) : text
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

/** The words of HTML that an account brought along. The result is text, and is escaped like every text. */
const htmlToText = (html: string): string =>
  html
    .replace(/<(br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#39|\w{2,4});/g, (entity, name) => ENTITIES[name] ?? entity)
    .replace(/\n{3,}/g, '\n\n')
    .trim()

export type Formatted = { body: string; body_mime_type: string }

export const isSameText = (one: Formatted, other: Formatted): boolean =>
  one.body === other.body && one.body_mime_type === other.body_mime_type

/** A text without a type is plain, unless it is the text that is there. */
export const resolveMimeType = (
  sent: { body: string; body_mime_type?: string | undefined },
  before: { body: string | null; body_mime_type: string },
): string =>
  sent.body_mime_type ?? (before.body === sent.body ? before.body_mime_type : 'text/plain')
