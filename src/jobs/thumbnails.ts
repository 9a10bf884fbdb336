// Thumbnails of pictures, made one after the other.
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
  const image = await thumbnailOf(store, claimed.file_key)
  if (image) await store.put(key, Readable.from([image]))
  const isThere = await recordThumbnail(db, claimed.id, image ? 'made' : 'none')
  // Its record was deleted meanwhile, and whoever removed the file found no thumbnail yet.
  if (image && !isThere) await store.remove(key)
  return 'again'
}

async function thumbnailOf(store: Store, key: string): Promise<Buffer | undefined> {
  const file = isKey(key) ? await store.read(key) : undefined
  return file && makeThumbnail(file)
}
