// Files that nobody needs any more: of deleted records, of uploads that nothing linked, and of what a crash left.
import type { Context } from '../context.ts'
import { isKey } from '../store/keys.ts'
import type { StoredFile } from '../store/store.ts'
import {
  claimSweep,
  clearRemovedFiles,
  deleteUnlinkedAttachments,
  findOrphanedFiles,
  listRemovedFiles,
} from '../write/file-sweep.ts'
import { thumbnailKey } from '../write/thumbnails.ts'

export type FileTaskContext = Pick<Context, 'db' | 'store'>

const BATCH_SIZE = 500
// Longer than any upload may take, so that what is under way is never taken for a leftover.
const OLD_MS = 3_600_000

export const sweepCutoff = () => new Date(Date.now() - OLD_MS)

export async function sweepFiles(files: FileTaskContext): Promise<'again' | undefined> {
  const unlinked = await deleteUnlinkedAttachments(files.db, BATCH_SIZE)
  const removed = await removeDeleted(files)
  if (unlinked === BATCH_SIZE || removed === BATCH_SIZE) return 'again'
  if (await claimSweep(files.db)) await sweepLeftovers(files, sweepCutoff())
  return undefined
}

/** Removing twice is fine, so a crash on the way costs nothing. */
async function removeDeleted({ db, store }: FileTaskContext): Promise<number> {
  const keys = await listRemovedFiles(db, BATCH_SIZE)
  for (const key of keys.filter(isKey)) {
    await store.remove(thumbnailKey(key))
    await store.remove(key)
  }
  await clearRemovedFiles(db, keys)
  return keys.length
}

/** Removes what has no record and is older than this; how many files and unfinished uploads. */
export async function sweepLeftovers(
  files: FileTaskContext,
  before: Date,
): Promise<{ files: number; unfinished: number }> {
  let count = 0
  for await (const { key } of filesWithoutRecord(files, before)) {
    await files.store.remove(key)
    count += 1
  }
  return { files: count, unfinished: await files.store.sweepUnfinished(before) }
}

export async function* filesWithoutRecord(
  { db, store }: FileTaskContext,
  before: Date,
): AsyncGenerator<StoredFile> {
  for await (const some of inBatches(store.list())) {
    const old = some.filter(({ modifiedAt }) => modifiedAt < before)
    const unknown = new Set(await findOrphanedFiles(db, [...new Set(old.map(ownerOf))]))
    yield* old.filter((file) => unknown.has(ownerOf(file)))
  }
}

/** The key of the file itself, also for its thumbnail. */
const ownerOf = ({ key }: StoredFile) => key.split('.', 1)[0] as string

async function* inBatches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const one of all) {
    batch.push(one)
    if (batch.length < BATCH_SIZE) continue
    yield batch
    batch = []
  }
  yield batch
}
