// A cache of bounded size that drops what was not used for longest.

export class LruCache<V> {
  readonly #maxSize: number
  // A map keeps the order of insertion; a use inserts again.
  readonly #entries = new Map<string, { value: V; size: number }>()
  #size = 0

  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Returns the keys that had to go. The new entry stays, however large. */
  set(key: string, value: V, size: number): string[] {
    this.delete(key)
    this.#entries.set(key, { value, size })
    this.#size += size
    const dropped: string[] = []
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize || oldest === key) break
      this.delete(oldest)
      dropped.push(oldest)
    }
    return dropped
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }
}
