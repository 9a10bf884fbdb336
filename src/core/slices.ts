// Long computations in slices: other requests run between them (docs/decisions/0026-large-bodies.md).
import { setImmediate } from 'node:timers/promises'
import { isHighSurrogate } from './values.ts'

const SLICE_MS = 10

export class Slices {
  #began = performance.now()

  /** Ask often; an `await` for every item would cost more than most items. */
  isOver(): boolean {
    return performance.now() - this.#began > SLICE_MS
  }

  /** Returns when everyone else had a turn. */
  async rest(): Promise<void> {
    await setImmediate()
    this.#began = performance.now()
  }
}

/** The items, with pauses in between. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  const slices = new Slices()
  for (const item of items) {
    yield item
    if (slices.isOver()) await slices.rest()
  }
}

const PIECE_LENGTH = 65_536

/** No piece ends within a character, so each can be encoded on its own. */
export function* splitText(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE_LENGTH
    const piece = text.slice(start, isHighSurrogate(text, end - 1) ? end - 1 : end)
    yield piece
    start += piece.length
  }
}

export function* splitBytes(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_LENGTH)
    yield bytes.subarray(start, start + PIECE_LENGTH)
}

export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, i: number) => R,
): Promise<R[]> {
  const slices = new Slices()
  const results: R[] = []
  for (const [i, item] of items.entries()) {
    results.push(map(item, i))
    if (slices.isOver()) await slices.rest()
  }
  return results
}

/** The JSON of a list. */
export const stringifyInSlices = async (items: readonly unknown[]): Promise<string> =>
  `[${(await mapInSlices(items, (item) => JSON.stringify(item))).join(',')}]`
