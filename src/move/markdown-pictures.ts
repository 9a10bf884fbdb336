// Where the pictures of a Markdown text are, in its characters. Code is left alone. The time is linear in the text.

export type FoundPicture = { from: number; to: number } & (
  | { alt: string; address: string; isReference?: boolean }
  /** An element of HTML, which Markdown of others can have. */
  | { attributes: string }
  /** What only pictures refer to. Our Markdown has no references, and would show it. */
  | { isDefinition: true }
)

/** What can begin a picture or a definition, or a part of the text that has none. */
const START =
  /(?:^|(?<=\n))[ \t>]*(?:(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})|\[)|`+|!\[|<img\b|\\[!`\\<[]/gi

/** The words in brackets, the address, and a title. */
const PICTURE =
  /!\[((?:[^[\]\\]|\\[\s\S])*)\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\[^\s]|\([^\s()]*\))+))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y

/** The words in brackets, which are the name of a definition too where no other follows. */
const REFERENCE = /!\[((?:[^[\]\\]|\\[\s\S])*)\](?:\[((?:[^[\]\\]|\\[\s\S])*)\])?/y

/** The name, the address, and a title. Deeper lines are code. */
const DEFINITION =
  /(?: {0,3}>)* {0,3}\[((?:[^[\]\\]|\\[\s\S])+)\]:[ \t]*(?:\r?\n)?[ \t]*(?:<([^<>\n]*)>|(?!<)(\S+))(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t\r]*(?:\n|$)/y

const MAX_NAME = 999

/** Names are the same in small and capital letters, and with any space. */
const nameOf = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()

const ELEMENT = /<img\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/iy

/** In the order of the text. */
export function findMarkdownPictures(text: string): FoundPicture[] {
  if (!/!\[|<img\b/i.test(text)) return []
  const runs = new BacktickRuns(text)
  const found: Found[] = []
  const addresses = new Map<string, string>()
  const start = new RegExp(START)
  let endOfDefinition = 0
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const { index: from, 0: token, 1: fence } = match
    if (fence !== undefined && isFence(text, start.lastIndex, fence))
      start.lastIndex = endOfFence(text, start.lastIndex, fence)
    else if (token.endsWith('`') && !token.startsWith('\\'))
      start.lastIndex = runs.endOfCode(start.lastIndex) ?? start.lastIndex
    else if (token.endsWith('[') && token.startsWith('!')) {
      PICTURE.lastIndex = from
      REFERENCE.lastIndex = from
      const inline = PICTURE.exec(text)
      const [whole, alt = '', quoted, bare] = inline ?? REFERENCE.exec(text) ?? []
      if (whole === undefined) continue
      const to = from + whole.length
      const address = quoted ?? bare ?? ''
      if (!inline) found.push({ from, to, alt, name: nameOf(quoted || alt) })
      else if (address !== '') found.push({ from, to, alt, address })
      start.lastIndex = to
    } else if (token.endsWith('[') && !token.startsWith('\\')) {
      DEFINITION.lastIndex = from
      const [whole, name = '', quoted, bare] = DEFINITION.exec(text) ?? []
      if (whole === undefined || name.length > MAX_NAME) continue
      if (from !== endOfDefinition && !canBeginBlock(text, from)) continue
      endOfDefinition = from + whole.length
      const address = quoted ?? bare ?? ''
      if (!addresses.has(nameOf(name))) addresses.set(nameOf(name), address)
      found.push({ from, to: endOfDefinition, defined: nameOf(name), address })
      start.lastIndex = endOfDefinition
    } else if (token.startsWith('<')) {
      ELEMENT.lastIndex = from
      const [whole, attributes = ''] = ELEMENT.exec(text) ?? []
      if (whole === undefined) continue
      found.push({ from, to: from + whole.length, attributes })
      start.lastIndex = from + whole.length
    }
  }
  return resolve(text, found, addresses)
}

type Found =
  | FoundPicture
  | { from: number; to: number; alt: string; name: string }
  | { from: number; to: number; defined: string; address: string }

const INSIDE = /^data:/i

function resolve(text: string, found: Found[], addresses: Map<string, string>): FoundPicture[] {
  const named = new Set(found.map((one) => ('name' in one ? one.name : undefined)))
  const others = addresses.size === 0 ? new Set<string>() : namesBeside(text, found)
  return found.flatMap((one): FoundPicture[] => {
    const { from, to } = one
    if ('name' in one) {
      const address = addresses.get(one.name) ?? ''
      return address === '' ? [] : [{ from, to, alt: one.alt, address, isReference: true }]
    }
    if (!('defined' in one)) return [one]
    const isOfPictures = named.has(one.defined) && !others.has(one.defined)
    return isOfPictures || INSIDE.test(one.address) ? [{ from, to, isDefinition: true }] : []
  })
}

/** What else can be a reference, such as a link. */
function namesBeside(text: string, found: Found[]): Set<string> {
  const names = new Set<string>()
  let end = 0
  for (const { from, to } of [...found, { from: text.length, to: text.length }]) {
    for (const [, name = ''] of text.slice(end, from).matchAll(/\[((?:[^[\]\\]|\\[\s\S])+)\]/g))
      names.add(nameOf(name))
    end = to
  }
  return names
}

/** A line that goes on with a paragraph defines nothing. */
function canBeginBlock(text: string, from: number): boolean {
  if (from === 0) return true
  const before = text.slice(text.lastIndexOf('\n', from - 2) + 1, from - 1)
  return /^[ \t>\r]*(?:#{1,6}[ \t].*)?$/.test(before)
}

/** Behind three backticks there are none in the line. */
function isFence(text: string, after: number, fence: string): boolean {
  if (fence.startsWith('~')) return true
  const end = text.indexOf('\n', after)
  return !text.slice(after, end === -1 ? undefined : end).includes('`')
}

/** A fence that nothing ends goes to the end of the text. */
function endOfFence(text: string, after: number, fence: string): number {
  const end = new RegExp(`\\n[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*(?=\\n|$)`, 'g')
  end.lastIndex = after
  return end.exec(text) === null ? text.length : end.lastIndex
}

/** Code in a line ends with as many backticks as it begins with. */
class BacktickRuns {
  /** By length, where the runs begin, and which was asked for last. */
  readonly #runs = new Map<number, { starts: number[]; next: number }>()
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    for (const { index, 0: run } of text.matchAll(/`+/g)) {
      const known = this.#runs.get(run.length)
      if (known) known.starts.push(index)
      else this.#runs.set(run.length, { starts: [index], next: 0 })
    }
  }

  /** Of code whose first backticks end here. */
  endOfCode(after: number): number | undefined {
    let length = 0
    while (this.#text[after - length - 1] === '`') length++
    const runs = this.#runs.get(length)
    if (runs === undefined) return undefined
    while ((runs.starts[runs.next] ?? Number.POSITIVE_INFINITY) < after) runs.next++
    const start = runs.starts[runs.next]
    return start === undefined ? undefined : start + length
  }
}
