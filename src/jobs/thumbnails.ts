// Makes the thumbnail of an attachment.
import { Readable } from 'node:stream'
import { findPendingThumbnail } from '../read/file.ts'
import { isKey } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { makeThumbnail } from '../store/thumbnail.ts'
import { recordThumbnail, thumbnailKey } from '../write/background/thumbnails.ts'
import type { FileTaskContext } from './files.ts'

export async function makeThumbnailOf(
  { db, store }: FileTaskContext,
  attachment: number,
): Promise<void> {
  const fileKey = await findPendingThumbnail(db, attachment)
  if (fileKey === undefined) return
  const key = thumbnailKey(fileKey)
  const image = await renderThumbnail(store, fileKey)
  if (image) await store.put(key, Readable.from([image]))
  const hasRecord = await recordThumbnail(db, attachment, image ? 'made' : 'none')
  // The record was deleted meanwhile, before the thumbnail existed.
  if (image && !hasRecord) await store.remove(key)
}

async function renderThumbnail(store: Store, key: string): Promise<Buffer | undefined> {
  const file = isKey(key) ? await store.read(key) : undefined
  return file && makeThumbnail(file)
}
