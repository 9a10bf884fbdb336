// Text types: markup that a browser would run, and plain text.

const PLAIN = 'text/plain'

/** The file name selects one of the harmless text types. */
const BY_EXTENSION: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

// Allowed before the first element: white space, comments, processing instructions.
const PROLOGUE = /^(\s|<!--.*?(-->|$)|<\?.*?(\?>|$))+/s
const SVG = /^(<!doctype\s+svg\b|<([\w-]+:)?svg[\s>/])/i
const HTML =
  /^<(!doctype\s+html|(html|head|body|script|iframe|style|title|table|font|div|form|meta|link|base|object|embed|img|input|button|template|noscript|frameset|video|audio|span|pre|ul|ol|li|h[1-6]|br|hr|center|p|a|b|i)[\s>/])/i

export const isText = (head: Buffer) => decodeText(head) !== undefined

/** For text that a browser would treat as a document; undefined for everything else. */
export function markupType(head: Buffer): string | undefined {
  const text = decodeText(head)
  if (text === undefined || !/^\s*</.test(text)) return undefined
  const first = text.replace(PROLOGUE, '')
  if (SVG.test(first)) return 'image/svg+xml'
  if (HTML.test(first)) return 'text/html'
  return /^\s*<(\?xml|!doctype)\s/i.test(text) ? 'application/xml' : undefined
}

export function textType(head: Buffer, extension: string): string | undefined {
  if (!isText(head)) return undefined
  const byName = Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined
  // An empty file is text only if its name says so.
  return byName ?? (head.length > 0 || extension === 'txt' ? PLAIN : undefined)
}

/** Undefined for binary data: it contains control characters that text never has. */
function decodeText(head: Buffer): string | undefined {
  const text = decode(head)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is searched for
  return /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text
}

/** Spreadsheets still write UTF-16 with a byte order mark, and Windows code pages. */
function decode(head: Buffer): string {
  const mark = head.toString('hex', 0, 2)
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(head, { stream: true })
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(head, { stream: true })
  try {
    // As a stream, because the last character can be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(head)
  }
}
