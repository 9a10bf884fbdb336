// Fenced code blocks of a Markdown page, and the comparison of an example with real output.

export type Block = { language: string; text: string; line: number }

export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [i, line] of markdown.split('\n').entries()) {
    const [, fence] = /^ *```(.*)$/.exec(line) ?? []
    if (open === undefined) {
      if (fence !== undefined) open = { language: fence.trim(), text: '', line: i + 1 }
    } else if (fence !== undefined) {
      blocks.push(open)
      open = undefined
    } else open.text += `${line}\n`
  }
  if (open) throw new Error(`The code block of line ${open.line} has no end.`)
  return blocks
}

const ANY = '…any'
const REST = '…rest'

/**
 * An example in JSON with omissions: `"id": …` is any value, and `…` as the last item of an object or a list
 * stands for further members.
 */
export function parseExample(text: string): unknown {
  const open: string[] = []
  let json = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|…|[^"[\]{}…]+/gs)) {
    if (token === '[' || token === '{') open.push(token)
    if (token === ']' || token === '}') open.pop()
    if (token !== '…') json += token
    else if (/:\s*$/.test(json)) json += `"${ANY}"`
    else json += open.at(-1) === '[' ? `"${REST}"` : `"${REST}": true`
  }
  return JSON.parse(json)
}

/** The differences between an example and real output, each with its path; empty when the output fits. */
export function compareExample(example: unknown, actual: unknown, path = '$'): string[] {
  if (example === ANY) return actual === undefined ? [`${path} is missing`] : []
  if (Array.isArray(example)) {
    if (!Array.isArray(actual)) return [`${path} is not a list`]
    const items = example.filter((item) => item !== REST)
    const isOpen = items.length < example.length
    if (isOpen ? actual.length < items.length : actual.length !== items.length)
      return [`${path} has ${actual.length} items`]
    return items.flatMap((item, i) => compareExample(item, actual[i], `${path}[${i}]`))
  }
  if (typeof example === 'object' && example !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(actual))
      return [`${path} is not an object`]
    const { [REST]: isOpen, ...members } = example as Record<string, unknown>
    const extra = isOpen ? [] : Object.keys(actual).filter((name) => !Object.hasOwn(members, name))
    return [
      ...extra.map((name) => `${path}.${name} is not in the example`),
      ...Object.entries(members).flatMap(([name, value]) =>
        compareExample(value, (actual as Record<string, unknown>)[name], `${path}.${name}`),
      ),
    ]
  }
  return example === actual
    ? []
    : [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(example)}`]
}
