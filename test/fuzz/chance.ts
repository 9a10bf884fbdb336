// Random choices that a seed repeats.

export type Chance = {
  /** From 0 to below 1. */
  next(): number
  /** From 0 to below the limit. */
  below(limit: number): number
  is(probability: number): boolean
  pick<T>(list: readonly T[]): T
}

/** mulberry32: small, fast and good enough to spread test data. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    is: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] as never,
  }
}
