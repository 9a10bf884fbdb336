// Texts as the fonts of pictures can draw them. What they cannot draw is left out: a box for each letter would say nothing.

/** Each is a package of @expo-google-fonts, whose files are named like it. Inter has what is common to all alphabets. */
export const FONTS = [
  {
    font: 'inter',
    file: 'Inter',
    letters:
      /[ -\u02ff\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20ac\u2116\u2122\u2190-\u2193\u2212]/,
  },
  { font: 'noto-sans-arabic', file: 'NotoSansArabic', letters: /\p{Script=Arabic}|\u200c/u },
  { font: 'noto-sans-hebrew', file: 'NotoSansHebrew', letters: /\p{Script=Hebrew}/u },
]

const isDrawn = (character: string) => FONTS.some(({ letters }) => letters.test(character))

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
