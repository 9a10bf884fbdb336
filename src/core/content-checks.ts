// What is looked for in a text that people send: links and words.

/** Invisible characters, which would split a word: soft hyphen, zero-width spaces and joiners, byte order mark. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** One form for texts that look the same, such as full-width letters. */
const normalize = (text: string): string =>
  text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase().normalize('NFKC')

const LINK = /\bhttps?:\/\/|\bwww\.(?=[\p{L}\p{N}])/giu

export function countLinks(text: string): number {
  // `https://www.` is one link.
  return [
    ...normalize(text)
      .replace(/(https?:\/\/)www\./g, '$1')
      .matchAll(LINK),
  ].length
}

const LETTER = '[\\p{L}\\p{M}\\p{N}_]'
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

const escapeRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

function toPattern(word: string): string {
  const letters = [...word]
  const isLetter = (letter = '') => new RegExp(LETTER, 'u').test(letter) && !UNSPACED.test(letter)
  const before = isLetter(letters[0]) ? `(?<!${LETTER})` : ''
  const after = isLetter(letters.at(-1)) ? `(?!${LETTER})` : ''
  return before + letters.map(escapeRegExp).join('').replace(/\s+/g, '\\s+') + after
}

const compiled = new WeakMap<readonly string[], RegExp | null>()

/** Whole words and phrases, ignoring case. The list is compiled once. */
export function containsWord(text: string, words: readonly string[]): boolean {
  let pattern = compiled.get(words)
  if (pattern === undefined) {
    const patterns = words.map((word) => normalize(word.trim())).filter((word) => word !== '')
    pattern = patterns.length === 0 ? null : new RegExp(patterns.map(toPattern).join('|'), 'u')
    compiled.set(words, pattern)
  }
  return pattern?.test(normalize(text)) ?? false
}
