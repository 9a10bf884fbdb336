// Texts of people, shown without trusting them: plain text with paragraphs and links, Markdown, and a few elements of HTML.
import { createElement, Fragment, lazy, type ReactNode, Suspense } from 'react'
import { loadPart } from '../../api/connection.ts'
import { MARKDOWN } from '../../api/suggestion-writes.ts'
import type { NamedPerson } from './markdown.tsx'
import { SafeLink } from './safe-link.tsx'

// The text is shown as it was written until the service sends this part, and where the browser does not ask for it again.
const Markdown = lazy(() =>
  loadPart(() => import('./markdown.tsx')).catch(() => ({ default: AsWritten })),
)

export type RichTextProps = {
  text: string
  mimeType?: string
  /** Whose names may have changed since they were mentioned. */
  people?: NamedPerson[]
}

export const RichText = ({ text, mimeType, people = [] }: RichTextProps) => (
  <div className="space-y-2 break-words [overflow-wrap:anywhere]">
    {mimeType === MARKDOWN ? (
      <Suspense fallback={fromPlain(text)}>
        <Markdown text={text} people={people} />
      </Suspense>
    ) : mimeType === 'text/html' ? (
      fromHtml(text)
    ) : (
      fromPlain(text)
    )}
  </div>
)

const fromPlain = (text: string): ReactNode =>
  text
    .trim()
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity
      <p key={index} dir="auto" className="whitespace-pre-wrap">
        {withLinks(paragraph)}
      </p>
    ))

const AsWritten = ({ text }: { text: string; people: NamedPerson[] }) => <>{fromPlain(text)}</>

const ADDRESS = /(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}])/

const withLinks = (text: string): ReactNode[] =>
  text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity
      <SafeLink key={index} href={part}>
        {part}
      </SafeLink>
    ),
  )

const ELEMENTS = new Set(
  'p br b strong i em u s code pre blockquote ul ol li h1 h2 h3 h4 span div'.split(' '),
)
const SHOWN_AS: Record<string, string> = { h1: 'p', h2: 'p', h3: 'p', h4: 'p' }
const CLASSES: Record<string, string> = {
  ul: 'list-disc ps-5',
  ol: 'list-decimal ps-5',
  blockquote: 'border-s-2 border-border ps-3 text-muted',
}
const HIDDEN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'math',
])

/** The parser runs nothing. Only the elements above become elements here; of all others the text stays. */
const fromHtml = (html: string): ReactNode =>
  children(new DOMParser().parseFromString(html, 'text/html').body)

const children = (node: Node): ReactNode[] =>
  // biome-ignore lint/suspicious/noArrayIndexKey: nodes of a text have no identity
  [...node.childNodes].map((child, index) => <Fragment key={index}>{toElement(child)}</Fragment>)

/** Files of this service; those of other hosts would tell them who reads the text. */
function toPicture(node: HTMLElement): ReactNode {
  const { origin, pathname } = new URL(node.getAttribute('src') ?? '', location.href)
  if (origin !== location.origin || !/^\/files\/[0-9a-z]+$/.test(pathname)) return null
  const alt = node.getAttribute('alt') ?? ''
  return <img src={pathname} alt={alt} className="max-h-96 max-w-full rounded" />
}

function toElement(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof HTMLElement)) return null
  const name = node.localName
  if (HIDDEN.has(name)) return null
  if (name === 'br') return <br />
  if (name === 'img') return toPicture(node)
  const href = name === 'a' ? (node.getAttribute('href') ?? '') : ''
  if (/^(https?|mailto):/i.test(href)) return <SafeLink href={href}>{children(node)}</SafeLink>
  if (!ELEMENTS.has(name)) return children(node)
  return createElement(
    SHOWN_AS[name] ?? name,
    { className: CLASSES[name], dir: 'auto' },
    ...children(node),
  )
}
