// The store of uploaded files, whatever holds the bytes.
import type { Readable } from 'node:stream'

/** A key is 32 to 64 hexadecimal digits, with a suffix such as `.webp` for a derived file; others are rejected. */
export type Store = {
  /** Stores all the bytes; they survive a crash once this resolves. A failed or aborted put leaves nothing behind. */
  put(key: string, bytes: Readable): Promise<void>
  /** The bytes, or the part of them; undefined when there is no such file. */
  read(key: string, part?: Part): Promise<Readable | undefined>
  /** In bytes; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Does nothing when there is no such file. */
  remove(key: string): Promise<void>
  /** Every complete file, in any order. */
  list(): AsyncIterable<StoredFile>
  /** Removes the leftovers of puts that were interrupted before that time, and returns how many. */
  sweepUnfinished(before: Date): Promise<number>
  /** A URL that serves the file for ten minutes; absent where the store has none. */
  presignUrl?(key: string, as: ResponseHeaders): Promise<string>
  /** Tries to write, and describes where files are or what is wrong. */
  check(): Promise<StoreCheck>
}

/** Both ends are included. */
export type Part = { start: number; end: number }
export type StoredFile = { key: string; size: number; modifiedAt: Date }
export type ResponseHeaders = { contentType: string; disposition: string }
/** `freeBytes` is null where it is not known. */
export type StoreCheck = { ok: boolean; text: string; freeBytes: number | null }
