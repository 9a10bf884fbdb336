// A deterministic random number generator: one stream per record, seeded by its type and id.

export class Chance {
  #state = 0
  #step = 1

  constructor(kind: string, id: number) {
    this.#state = scramble(seedOf(kind) ^ scramble(id))
    // The step differs too, because among a million records some start at the same number.
    this.#step = scramble(this.#state ^ id) | 1
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + this.#step) | 0
    return (scramble(this.#state) >>> 0) / 0x1_0000_0000
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** Each value with its percentage. */
  weighted<T>(shares: readonly (readonly [T, number])[]): T {
    let rest = this.next() * 100
    for (const [value, share] of shares) {
      rest -= share
      if (rest < 0) return value
    }
    return (shares.at(-1) as readonly [T, number])[0]
  }
}

const seeds = new Map<string, number>()

function seedOf(kind: string): number {
  let seed = seeds.get(kind)
  if (seed === undefined) {
    seed = [...kind].reduce((sum, letter) => scramble(sum + letter.charCodeAt(0)), 0)
    seeds.set(kind, seed)
  }
  return seed
}

// Every input bit affects every output bit.
function scramble(number: number): number {
  let bits = (number + 0x3c6ef372) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return bits ^ (bits >>> 15)
}
