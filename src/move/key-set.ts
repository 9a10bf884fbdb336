// Which keys there were, in 16 to 32 bytes each: a move has millions. Of a million keys two share a hash of 53 bits with a probability of
// one in ten thousand. Then the report names the second one as left out.

export class KeySet {
  #slots = new Float64Array(1024)
  #count = 0

  get size(): number {
    return this.#count
  }

  /** False when it was there. */
  add(key: string): boolean {
    if (this.#count * 2 >= this.#slots.length) this.#grow()
    const hash = hashOf(key)
    const at = this.#find(this.#slots, hash)
    if (this.#slots[at] === hash) return false
    this.#slots[at] = hash
    this.#count++
    return true
  }

  has(key: string): boolean {
    const hash = hashOf(key)
    return this.#slots[this.#find(this.#slots, hash)] === hash
  }

  /** The place of the hash, or the free one where it belongs. */
  #find(slots: Float64Array, hash: number): number {
    let at = hash % slots.length
    while (slots[at] !== 0 && slots[at] !== hash) at = (at + 1) % slots.length
    return at
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2)
    for (const hash of this.#slots) if (hash !== 0) larger[this.#find(larger, hash)] = hash
    this.#slots = larger
  }
}

/** 53 bits, never 0. Two rounds of FNV-1a with different starts. */
function hashOf(text: string): number {
  let a = 0x811c9dc5
  let b = 0x9747b28c
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code ^ (a >>> 7), 0x5bd1e995)
  }
  return ((a >>> 0) & 0x1fffff) * 0x1_0000_0000 + (b >>> 0) || 1
}
