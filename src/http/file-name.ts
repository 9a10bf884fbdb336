// What an uploaded file is called: what the client said, made harmless.

const MAX_LENGTH = 255
const MAX_EXTENSION_LENGTH = 20

// Control characters, line separators, and marks that turn the direction of what follows, which make a name lie.
const UNSAFE_CHARACTERS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function cleanFileName(sent = ''): string {
  const base = sent.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = base.replace(UNSAFE_CHARACTERS, '').trim()
  return /^\.*$/.test(name) ? 'file' : shorten(name)
}

/** Its end is cut, but not its extension. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_LENGTH) return name
  const dot = characters.lastIndexOf('.')
  const isExtension = dot > 0 && characters.length - dot <= MAX_EXTENSION_LENGTH
  const extension = isExtension ? characters.slice(dot) : []
  return [...characters.slice(0, MAX_LENGTH - extension.length), ...extension].join('')
}
