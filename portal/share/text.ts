// Texts as the fonts of pictures can draw them. What they cannot draw is left out: a box for each letter would say nothing.

/** The alphabets, each with the package and the part of its files that has them. */
export const FONTS = [
  { font: 'inter', part: 'latin', letters: /[ -\u00ff]/ },
  { font: 'inter', part: 'latin-ext', letters: /[\u0100-\u02ff\u1e00-\u1eff\u20a0-\u20c0]/ },
  { font: 'inter', part: 'vietnamese', letters: /[\u0102-\u0103\u01a0-\u01b0\u1ea0-\u1ef9\u20ab]/ },
  { font: 'inter', part: 'greek', letters: /[\u0370-\u03ff]/ },
  { font: 'inter', part: 'cyrillic', letters: /[\u0400-\u045f\u0490-\u0491\u2116]/ },
  { font: 'inter', part: 'cyrillic-ext', letters: /[\u0460-\u048f\u0492-\u052f]/ },
  { font: 'noto-sans-arabic', part: 'arabic', letters: /\p{Script=Arabic}/u },
  { font: 'noto-sans-hebrew', part: 'hebrew', letters: /\p{Script=Hebrew}/u },
]

const isDrawn = (character: string) =>
  /^[\u2000-\u206f\u2122\u2212]$/.test(character) ||
  FONTS.some(({ letters }) => letters.test(character))

// They show nothing, but the one that keeps letters of Persian words apart does.
const UNSEEN = /(?!\u200c)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Undefined when most letters would be missing. */
export function drawable(text: string): string | undefined {
  const composed = text.normalize('NFC').replace(/\s+/g, ' ').replace(UNSEEN, '')
  const drawn = [...composed].filter(isDrawn).join('').replace(/ +/g, ' ').trim()
  const left = countLetters(drawn)
  return left > 0 && left * 2 >= countLetters(composed) ? drawn : undefined
}

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** At most so many characters, without half a word where there are words. */
export function cut(text: string, max: number): string {
  const characters = [...text]
  if (characters.length <= max) return text
  const start = characters.slice(0, max - 1).join('')
  const end = start.lastIndexOf(' ')
  return `${(end > start.length / 2 ? start.slice(0, end) : start).replace(/[\s.,;:–-]+$/, '')}…`
}

/** The first letter decides the direction. */
export const isRightToLeft = (text: string) =>
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
