// The text of an HTML mail, as lines. What is quoted has lines that start with `> `, as in text mails. Linear in the length.
import { decodeHTML } from 'entities'

/** Elements whose content is not text. */
const SKIPPED = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'svg'])
const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const PARAGRAPHS = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '))
const MAX_QUOTES = 20

export function htmlToText(html: string): string {
  const lower = html.toLowerCase()
  const lines: string[] = []
  let line = ''
  let quotes = 0
  const endLine = (isParagraph = false) => {
    const prefix = '> '.repeat(quotes)
    const text = line.replace(/[ \t\r\n\f]+/g, ' ').trim()
    if (text !== '') lines.push(prefix + text)
    if (isParagraph && lines.length > 0 && lines.at(-1) !== prefix) lines.push(prefix)
    line = ''
  }
  let position = 0
  while (position < html.length) {
    const start = html.indexOf('<', position)
    const text = html.slice(position, start === -1 ? html.length : start)
    if (text !== '') line += decodeHTML(text).replaceAll('\u00a0', ' ')
    if (start === -1) break
    if (html.startsWith('<!--', start)) {
      const end = html.indexOf('-->', start + 4)
      if (end === -1) break
      position = end + 3
      continue
    }
    const end = html.indexOf('>', start)
    if (end === -1) break
    position = end + 1
    const [, slash, name = ''] =
      /^<(\/?)([a-z][a-z0-9]*)/.exec(lower.slice(start, start + 20)) ?? []
    if (slash === '' && SKIPPED.has(name)) {
      const closing = lower.indexOf(`</${name}`, position)
      if (closing === -1) break
      position = closing
      continue
    }
    if (name === 'br') {
      const text = line.trim()
      endLine()
      // Two of them are an empty line.
      if (text === '') lines.push('> '.repeat(quotes))
    }
    if (!BLOCKS.has(name)) {
      if (name === 'td' || name === 'th') line += ' '
      continue
    }
    endLine(PARAGRAPHS.has(name))
    if (name === 'hr') lines.push('________________________________')
    if (name === 'li' && slash === '') line = '- '
    if (name === 'blockquote')
      quotes = slash === '' ? Math.min(quotes + 1, MAX_QUOTES) : Math.max(quotes - 1, 0)
  }
  endLine()
  return lines.map((one) => one.trimEnd()).join('\n')
}
