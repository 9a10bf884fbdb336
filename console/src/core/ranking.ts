// How well a command or a record fits what somebody typed.

/** Without case and accents. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

/** 0 for no match; the whole text, its beginning, the beginning of a word, of several words in any order, and anything else. */
export function scoreOf(text: string, query: string): number {
  const [shown, typed] = [fold(text), fold(query)]
  if (typed === '') return 1
  if (shown === typed) return 100
  if (shown.startsWith(typed)) return 80
  const words = shown.split(/[^\p{L}\p{N}#]+/u)
  const isWordStart = (part: string) => words.some((word) => word.startsWith(part))
  if (isWordStart(typed)) return 60
  const parts = typed.split(/\s+/)
  if (parts.length > 1 && parts.every(isWordStart)) return 50
  return shown.includes(typed) ? 40 : 0
}

const MAX_RECENT = 8

/** The latest first, each once. */
export const addRecent = <T extends { id: string }>(recent: readonly T[], used: T): T[] =>
  [used, ...recent.filter(({ id }) => id !== used.id)].slice(0, MAX_RECENT)
