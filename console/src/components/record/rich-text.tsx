// Texts of people, shown without trusting them: plain text with paragraphs and links, and a few elements of HTML.
import { createElement, Fragment, type ReactNode } from 'react'

export const RichText = ({ text, mimeType }: { text: string; mimeType?: string }) => (
  <div className="space-y-2 break-words [overflow-wrap:anywhere]">
    {mimeType === 'text/html' ? fromHtml(text) : fromPlain(text)}
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

const SafeLink = ({ href, children }: { href: string; children?: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer nofollow ugc"
    className="text-accent underline underline-offset-2"
  >
    {children}
  </a>
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

function toElement(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof HTMLElement)) return null
  const name = node.localName
  if (HIDDEN.has(name)) return null
  if (name === 'br') return <br />
  const href = name === 'a' ? (node.getAttribute('href') ?? '') : ''
  if (/^(https?|mailto):/i.test(href)) return <SafeLink href={href}>{children(node)}</SafeLink>
  if (!ELEMENTS.has(name)) return children(node)
  return createElement(
    SHOWN_AS[name] ?? name,
    { className: CLASSES[name], dir: 'auto' },
    ...children(node),
  )
}
