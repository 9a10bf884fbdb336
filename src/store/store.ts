// Where files live: a directory or a bucket.
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { bucketStore } from './bucket.ts'
import { diskStore } from './disk.ts'

/** Keys are ours, 32 to 64 hex digits and, for what is derived, a suffix (`.webp`); any other is refused. */
export type Store = {
  /** Takes all the bytes; when it resolves they survive a crash. What fails or is aborted leaves nothing behind. */
  put(key: string, bytes: Readable): Promise<void>
  /** The bytes, or a part of them (both ends inclusive); undefined when there is no such file. */
  read(key: string, part?: Part): Promise<Readable | undefined>
  /** In bytes; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>
  /** Removing what is not there is fine. */
  remove(key: string): Promise<void>
  /** Every whole file, as they come. */
  list(): AsyncIterable<StoredFile>
  /** Removes what interrupted puts left aside before that time, and says how many. */
  sweepUnfinished(before: Date): Promise<number>
  /** An address that serves the file by itself for ten minutes; absent where the store has none. */
  presigned?(key: string, as: ServedAs): Promise<string>
  /** Tries to write, and says in a sentence where files live or what is wrong. */
  state(): Promise<StoreState>
}

export type Part = { start: number; end: number }
export type StoredFile = { key: string; size: number; modifiedAt: Date }
export type ServedAs = { contentType: string; disposition: string }
/** `freeBytes` is null where nobody knows. */
export type StoreState = { ok: boolean; text: string; freeBytes: number | null }

export function openStore({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): Store {
  return bucket ? bucketStore(bucket) : diskStore(join(dataDir, 'files'))
}
