// Markdown as a tree of the few things that people format. The tree is an allow-list: HTML stays text, and so does an address
// of an unknown kind. Whatever shows the tree cannot show anything else.
import MarkdownIt, { type Token } from 'markdown-it'

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  | { type: 'strong' | 'emphasis' | 'strike'; children: Inline[] }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'picture'; src: string; alt: string }
  | { type: 'mention'; user: number; name: string }

export type Block =
  /** Tight: an item of a list without space around it. */
  | { type: 'paragraph'; isTight: boolean; children: Inline[] }
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'quote'; children: Block[] }
  /** With the number of its first item, or null for bullets. */
  | { type: 'list'; start: number | null; items: Block[][] }
  | { type: 'code_block'; text: string }
  | { type: 'rule' }

/** The longest text that the service stores. What comes after it is not parsed. */
const MAX_LENGTH = 100_000

/** Of deeper formatting only the text stays: browsers and React walk trees by recursion. */
const MAX_DEPTH = 20

const parser = new MarkdownIt('zero', { breaks: true, linkify: true, maxNesting: 3 * MAX_DEPTH })
parser.core.ruler.enableOnly(['normalize', 'block', 'inline', 'linkify', 'text_join'])
parser.block.ruler.enableOnly(['fence', 'blockquote', 'hr', 'list', 'heading', 'paragraph'])
parser.inline.ruler.enableOnly(
  'text newline escape backticks strikethrough emphasis link image autolink entity'.split(' '),
)
parser.inline.ruler2.enableOnly(['balance_pairs', 'strikethrough', 'emphasis', 'fragments_join'])
// Only what begins with http:// or https:// becomes a link by itself.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
parser.validateLink = (address) => isAddress(address) || mentionedUser(address) !== undefined

const WEB = /^https?:\/\/[^\s/\\]/i
const MAIL = /^mailto:[^\s]/i
// Of this service: two slashes would begin the name of another host.
const PATH = /^\/(?![/\\])[^\s\\]*$/
const FILE = /^\/files\/[0-9a-z]{16,80}$/
const MENTION = /^mention:(\d{1,15})$/

/** Whether a link may lead there. */
export const isAddress = (address: string): boolean =>
  WEB.test(address) || MAIL.test(address) || PATH.test(address)

function mentionedUser(address: string): number | undefined {
  const [, id] = MENTION.exec(address) ?? []
  return id === undefined ? undefined : Number(id)
}

export function parseMarkdown(text: string): Block[] {
  const root: Block[] = []
  const open: Block[][] = [root]
  const lists: (Block & { type: 'list' })[] = []
  let leaf: Token | undefined
  for (const token of parser.parse(text.slice(0, MAX_LENGTH), {})) {
    const blocks = open.at(-1) as Block[]
    const { type, nesting } = token
    const isDeep = open.length > MAX_DEPTH
    if (type === 'inline') blocks.push(leafBlock(leaf, parseInline(token.children ?? [])))
    else if (type === 'hr') blocks.push({ type: 'rule' })
    else if (type === 'fence')
      blocks.push({ type: 'code_block', text: token.content.replace(/\n$/, '') })
    else if (/^(paragraph|heading)_/.test(type)) leaf = nesting === 1 ? token : undefined
    else if (/_list_/.test(type)) {
      if (nesting === -1) lists.pop()
      else {
        const list: Block = { type: 'list', start: startOf(token), items: [] }
        lists.push(list)
        if (!isDeep) blocks.push(list)
      }
    } else if (nesting === -1) open.pop()
    else {
      const content: Block[] = isDeep ? blocks : []
      open.push(content)
      if (isDeep) continue
      if (type === 'list_item_open') lists.at(-1)?.items.push(content)
      else blocks.push({ type: 'quote', children: content })
    }
  }
  return root
}

function leafBlock(leaf: Token | undefined, children: Inline[]): Block {
  if (leaf?.type === 'heading_open')
    return { type: 'heading', level: Number(leaf.tag.slice(1)), children }
  return { type: 'paragraph', isTight: leaf?.hidden === true, children }
}

const startOf = (token: Token): number | null =>
  token.type === 'bullet_list_open' ? null : Number(token.attrGet('start') ?? 1)

const MARKS: Record<string, 'strong' | 'emphasis' | 'strike'> = {
  strong_open: 'strong',
  em_open: 'emphasis',
  s_open: 'strike',
}

function parseInline(tokens: Token[]): Inline[] {
  const root: Inline[] = []
  const open: Inline[][] = [root]
  for (const token of tokens) {
    const inlines = open.at(-1) as Inline[]
    const { type, content, nesting } = token
    if (nesting === -1) open.pop()
    else if (nesting === 1) {
      const mark = openMark(token)
      // Without a node of its own the content belongs to what is around it.
      const isShown = mark !== undefined && open.length <= MAX_DEPTH
      if (isShown) inlines.push(mark)
      open.push(isShown ? mark.children : inlines)
    } else if (type === 'softbreak' || type === 'hardbreak') inlines.push({ type: 'break' })
    else if (type === 'code_inline') inlines.push({ type: 'code', text: content })
    else if (type === 'image') inlines.push(picture(token))
    else if (content !== '') inlines.push({ type: 'text', text: content })
  }
  return withMentions(root)
}

type Mark = Extract<Inline, { children: Inline[] }>

function openMark(token: Token): Mark | undefined {
  const mark = MARKS[token.type]
  if (mark) return { type: mark, children: [] }
  const href = String(token.attrGet('href') ?? '')
  const isSafe = isAddress(href) || mentionedUser(href) !== undefined
  return isSafe ? { type: 'link', href, children: [] } : undefined
}

/** Pictures are files of this service: those of other hosts would tell them who reads the text, and become links. */
function picture(token: Token): Inline {
  const src = String(token.attrGet('src') ?? '')
  const alt = textOf(parseInline(token.children ?? []))
  if (FILE.test(src)) return { type: 'picture', src, alt }
  const text: Inline = { type: 'text', text: alt || src }
  return isAddress(src) ? { type: 'link', href: src, children: [text] } : text
}

const withMentions = (inlines: Inline[]): Inline[] =>
  inlines.map((one): Inline => {
    if (!('children' in one)) return one
    const user = one.type === 'link' ? mentionedUser(one.href) : undefined
    if (user !== undefined)
      return { type: 'mention', user, name: textOf(one.children).replace(/^@/, '') }
    return { ...one, children: withMentions(one.children) }
  })

const textOf = (inlines: Inline[]): string =>
  inlines
    .map((one) => {
      if ('children' in one) return textOf(one.children)
      if (one.type === 'picture') return one.alt
      if (one.type === 'mention') return `@${one.name}`
      return one.type === 'break' ? '\n' : one.text
    })
    .join('')

/** The text without its formatting, as for a cell of a table or a mail without HTML. */
export const toText = (blocks: Block[]): string => blocks.map(blockText).join('\n\n')

function blockText(block: Block): string {
  if (block.type === 'rule') return '---'
  if (block.type === 'code_block') return block.text
  if (block.type === 'quote') return toText(block.children).replace(/^/gm, '> ')
  if (block.type !== 'list') return textOf(block.children)
  return block.items
    .map((item, index) => {
      const bullet = block.start === null ? '- ' : `${block.start + index}. `
      return (
        bullet +
        item
          .map(blockText)
          .join('\n')
          .replaceAll('\n', `\n${' '.repeat(bullet.length)}`)
      )
    })
    .join('\n')
}
