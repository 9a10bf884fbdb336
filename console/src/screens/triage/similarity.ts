// Why two titles are similar: the words that they share, also in another form ("export", "exporting").

const WORDS = /[\p{L}\p{N}]+/gu
const MIN_STEM = 4

const wordsOf = (text: string): string[] => text.toLocaleLowerCase().match(WORDS) ?? []

/** Short words say nothing alone. Longer ones can end differently. */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return a.length >= 3
  const length = Math.max(MIN_STEM, Math.min(a.length, b.length) - 3)
  return a.length >= length && b.length >= length && a.slice(0, length) === b.slice(0, length)
}

export type TitlePart = { text: string; isShared: boolean }

/** The title in parts, those that the other title shares marked. */
export function compareTitles(title: string, other: string): TitlePart[] {
  const others = wordsOf(other)
  const parts: TitlePart[] = []
  let end = 0
  for (const { 0: word, index } of title.matchAll(WORDS)) {
    if (index > end) parts.push({ text: title.slice(end, index), isShared: false })
    const lower = word.toLocaleLowerCase()
    parts.push({ text: word, isShared: others.some((one) => isSameWord(lower, one)) })
    end = index + word.length
  }
  if (end < title.length) parts.push({ text: title.slice(end), isShared: false })
  return parts
}

export const sharedWords = (parts: TitlePart[]): string[] => [
  ...new Set(parts.filter(({ isShared }) => isShared).map(({ text }) => text.toLocaleLowerCase())),
]
