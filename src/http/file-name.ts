// What an uploaded file is called: what the client said, made harmless.

const MOST_CHARACTERS = 255
const LONGEST_EXTENSION = 20

// Control characters, line separators, and marks that turn the direction of what follows, which make a name lie.
const INVISIBLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function cleanFileName(sent = ''): string {
  const base = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = base.replace(INVISIBLE, '').trim()
  return /^\.*$/.test(name) ? 'file' : shortened(name)
}

/** Its end is cut, but not its extension. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= MOST_CHARACTERS) return name
  const dot = characters.lastIndexOf('.')
  const isExtension = dot > 0 && characters.length - dot <= LONGEST_EXTENSION
  const extension = isExtension ? characters.slice(dot) : []
  return [...characters.slice(0, MOST_CHARACTERS - extension.length), ...extension].join('')
}
