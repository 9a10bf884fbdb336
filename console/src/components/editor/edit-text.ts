// What the buttons and keys of the editor do to a text: which part is replaced by what, and what is selected then.

export type Selected = { text: string; start: number; end: number }

export type Edit = { from: number; to: number; insert: string; start: number; end: number }

/** Puts marks around the selection, or takes them away. Nothing selected: the caret is between them. */
export function toggleMark({ text, start, end }: Selected, mark: string): Edit {
  const size = mark.length
  const inside = text.slice(start, end)
  if (text.slice(start - size, start) === mark && text.slice(end, end + size) === mark)
    return {
      from: start - size,
      to: end + size,
      insert: inside,
      start: start - size,
      end: end - size,
    }
  // Marks do not work with spaces inside of them.
  const [, before = '', middle = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inside) ?? []
  const from = start + before.length
  return {
    from,
    to: end - after.length,
    insert: mark + middle + mark,
    start: from + size,
    end: from + size + middle.length,
  }
}

const PREFIX = /^(?:[-*+] |\d{1,9}[.)] |> )/

/** Puts a prefix before every selected line, or takes it away where all have it. */
export function toggleLines(
  { text, start, end }: Selected,
  prefixOf: (index: number) => string,
): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd === -1 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const isSet = lines.every((line, index) => line.startsWith(prefixOf(index)))
  const insert = lines
    .map((line, index) => (isSet ? '' : prefixOf(index)) + line.replace(PREFIX, ''))
    .join('\n')
  const isOneCaret = start === end
  const last = from + insert.length
  return { from, to, insert, start: isOneCaret ? last : from, end: last }
}

export const bullet = () => '- '
export const numbered = (index: number) => `${index + 1}. `
export const quoted = () => '> '

/** A link with the selected words, and its address selected to be typed; or the other way round. */
export function insertLink({ text, start, end }: Selected, address = ''): Edit {
  const words = text.slice(start, end)
  const insert = `[${words}](${address || 'https://'})`
  const inside = start + words.length + 3
  if (words === '') return { from: start, to: end, insert, start: start + 1, end: start + 1 }
  const caret = start + insert.length
  return address === ''
    ? { from: start, to: end, insert, start: inside, end: caret - 1 }
    : { from: start, to: end, insert, start: caret, end: caret }
}

export const replaceSelection = ({ start, end }: Selected, insert: string): Edit => {
  const caret = start + insert.length
  return { from: start, to: end, insert, start: caret, end: caret }
}

/** Enter within a list or a quote: the next line begins like this one; an empty item ends the list. */
export function continueLine({ text, start, end }: Selected): Edit | undefined {
  if (start !== end) return undefined
  const from = text.lastIndexOf('\n', start - 1) + 1
  const [whole, indent = '', mark = '', number, dot = ''] =
    /^([ \t]*)([-*+] |> |(\d{1,9})([.)]) )/.exec(text.slice(from, start)) ?? []
  if (whole === undefined) return undefined
  // A blank line, or the next line would still belong to the item above.
  if (from + whole.length === start)
    return { from, to: start, insert: '\n', start: from + 1, end: from + 1 }
  const next = number === undefined ? mark : `${Number(number) + 1}${dot} `
  return replaceSelection({ text, start, end }, `\n${indent}${next}`)
}

/** The beginning of a name after an @, up to the caret. */
export function typedMention({
  text,
  start,
  end,
}: Selected): { from: number; name: string } | undefined {
  if (start !== end) return undefined
  const [, name] =
    /(?:^|[\s(])@((?:[\p{L}\p{N}._-]+ ?){0,2})$/u.exec(
      text.slice(Math.max(0, start - 60), start),
    ) ?? []
  return name === undefined ? undefined : { from: start - name.length - 1, name }
}

export const isWebAddress = (text: string) => /^https?:\/\/\S+$/.test(text)
