// Bodies of GET responses with their ETags. The least recently used leave first.

export type CacheLimits = { maxEntries?: number; maxBytes?: number }

export type CachedAnswer = { etag: string; text: string }

const DEFAULT_MAX_ENTRIES = 500
const DEFAULT_MAX_BYTES = 10_000_000

export class EtagCache {
  readonly #entries = new Map<string, CachedAnswer>()
  readonly #maxEntries: number
  readonly #maxBytes: number
  #bytes = 0

  constructor({ maxEntries = DEFAULT_MAX_ENTRIES, maxBytes = DEFAULT_MAX_BYTES }: CacheLimits) {
    this.#maxEntries = maxEntries
    this.#maxBytes = maxBytes
  }

  get(key: string): CachedAnswer | undefined {
    const entry = this.#entries.get(key)
    if (entry) {
      this.#entries.delete(key)
      this.#entries.set(key, entry)
    }
    return entry
  }

  set(key: string, entry: CachedAnswer): void {
    this.#delete(key)
    if (sizeOf(key, entry) > this.#maxBytes) return
    this.#entries.set(key, entry)
    this.#bytes += sizeOf(key, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) break
      this.#delete(oldest)
    }
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= sizeOf(key, entry)
  }
}

/** Strings take up to two bytes per character. */
const sizeOf = (key: string, { etag, text }: CachedAnswer) =>
  2 * (key.length + etag.length + text.length)
