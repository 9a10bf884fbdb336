// Why two titles are similar: the words that they share, also in another form ("export", "exporting").

const WORDS = /[\p{L}\p{N}]+/gu
const MIN_STEM = 4

/** Words that every title has. */
const STOP_WORDS = new Set(
  (
    'a about after all also am an and any are as at be been but by can could do does for from get has have how i if in into is it its ' +
    'make me more my need no not of on one or other our out please should so some than that the their them then there these they ' +
    'this to up us use want was we were what when where which who will with would you your ' +
    'aber alle allen als am an auch auf aus bei bitte bin bis da das dass dem den der des die dies diese dieser dieses doch dort du durch ein eine ' +
    'einem einen einer eines er es euch für haben hat ich ihr im in ist ja kann kein keine können man mehr mein mit muss nach nicht noch nur ob ' +
    'oder ohne sein sich sie sind so soll sollte über um und uns unser unter viel vom von vor wäre was wenn werden wie wir wird wo zu zum zur'
  ).split(' '),
)

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
    const isShared = !STOP_WORDS.has(lower) && others.some((one) => isSameWord(lower, one))
    parts.push({ text: word, isShared })
    end = index + word.length
  }
  if (end < title.length) parts.push({ text: title.slice(end), isShared: false })
  return parts
}

export const sharedWords = (parts: TitlePart[]): string[] => [
  ...new Set(parts.filter(({ isShared }) => isShared).map(({ text }) => text.toLocaleLowerCase())),
]
