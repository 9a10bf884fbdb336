// What the parts of the loader share.
import type { Db } from '../db/db.ts'
import type { Store } from '../store/store.ts'
import type { KeyedKind, Kind, Manifest } from './form.ts'
import { KeySet } from './key-set.ts'
import { STORAGE } from './kinds.ts'
import type { Move } from './move.ts'
import type { ProblemList } from './problems.ts'
import type { LineMapping, Problem } from './reader.ts'

export type Counts = {
  /** New records. */
  created: number
  changed: number
  unchanged: number
  /** Records that existed before the move, and are used as they are. */
  matched: number
  left_out: number
}

export const noCounts = (): Counts => ({
  created: 0,
  changed: 0,
  unchanged: 0,
  matched: 0,
  left_out: 0,
})

export type Brought = Record<KeyedKind, KeySet>

export const noKeys = (): Brought =>
  Object.fromEntries(Object.keys(STORAGE).map((kind) => [kind, new KeySet()])) as Brought

export type Loaded = {
  move: Move
  counts: Record<Kind, Counts>
  problems: ProblemList
  /** What a repeated run created or changed. Null where an earlier run was not complete. */
  brought: Brought | null
}

export type LoadContext = {
  /** One connection (onOneConnection). */
  db: Db
  store: Pick<Store, 'put'>
  folder: string
  manifest: Manifest
  mapped: LineMapping
  /** An earlier run brought everything that the source had then. */
  isRepeated?: boolean
  signal: AbortSignal
  /** Bytes of a kind that were read. */
  progress(kind: Kind, bytes: number): void
}

export const leftOut = (
  kind: Kind,
  { line, key }: { line: number; key: string },
  message: string,
): Problem => ({ kind, line, key, message, isLeftOut: true })

const UNIQUE_VIOLATION = '23505'
const MAX_ATTEMPTS = 5

/** Somebody created a record with the same id or address meanwhile. The next attempt sees it. */
export async function withFreshIds<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION || attempt === MAX_ATTEMPTS)
        throw error
    }
  }
}
