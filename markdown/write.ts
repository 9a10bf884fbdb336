// Texts that become Markdown.
import { type Block, type Inline, parseMarkdown, toText } from './parse.ts'

const SPECIAL = /[\\`*_[\]<>&~]/g
/** What begins a heading, a list, a quote or a rule, up to its sign. */
const LINE_START = /^(\s*\d{0,9})(?=[#\-+>=.)])/gm

const escapeText = (text: string) => text.replace(SPECIAL, '\\$&')

/** What a mention of a person is in a text. Its name is for readers who do not know what the person is called today. */
export const mentionOf = (user: number, name: string): string =>
  `[@${escapeText(name.replace(/\s+/g, ' '))}](mention:${user})`

export const pictureOf = (path: string, alt: string): string =>
  `![${escapeText(alt.replace(/\s+/g, ' '))}](${path})`

/** Plain text that looks the same as Markdown: unchanged where it means nothing there, with backslashes otherwise. */
export function fromPlainText(text: string): string {
  if (isPlain(parseMarkdown(text), text)) return text
  return escapeText(text).replace(LINE_START, '$1\\')
}

const isPlain = (blocks: Block[], text: string): boolean =>
  blocks.every((block) => block.type === 'paragraph' && block.children.every(isPlainInline)) &&
  squeeze(toText(blocks)) === squeeze(text)

const isPlainInline = (one: Inline): boolean =>
  one.type === 'text' ||
  one.type === 'break' ||
  (one.type === 'link' && one.children.every((child) => child.type === 'text'))

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The people whom a text mentions, at most `limit` of them. */
export function mentionedUsers(text: string, limit: number): number[] {
  const found = new Set<number>()
  walk(parseMarkdown(text), (one) => one.type === 'mention' && found.add(one.user))
  return [...found].slice(0, limit)
}

/** The paths of the files that a text shows. */
export function shownFiles(text: string): string[] {
  const found = new Set<string>()
  walk(parseMarkdown(text), (one) => one.type === 'picture' && found.add(one.src))
  return [...found]
}

function walk(nodes: (Block | Inline)[], visit: (node: Block | Inline) => void): void {
  for (const node of nodes) {
    visit(node)
    if ('items' in node) for (const item of node.items) walk(item, visit)
    if ('children' in node) walk(node.children, visit)
  }
}
