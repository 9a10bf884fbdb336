// Thumbnails of images, made one at a time.
import { Readable } from 'node:stream'
import { isKey } from '../store/keys.ts'
import type { Store } from '../store/store.ts'
import { makeThumbnail } from '../store/thumbnail.ts'
import { claimThumbnail, recordThumbnail, thumbnailKey } from '../write/thumbnails.ts'
import type { FileTaskContext } from './files.ts'

export async function makeNextThumbnail({
  db,
  store,
}: FileTaskContext): Promise<'again' | undefined> {
  const claimed = await claimThumbnail(db)
  if (!claimed) return undefined
  const key = thumbnailKey(claimed.file_key)
  const image = await renderThumbnail(store, claimed.file_key)
  if (image) await store.put(key, Readable.from([image]))
  const hasRecord = await recordThumbnail(db, claimed.id, image ? 'made' : 'none')
  // The record was deleted meanwhile, before the thumbnail existed.
  if (image && !hasRecord) await store.remove(key)
  return 'again'
}

async function renderThumbnail(store: Store, key: string): Promise<Buffer | undefined> {
  const file = isKey(key) ? await store.read(key) : undefined
  return file && makeThumbnail(file)
}
