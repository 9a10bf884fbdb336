// The tree as HTML, for pages, mails and clients. Everything that comes from the text is escaped.
import type { Block, Inline } from './parse.ts'

export type HtmlOptions = {
  /** Before paths of this service, where the HTML is shown elsewhere. */
  baseUrl?: string
}

export const toHtml = (blocks: Block[], options: HtmlOptions = {}): string =>
  blocks.map((block) => blockHtml(block, options)).join('')

const MARKS = { strong: 'strong', emphasis: 'em', strike: 's' }

function blockHtml(block: Block, options: HtmlOptions): string {
  const inside = (inlines: Inline[]) => inlines.map((one) => inlineHtml(one, options)).join('')
  switch (block.type) {
    case 'paragraph':
      return block.isTight ? inside(block.children) : `<p>${inside(block.children)}</p>`
    // The page around it has the first levels.
    case 'heading': {
      const level = Math.min(block.level + 2, 6)
      return `<h${level}>${inside(block.children)}</h${level}>`
    }
    case 'quote':
      return `<blockquote>${toHtml(block.children, options)}</blockquote>`
    case 'list': {
      const items = block.items.map((item) => `<li>${toHtml(item, options)}</li>`).join('')
      if (block.start === null) return `<ul>${items}</ul>`
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items}</ol>`
    }
    case 'code_block':
      return `<pre><code>${escapeText(block.text)}</code></pre>`
    case 'rule':
      return '<hr>'
  }
}

function inlineHtml(one: Inline, options: HtmlOptions): string {
  const address = (path: string) =>
    escapeText(path.startsWith('/') ? `${options.baseUrl ?? ''}${path}` : path)
  const inside = (inlines: Inline[]) => inlines.map((other) => inlineHtml(other, options)).join('')
  switch (one.type) {
    case 'text':
      return escapeText(one.text)
    case 'code':
      return `<code>${escapeText(one.text)}</code>`
    case 'break':
      return '<br>'
    case 'link':
      return `<a href="${address(one.href)}" rel="nofollow noopener noreferrer ugc">${inside(one.children)}</a>`
    case 'picture':
      return `<img src="${address(one.src)}" alt="${escapeText(one.alt)}" loading="lazy">`
    case 'mention':
      return `<span class="mention">@${escapeText(one.name)}</span>`
    default:
      return `<${MARKS[one.type]}>${inside(one.children)}</${MARKS[one.type]}>`
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For texts and for attributes in double quotes. */
const escapeText = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
