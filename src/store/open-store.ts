// Opens the configured store: a directory or a bucket.
import type { Config, FilesLocation } from '../config.ts'
import { bucketStore } from './bucket.ts'
import { diskStore } from './disk.ts'
import { FILE_KEYS, type KeyLayout } from './keys.ts'
import type { Store } from './store.ts'

export const openStore = ({ filesDir, bucket }: Pick<Config, 'filesDir' | 'bucket'>): Store =>
  openStoreAt(bucket ? { bucket } : { directory: filesDir })

export const openStoreAt = (location: FilesLocation, keys: KeyLayout = FILE_KEYS): Store =>
  'bucket' in location ? bucketStore(location.bucket, keys) : diskStore(location.directory, keys)
