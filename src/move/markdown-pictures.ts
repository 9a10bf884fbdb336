// Where the pictures of a Markdown text are, in its characters. Code is left alone. The time is linear in the text.

export type FoundPicture = { from: number; to: number } & (
  | { alt: string; address: string }
  /** An element of HTML, which Markdown of others can have. */
  | { attributes: string }
)

/** What can begin a picture, or a part of the text that has none. */
const START =
  /(?:^|(?<=\n))[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})|`+|!\[|<img\b|\\[!`\\<[]/gi

/** The words in brackets, the address, and a title. */
const PICTURE =
  /!\[((?:[^[\]\\]|\\[\s\S])*)\]\(\s*(?:<([^<>\n]*)>|((?:[^\s()<>\\]|\\[^\s]|\([^\s()]*\))+))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y

const ELEMENT = /<img\b((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/iy

/** In the order of the text. */
export function findMarkdownPictures(text: string): FoundPicture[] {
  if (!/!\[|<img\b/i.test(text)) return []
  const runs = new BacktickRuns(text)
  const found: FoundPicture[] = []
  const start = new RegExp(START)
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const { index: from, 0: token, 1: fence } = match
    if (fence !== undefined && isFence(text, start.lastIndex, fence))
      start.lastIndex = endOfFence(text, start.lastIndex, fence)
    else if (token.endsWith('`') && !token.startsWith('\\'))
      start.lastIndex = runs.endOfCode(start.lastIndex) ?? start.lastIndex
    else if (token.endsWith('[') && token.startsWith('!')) {
      PICTURE.lastIndex = from
      const [whole, alt = '', quoted, bare] = PICTURE.exec(text) ?? []
      if (whole === undefined) continue
      const address = quoted ?? bare ?? ''
      if (address !== '') found.push({ from, to: from + whole.length, alt, address })
      start.lastIndex = from + whole.length
    } else if (token.startsWith('<')) {
      ELEMENT.lastIndex = from
      const [whole, attributes = ''] = ELEMENT.exec(text) ?? []
      if (whole === undefined) continue
      found.push({ from, to: from + whole.length, attributes })
      start.lastIndex = from + whole.length
    }
  }
  return found
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
