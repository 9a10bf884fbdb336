// Cleans the file name that a client sends with an upload.

const MAX_LENGTH = 255
const MAX_EXTENSION_LENGTH = 20

// Control characters, line separators, and marks that change the text direction, which can disguise an extension.
const UNSAFE_CHARACTERS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

export function cleanFileName(name = ''): string {
  const base = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const cleaned = base.replace(UNSAFE_CHARACTERS, '').trim()
  return /^\.*$/.test(cleaned) ? 'file' : shorten(cleaned)
}

/** Cuts the end of the name but keeps the extension. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_LENGTH) return name
  const dot = characters.lastIndexOf('.')
  const isExtension = dot > 0 && characters.length - dot <= MAX_EXTENSION_LENGTH
  const extension = isExtension ? characters.slice(dot) : []
  return [...characters.slice(0, MAX_LENGTH - extension.length), ...extension].join('')
}
