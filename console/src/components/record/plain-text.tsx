// A formatted text as the words that it shows, for lists.
import { lazy, Suspense } from 'react'
import { loadPart } from '../../api/connection.ts'
import { MARKDOWN } from '../../api/suggestion-writes.ts'

/** A list shows less. */
const MAX_LENGTH = 2_000

// The parser is large. The text is shown as it was written until the service sends it.
const MarkdownWords = lazy(() =>
  loadPart(() => import('./markdown-words.tsx')).catch(() => ({ default: AsWritten })),
)
const AsWritten = ({ text }: { text: string }) => <>{text}</>

export type PlainTextProps = {
  text: string | null | undefined
  mimeType: string | null | undefined
}

export function PlainText({ text, mimeType }: PlainTextProps) {
  const start = (text ?? '').slice(0, MAX_LENGTH)
  if (mimeType !== MARKDOWN) return mimeType === 'text/html' ? wordsOfHtml(start) : start
  return (
    <Suspense fallback={start}>
      <MarkdownWords text={start} />
    </Suspense>
  )
}

const END_OF_BLOCK = /<(?:\/(?:p|div|li|h\d|blockquote|pre)|br)\b/gi

/** The text in one line. The parser runs nothing. */
export function wordsOfHtml(text: string): string {
  const spaced = text.replace(END_OF_BLOCK, ' $&')
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent.trim()
}
