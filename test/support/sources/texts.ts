// Texts of accounts as other products have them, and what a text says whatever its format is. Markdown is read by a parser that is set up
// here, not by that of the service.
import MarkdownIt, { type Token } from 'markdown-it'
import type { Text } from './account.ts'

const NOT_OURS = ['code', 'table', 'lheading', 'reference']
const parser = new MarkdownIt({ breaks: true }).disable(NOT_OURS)
const renderer = new MarkdownIt({ breaks: true, linkify: true, xhtmlOut: true }).disable(NOT_OURS)
renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

const PICTURES = /!\[((?:\\.|[^\]\\])*)\]\(\/files\/([0-9a-z]+)\)/g

export const picturesIn = ({ body }: Text): string[] =>
  [...body.matchAll(PICTURES)].map(([, , key = '']) => key)

/** What the texts of a product show in place of a picture. */
type ShowPicture = (key: string, alt: string) => string

export const asMarkdown = ({ body, isMarkdown }: Text, show: ShowPicture): string =>
  isMarkdown
    ? body.replace(PICTURES, (_, alt: string, key: string) => show(key, alt))
    : body.replace(/[!-/:-@[-`{-~]/g, '\\$&')

/** Editors of the web write paragraphs into the items of lists; other programs do not. */
export function asHtml(text: Text, show: ShowPicture, hasParagraphsInItems = false): string {
  const { body, isMarkdown } = text
  if (!isMarkdown)
    return body
      .split('\n\n')
      .map((part) => `<p>${renderer.utils.escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
      .join('')
  const tokens = renderer.parse(asMarkdown(text, show), {})
  if (hasParagraphsInItems) for (const token of tokens) token.hidden = false
  return renderer.renderer.render(tokens, renderer.options, {})
}

type Read = { pictureOf: (src: string) => string }

/** What a text says: its words, links, lists, emphasis and pictures. */
export const wordsOf = (
  { body, isMarkdown }: Text,
  pictureOf: Read['pictureOf'] = (src) => src,
): string =>
  (isMarkdown
    ? wordsOfBlocks(parser.parse(body, {}), { pictureOf })
    : body.split(/\n{2,}/).map((part) => part.split('\n').map(squeeze).join('\n'))
  )
    .join('\n\n')
    .trim()

const squeeze = (text: string) => text.replace(/[ \t]+/g, ' ').trim()

function wordsOfBlocks(tokens: Token[], read: Read): string[] {
  const blocks: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.nesting === 0) {
      if (token.type === 'inline') blocks.push(wordsOfInline(token.children ?? [], read))
      else blocks.push(token.type === 'hr' ? '---' : `⟨${token.content.trim()}⟩`)
      continue
    }
    const end = endOf(tokens, at)
    const inside = wordsOfBlocks(tokens.slice(at + 1, end), read)
    const text = inside.join('\n\n')
    if (token.type === 'heading_open') blocks.push(`${'#'.repeat(Number(token.tag[1]))} ${text}`)
    else if (token.type === 'blockquote_open') blocks.push(text.replace(/^/gm, '> '))
    else if (token.type === 'list_item_open') blocks.push(`• ${inside.join('\n')}`)
    else if (/_list_open$/.test(token.type))
      blocks.push(
        inside
          .map((item, i) =>
            token.type[0] === 'b'
              ? item
              : item.replace('•', `${Number(token.attrGet('start') ?? 1) + i}.`),
          )
          .join('\n')
          .replace(/^/gm, '  '),
      )
    else blocks.push(...inside)
    at = end
  }
  return blocks
}

function endOf(tokens: Token[], start: number): number {
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    depth += (tokens[at] as Token).nesting
    if (depth === 0) return at
  }
  return tokens.length
}

/** The words for a picture have no format. */
const altOf = ({ children }: Token) => (children ?? []).map(({ content }) => content).join('')

/** They can be encoded. */
const withBrackets = (href: string) => href.replaceAll('%28', '(').replaceAll('%29', ')')

const MARKS: Record<string, string> = { strong_open: 'b', em_open: 'i', s_open: 's' }

function wordsOfInline(tokens: Token[], read: Read): string {
  let text = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.nesting === 1) {
      const end = endOf(tokens, at)
      const inside = wordsOfInline(tokens.slice(at + 1, end), read)
      const href = token.attrGet('href')
      const mark = MARKS[token.type]
      if (mark !== undefined) text += `⟨${mark}⟩${inside}⟨/${mark}⟩`
      else
        text +=
          href === null || href === inside ? inside : `⟦${inside} → ${withBrackets(String(href))}⟧`
      at = end
    } else if (token.type === 'code_inline') text += `⟨${token.content}⟩`
    else if (token.type === 'image')
      text += `⟨picture ${altOf(token)} ${read.pictureOf(String(token.attrGet('src')))}⟩`
    else if (/break$/.test(token.type)) text += '\n'
    else text += token.content
  }
  return text.split('\n').map(squeeze).join('\n')
}

/** For a product whose texts have no format: what somebody would write there. */
export const asPlain = (text: Text): string =>
  text.isMarkdown
    ? wordsOf({ ...text, body: text.body.replace(PICTURES, '') })
        .replace(/⟨\/?[bis]⟩/g, '')
        .replace(/⟦(.*?) → (.*?)⟧/g, '$1 ($2)')
        .replace(/[⟨⟩]/g, '')
        .trim()
    : text.body
