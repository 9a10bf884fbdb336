// Texts of people, which are plain or Markdown.
import { parseMarkdown, toHtml, toText } from '#markdown'
import { textToHtml } from './escape-html.ts'

export const MARKDOWN = 'text/markdown'

export const formattedToHtml = (text: string, mimeType: string): string =>
  mimeType === MARKDOWN ? toHtml(parseMarkdown(text)) : textToHtml(text)

/** Without the formatting. */
export const formattedToText = (text: string, mimeType: string): string =>
  mimeType === MARKDOWN ? toText(parseMarkdown(text)) : text

export type Formatted = { body: string; body_mime_type: string }

export const isSameText = (one: Formatted, other: Formatted): boolean =>
  one.body === other.body && one.body_mime_type === other.body_mime_type

/** A text without a type is plain, unless it is the text that is there. */
export const resolveMimeType = (
  sent: { body: string; body_mime_type?: string | undefined },
  before: { body: string | null; body_mime_type: string },
): string =>
  sent.body_mime_type ?? (before.body === sent.body ? before.body_mime_type : 'text/plain')
