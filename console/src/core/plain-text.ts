// A formatted text as the words that it shows, for lists. The parser of HTML runs nothing.
import { parseMarkdown, toText } from '#markdown'

/** A line shows less. */
const MAX_LENGTH = 2_000
const END_OF_BLOCK = /<(?:\/(?:p|div|li|h\d|blockquote|pre)|br)\b/gi

export function plainText(
  text: string | null | undefined,
  mimeType: string | null | undefined,
): string {
  const start = (text ?? '').slice(0, MAX_LENGTH)
  if (mimeType === 'text/markdown') return toText(parseMarkdown(start)).trim()
  if (mimeType !== 'text/html') return start
  const spaced = start.replace(END_OF_BLOCK, ' $&')
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent.trim()
}
