// The Markdown that descriptions in the OpenAPI document use: paragraphs, lists, **strong**, `code` and [links](/).
import { escapeHtml } from '../../core/escape-html.ts'
import type { Html } from '../../texts/html.ts'

export const inline = (text: string): Html => ({
  html: escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\[([^\]]+)\]\(([/#][^)\s]*)\)/g, '<a href="$2">$1</a>'),
})

export type Block = { title: string | undefined; content: Html }

/** One block for each paragraph. A paragraph that begins in bold, or a heading line, gives its block a title. */
export function blocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map(block)
}

function block(paragraph: string): Block {
  const [, heading, below = ''] = /^#+ +(.+)(?:\n([\s\S]*))?$/.exec(paragraph) ?? []
  if (heading !== undefined) return { title: heading, content: body(below) }
  const [, lead = '', rest = ''] = /^\*\*([^*]+?)\*\*\s*([\s\S]*)$/.exec(paragraph) ?? []
  if (lead === '') return { title: undefined, content: body(paragraph) }
  // "**Paging.** Every list …" is a title before a sentence; "**Filters** take …" is the sentence's own first word.
  return lead.endsWith('.')
    ? { title: lead.slice(0, -1), content: body(rest) }
    : { title: lead, content: body(`${lead} ${rest}`) }
}

function body(text: string): Html {
  if (text.trim() === '') return { html: '' }
  const lines = text.split('\n')
  if (!lines.every((line) => /^[-*] |^ {2}/.test(line)))
    return { html: `<p>${inline(lines.join(' ')).html}</p>` }
  const items = text.split(/(?:^|\n)[-*] /).filter((item) => item.trim() !== '')
  return { html: `<ul>${items.map((item) => `<li>${inline(item).html}</li>`).join('')}</ul>` }
}
