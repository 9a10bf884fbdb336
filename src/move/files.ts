// Files of the form, into the store.
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Db } from '../db/db.ts'
import { generateFileKey } from '../read/file.ts'
import { detectContentType, isPicture, readHead } from '../store/content-type.ts'
import type { Store } from '../store/store.ts'
import { type FormRecord, MAX_FILE_BYTES } from './form.ts'

export type StoredFile = {
  file_key: string
  content_type: string
  size_in_bytes: number
  crc32: number
  is_safe_image: boolean
  thumbnail: 'pending' | 'none'
}

/** Returns what is wrong in words where the file cannot be stored. */
export async function storeMovedFile(
  { db, store, folder }: { db: Db; store: Pick<Store, 'put'>; folder: string },
  { file, file_name }: FormRecord<'attachments'>,
): Promise<StoredFile | string> {
  const path = join(folder, file)
  // A link could lead out of the folder.
  const info = await lstat(path).catch(() => undefined)
  if (!info?.isFile()) return `the file ${file} is not there.`
  if (info.size > MAX_FILE_BYTES)
    return `the file ${file} has ${info.size} bytes; at most ${MAX_FILE_BYTES} are stored.`
  const type = await detectContentType(await readHead(path), file_name)
  const file_key = await generateFileKey(db)
  let sum = 0
  let size = 0
  const bytes = createReadStream(path)
  bytes.on('data', (chunk) => {
    sum = crc32(chunk, sum)
    size += chunk.length
  })
  bytes.pause()
  await store.put(file_key, bytes)
  return {
    file_key,
    content_type: type.contentType,
    size_in_bytes: size,
    crc32: sum,
    is_safe_image: type.isSafeImage,
    thumbnail: isPicture(type.contentType) ? 'pending' : 'none',
  }
}
