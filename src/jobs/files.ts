// Removes files that are no longer needed: of deleted attachments, of uploads that were never linked, and leftovers of crashes.
import type { Context } from '../context.ts'
import { findOrphanedFiles, listRemovedFiles } from '../read/file.ts'
import { isKey } from '../store/keys.ts'
import type { StoredFile } from '../store/store.ts'
import {
  clearRemovedFiles,
  deleteUnlinkedAttachments,
  requestFileRemoval,
} from '../write/background/file-sweep.ts'
import { thumbnailKey } from '../write/background/thumbnails.ts'

export type FileTaskContext = Pick<Context, 'db' | 'store'>

const BATCH_SIZE = 500
// Longer than any upload takes, so that an upload in progress is never removed.
const LEFTOVER_AGE_MS = 3_600_000

const sweepCutoff = () => new Date(Date.now() - LEFTOVER_AGE_MS)

export async function sweepFiles(files: FileTaskContext): Promise<void> {
  while ((await deleteUnlinkedAttachments(files.db, BATCH_SIZE)) === BATCH_SIZE);
  await sweepLeftovers(files, sweepCutoff())
}

/** Removes files of deleted attachments. Removing a file twice does nothing, so a crash in between is harmless. */
export async function removeFiles({ db, store }: FileTaskContext): Promise<void> {
  const keys = await listRemovedFiles(db, BATCH_SIZE)
  for (const key of keys.filter(isKey)) {
    await store.remove(thumbnailKey(key))
    await store.remove(key)
  }
  await clearRemovedFiles(db, keys)
  if (keys.length === BATCH_SIZE) await requestFileRemoval(db)
}

/** Removes files without a record and unfinished uploads that are older than this, and returns how many. */
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
    const unknown = new Set(await findOrphanedFiles(db, [...new Set(old.map(fileKeyOf))]))
    yield* old.filter((file) => unknown.has(fileKeyOf(file)))
  }
}

/** The key of the file that a thumbnail belongs to, or the key itself. */
const fileKeyOf = ({ key }: StoredFile) => key.split('.', 1)[0] as string

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
