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

export const htmlToMarkdown = (html: string, show: ShowPicture = asFallback): string =>
  renderBlocks(parse(html, show).children)

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
const renderBlocks = (nodes: (Element | string)[]): string =>
  findBlocks(nodes)
    .map(({ text }) => text)
    .join('\n\n')

/** `element` of a paragraph that is only text is absent. */
type Block = { text: string; element?: Element; hasOtherMarkers?: boolean }

function findBlocks(nodes: (Element | string)[]): Block[] {
  const blocks: Block[] = []
  let inline: (Element | string)[] = []
  const endParagraph = () => {
    const text = renderParagraph(inline)
    if (text !== '') blocks.push({ text })
    inline = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !(isBlock(node) || hasBlocks(node))) inline.push(node)
    else {
      endParagraph()
      // A list right after another would continue it.
      const last = blocks.at(-1)
      const hasOtherMarkers = last?.element?.name === node.name && !last.hasOtherMarkers
      const text = renderBlock(node, hasOtherMarkers)
      if (text.trim() !== '') blocks.push({ text, element: node, hasOtherMarkers })
    }
  }
  endParagraph()
  return blocks
}

const renderParagraph = (nodes: (Element | string)[]): string =>
  renderInlines(nodes)
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const hasBlocks = ({ children }: Element): boolean =>
  children.some((child) => typeof child !== 'string' && (isBlock(child) || hasBlocks(child)))

function renderBlock(element: Element, hasOtherMarkers: boolean): string {
  const { name, children } = element
  if (name === 'hr') return '---'
  if (name === 'pre') return renderCodeBlock(textOf(element).replace(/\n$/, ''))
  if (name === 'blockquote') return indent(renderBlocks(children), '> ')
  if (name === 'ul' || name === 'ol') return renderList(element, hasOtherMarkers)
  if (name === 'tr')
    return children
      .filter((cell) => typeof cell !== 'string')
      .map((cell) => renderLine([cell]))
      .join(' | ')
  const level = /^h([1-6])$/.exec(name)?.[1]
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${renderLine(children)}`
  if (name === 'a')
    return renderLink(attributeOf(element.attributes, 'href') ?? '', renderLine(children))
  return renderBlocks(children)
}

/** Blocks in one line: what can have no others in Markdown. */
function renderLine(nodes: (Element | string)[]): string {
  const isInline = (node: Element | string) =>
    typeof node === 'string' || !(isBlock(node) || hasBlocks(node))
  const line = nodes.every(isInline)
    ? renderInlines(nodes)
    : nodes
        .map((node) =>
          typeof node === 'string' || isInline(node)
            ? renderInlines([node])
            : renderLine(node.children),
        )
        .join(' ')
  return line.replace(/\s+/g, ' ').trim()
}

function renderCodeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1))
  return `${fence}\n${text}\n${fence}`
}

const longestTicks = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0)

function renderList({ name, attributes, children }: Element, hasOtherMarkers: boolean): string {
  let number = Number(attributeOf(attributes, 'start') ?? 1) || 1
  const items = children.filter((child): child is Element => typeof child !== 'string')
  return items
    .map((item) => {
      const [bullet, point] = hasOtherMarkers ? ['*', ')'] : ['-', '.']
      const marker = name === 'ol' ? `${number++}${point} ` : `${bullet} `
      const content = joinInItem(findBlocks(item.name === 'li' ? item.children : [item]))
      return (marker + indent(content, ' '.repeat(marker.length)).trimStart()).trimEnd()
    })
    .join('\n')
}

/** A list below a paragraph needs no empty line. Others would continue what is before them. */
const joinInItem = (blocks: Block[]): string =>
  blocks
    .map(({ text, element }, i) => {
      const isParagraph = ['p', undefined].includes(blocks[i - 1]?.element?.name)
      const isList = ['ul', 'ol'].includes(element?.name ?? '') && /^([-*]|1[.)]) /.test(text)
      const separator = i === 0 ? '' : isParagraph && isList ? '\n' : '\n\n'
      return separator + text
    })
    .join('')

const indent = (text: string, by: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? by.trimEnd() : by + line))
    .join('\n')

const MARKS: Record<string, string> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  s: '~~',
  del: '~~',
  strike: '~~',
  code: '`',
}

const markOf = (node: Element | string | undefined): string | undefined =>
  typeof node === 'object' ? MARKS[node.name] : undefined

/** Marks of one kind that touch each other are one: in Markdown they would be something else. */
function joinMarks(nodes: (Element | string)[]): (Element | string)[] {
  const joined: (Element | string)[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    const mark = markOf(node)
    if (typeof node === 'string' || mark === undefined) joined.push(node)
    else if (typeof last !== 'object' || mark !== markOf(last))
      joined.push({ ...node, children: [...node.children] })
    else for (const child of node.children) last.children.push(child)
  }
  return joined
}

/** The text before and after it. */
type Around = { before: string; after: string }

/** `around` of what is inside of a mark. */
function renderInlines(nodes: (Element | string)[], around?: Around): string {
  const joined = joinMarks(nodes)
  const isMarked = (node: Element | string | undefined) =>
    node === undefined ? around !== undefined : typeof node === 'object' && node.name !== 'br'
  const pieces: string[] = []
  let before = around?.before ?? ''
  for (const [i, node] of joined.entries()) {
    const next = joined[i + 1]
    const after = (next === undefined ? around?.after : textOf(next).slice(0, 2)) ?? ''
    const piece =
      typeof node === 'object'
        ? renderElement(node, { before, after })
        : renderText(node, { before: isMarked(joined[i - 1]), after: isMarked(next) })
    pieces.push(piece)
    if (piece !== '') before = piece.slice(-2)
  }
  return pieces.join('')
}

/** Signs that touch marks are no part of them. */
function renderText(text: string, isMarked: { before: boolean; after: boolean }): string {
  const escaped = escapeText(text.replace(/\s+/g, ' '))
  const first = isMarked.before ? escaped.replace(/^[*_~`[\]()]/, '\\$&') : escaped
  return isMarked.after ? first.replace(/(?<!\\)[*_~`[\]()!]$/, '\\$&') : first
}

function renderElement({ name, attributes, children, markdown }: Element, around: Around): string {
  if (name === 'br') return '\n'
  if (markdown !== undefined) return markdown
  if (name === 'code') return renderCode(children.map(textOf).join('').replace(/\s+/g, ' '))
  const marker = MARKS[name]
  const isMark = marker !== undefined || name === 'a'
  const inner = isMark ? renderInlines(children, around) : renderInlines(children)
  if (inner.trim() === '') return inner
  if (name === 'a') return renderLink(attributeOf(attributes, 'href') ?? '', inner)
  return marker === undefined ? inner : wrap(marker, inner, around)
}

/** The marks are longer than those in the code, and do not touch them. */
function renderCode(code: string): string {
  if (code.trim() === '') return code
  const ticks = '`'.repeat(longestTicks(code) + 1)
  const isSpaced = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  const space = isSpaced || code.startsWith('`') || code.endsWith('`') ? ' ' : ''
  return `${ticks}${space}${code}${space}${ticks}`
}

const ENDS_WORD = /[^\s\p{P}\p{S}]$/u
const STARTS_WORD = /^[^\s\p{P}\p{S}]/u
const SIGN = /^[\p{P}\p{S}]$/u
/** Unless a backslash is before it, it can be a part of formatting. */
const FORMATS = new Set('*_~`[]!<\\')

/**
 * Markers stand next to the text, so spaces go outside. Between a letter and a sign a marker means nothing, so signs go outside there too:
 * Chinese and Japanese have no spaces around them.
 */
function wrap(marker: string, inner: string, { before, after }: Around): string {
  const [, space = '', words = '', end = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inner) ?? []
  const signs = readSigns(words)
  const touchesBefore = space === '' && ENDS_WORD.test(before)
  const touchesAfter = end === '' && STARTS_WORD.test(after)
  let [first, last] = [0, signs.length]
  if (touchesBefore) while (first < last && signs[first]?.isSign) first++
  if (touchesAfter) while (last > first && signs[last - 1]?.isSign) last--
  const outside = (from: number, to: number) =>
    signs
      .slice(from, to)
      .map(({ text }) => text)
      .join('')
  const text = outside(first, last)
  const isMarked =
    text !== '' &&
    (!touchesBefore || first > 0 || STARTS_WORD.test(text)) &&
    (!touchesAfter || last < signs.length || ENDS_WORD.test(text))
  const marked = isMarked ? marker + text + marker : text
  return space + outside(0, first) + marked + outside(last, signs.length) + end
}

/** The characters of a text in Markdown, with the backslashes before them. */
function readSigns(markdown: string): { text: string; isSign: boolean }[] {
  const signs: { text: string; isSign: boolean }[] = []
  let backslash = ''
  for (const character of markdown) {
    if (character === '\\' && backslash === '') {
      backslash = character
      continue
    }
    const isSign = SIGN.test(character) && (backslash !== '' || !FORMATS.has(character))
    signs.push({ text: backslash + character, isSign })
    backslash = ''
  }
  if (backslash !== '') signs.push({ text: backslash, isSign: false })
  return signs
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
