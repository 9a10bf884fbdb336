// Texts of other services as ours: plain stays plain, Markdown stays Markdown, and HTML becomes Markdown with its links, lists,
// pictures and emphasis.
import { fromPlainText } from '#markdown'
import { MARKDOWN } from '../core/formatted-text.ts'
import { findMarkdownPictures } from './markdown-pictures.ts'
import { altOf, nameAddress, type ShownPicture } from './text-pictures.ts'

export type OurText = { text: string; mimeType: string }

/** What stands in a text for a picture. */
export type ShowPicture = (picture: ShownPicture) => string

const asFallback: ShowPicture = ({ fallback }) => fallback

export function toOurText(text: string, mimeType: string, show: ShowPicture = asFallback): OurText {
  if (mimeType === 'text/html') return { text: htmlToMarkdown(text, show), mimeType: MARKDOWN }
  if (mimeType !== MARKDOWN) return { text, mimeType }
  const found = findMarkdownPictures(text)
  let ours = ''
  let end = 0
  for (const { from, to, ...one } of found) {
    const source = text.slice(from, to)
    ours += text.slice(end, from)
    end = to
    if ('isDefinition' in one) continue
    const picture =
      'attributes' in one
        ? pictureOfElement(one.attributes)
        : pictureOfMarkdown({ ...one, source: one.isReference ? inlineOf(one) : source })
    ours += picture ? show(picture) : source
  }
  return { text: ours + text.slice(end), mimeType }
}

const inlineOf = ({ alt, address }: Pick<MarkdownPicture, 'alt' | 'address'>): string =>
  `![${alt}](${/[\s()]/.test(address) ? `<${address}>` : address})`

/** Addresses that are the picture itself. */
const INSIDE = /^data:/i

type MarkdownPicture = { alt: string; address: string; source: string }

/** One that is no file of ours is shown as a link. */
const pictureOfMarkdown = ({ alt, address, source }: MarkdownPicture): ShownPicture =>
  INSIDE.test(address)
    ? { address: nameAddress(address), alt, fallback: alt, data: address }
    : { address, alt, fallback: source }

/** Deeper elements are treated as their content. */
const MAX_DEPTH = 20
/** No part crosses a `<`, so that the time is linear. */
const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|[^<]+|</gi
const SKIPPED = new Set(['script', 'style', 'head', 'title', 'template', 'noscript'])
const BLOCKS = new Set(
  'p div section article header footer table tr ul ol dl dt dd figure figcaption address main aside form'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'col', 'source'])

type Element = {
  name: string
  attributes: string
  children: (Element | string)[]
  /** Of a picture. */
  markdown?: string
}

export function htmlToMarkdown(html: string, show: ShowPicture = asFallback): string {
  const blocks = renderBlocks(parse(html, show).children)
  return blocks
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A tolerant tree: an end without a start is ignored, and what stays open ends with its parent. */
function parse(html: string, show: ShowPicture): Element {
  const root: Element = { name: '', attributes: '', children: [] }
  const open: Element[] = [root]
  let skipping: string | null = null
  for (const [token, slash, tag, attributes = ''] of withoutComments(html).matchAll(TOKEN)) {
    const name = tag?.toLowerCase()
    const parent = open.at(-1) as Element
    if (skipping !== null) {
      if (slash && name === skipping) skipping = null
      continue
    }
    if (name === undefined) parent.children.push(decode(token))
    else if (slash) {
      const at = open.findLastIndex((one) => one.name === name)
      if (at > 0) open.length = at
    } else if (SKIPPED.has(name)) skipping = attributes.endsWith('/') ? null : name
    else {
      // A new item or paragraph ends the one before it.
      if (['li', 'p', 'tr', 'td', 'th'].includes(name) && parent.name === name) open.pop()
      const element: Element = { name, attributes, children: [] }
      if (name === 'img') element.markdown = showElement(attributes, show)
      ;(open.at(-1) as Element).children.push(element)
      if (!VOID.has(name) && open.length < MAX_DEPTH) open.push(element)
    }
  }
  return root
}

const withoutComments = (html: string) =>
  html
    .split('<!--')
    .map((part, i) => (i === 0 ? part : part.slice(endOfComment(part))))
    .join('')

function endOfComment(part: string): number {
  const end = part.indexOf('-->')
  return end === -1 ? part.length : end + 3
}

const isBlock = ({ name }: Element) =>
  BLOCKS.has(name) || /^h[1-6]$/.test(name) || ['li', 'blockquote', 'pre', 'hr'].includes(name)

/** Blocks are separated by an empty line, and text between them is a paragraph. */
function renderBlocks(nodes: (Element | string)[]): string {
  const blocks: string[] = []
  let inline: (Element | string)[] = []
  const endParagraph = () => {
    const text = renderInlines(inline).trim()
    if (text !== '') blocks.push(text)
    inline = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !(isBlock(node) || hasBlocks(node))) inline.push(node)
    else {
      endParagraph()
      const text = renderBlock(node)
      if (text.trim() !== '') blocks.push(text)
    }
  }
  endParagraph()
  return blocks.join('\n\n')
}

const hasBlocks = ({ children }: Element): boolean =>
  children.some((child) => typeof child !== 'string' && (isBlock(child) || hasBlocks(child)))

function renderBlock(element: Element): string {
  const { name, children } = element
  if (name === 'hr') return '---'
  if (name === 'pre') return `\`\`\`\n${textOf(element).replace(/\n$/, '')}\n\`\`\``
  if (name === 'blockquote') return indent(renderBlocks(children), '> ')
  if (name === 'ul' || name === 'ol') return renderList(element)
  if (name === 'tr')
    return children
      .filter((cell) => typeof cell !== 'string')
      .map((cell) => renderInlines([cell]).trim())
      .join(' | ')
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (level !== undefined)
    return `${'#'.repeat(Number(level))} ${renderInlines(children).trim().replaceAll('\n', ' ')}`
  return renderBlocks(children)
}

function renderList({ name, attributes, children }: Element): string {
  let number = Number(attributeOf(attributes, 'start') ?? 1) || 1
  const items = children.filter((child): child is Element => typeof child !== 'string')
  return items
    .map((item) => {
      const marker = name === 'ol' ? `${number++}. ` : '- '
      const content = renderBlocks(item.name === 'li' ? item.children : [item]).replaceAll(
        '\n\n',
        '\n',
      )
      return marker + content.replaceAll('\n', `\n${' '.repeat(marker.length)}`)
    })
    .join('\n')
}

const indent = (text: string, by: string) => by + text.replaceAll('\n', `\n${by}`)

const renderInlines = (nodes: (Element | string)[]): string => nodes.map(renderInline).join('')

function renderInline(node: Element | string): string {
  if (typeof node === 'string') return escapeText(node.replace(/\s+/g, ' '))
  const { name, attributes, children, markdown } = node
  if (name === 'br') return '\n'
  if (markdown !== undefined) return markdown
  const inner = renderInlines(children)
  if (inner.trim() === '') return inner
  switch (name) {
    case 'a':
      return renderLink(attributeOf(attributes, 'href') ?? '', inner)
    case 'b':
    case 'strong':
      return wrap('**', inner)
    case 'i':
    case 'em':
      return wrap('*', inner)
    case 's':
    case 'del':
    case 'strike':
      return wrap('~~', inner)
    case 'code':
      return `\`${textOf(node).replaceAll('`', "'")}\``
    default:
      return inner
  }
}

/** Markers stand next to the text, so spaces go outside. */
function wrap(marker: string, inner: string): string {
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  return `${before}${marker}${text}${marker}${after}`
}

const SAFE = /^(https?:\/\/|mailto:|\/(?!\/))/i

function renderLink(href: string, inner: string): string {
  const address = encodeAddress(href)
  if (!SAFE.test(address))
    return address === '' || inner.includes(href) ? inner : `${inner} (${escapeText(href)})`
  return `[${inner.trim().replaceAll('\n', ' ')}](${address})`
}

function showElement(attributes: string, show: ShowPicture): string {
  const picture = pictureOfElement(attributes)
  return picture ? show(picture) : ''
}

/** One that is no file of ours is a link to it. Without an address it is nothing. */
function pictureOfElement(attributes: string): ShownPicture | undefined {
  const source = (attributeOf(attributes, 'src') ?? '').trim()
  const words = (attributeOf(attributes, 'alt') ?? '').trim()
  const alt = altOf(words)
  const name = escapeText(words)
  if (INSIDE.test(source))
    return { address: nameAddress(source), alt, fallback: name, data: source }
  const address = encodeAddress(source)
  if (address === '') return words === '' ? undefined : { address, alt, fallback: name }
  const fallback = SAFE.test(address)
    ? `[${name === '' ? escapeText(address) : name}](${address})`
    : name
  return { address, alt, fallback }
}

const encodeAddress = (address: string) =>
  address
    .trim()
    .replace(/[\s()<>\\]/g, (sign) =>
      encodeURIComponent(sign).replace('(', '%28').replace(')', '%29'),
    )

/** What it means in Markdown too. */
const escapeText = (text: string): string => {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  return words === '' ? text : `${before}${fromPlainText(words)}${after}`
}

const textOf = (node: Element | string): string =>
  typeof node === 'string' ? node : node.name === 'br' ? '\n' : node.children.map(textOf).join('')

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`,
    'i',
  ).exec(attributes)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value === undefined ? undefined : decode(value)
}

const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
}

const decode = (text: string) =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return NAMED[name] ?? entity
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      return isCharacter ? String.fromCodePoint(code) : '\ufffd'
    },
  )
