// Generates titles and sentences with few duplicates among a million.

import type { Chance } from './chance.ts'
import { ADJECTIVES, AUDIENCES, MANNERS, NOUNS, SLOTS, VERBS } from './words.ts'

/** A title, and what it is about. */
export function title(chance: Chance): { text: string; noun: string } {
  let text = `${chance.pick(VERBS)} ${chance.pick(ADJECTIVES)}`
  const noun = chance.pick(NOUNS)
  text += ` ${noun}`
  if (chance.happens(0.9)) text += ` ${chance.pick(MANNERS)}`
  if (chance.happens(0.55)) text += ` ${chance.pick(AUDIENCES)}`
  return { text, noun }
}

/** Sentence templates: literal text and word lists for the gaps. */
export type Sentences = (string | string[])[][]

export function parseSentences(texts: string[]): Sentences {
  // The capture group makes every second part the name of a gap.
  return texts.map((text) =>
    text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 ? (SLOTS[piece] as string[]) : piece)),
  )
}

/** No sentence repeats while there are enough of them. */
export function compose(sentences: Sentences, count: number, chance: Chance): string {
  let text = ''
  const first = chance.below(sentences.length)
  for (let i = 0; i < count; i++) {
    if (i > 0) text += ' '
    for (const piece of sentences[(first + i) % sentences.length] as Sentences[number]) {
      text += typeof piece === 'string' ? piece : chance.pick(piece)
    }
  }
  return text
}
