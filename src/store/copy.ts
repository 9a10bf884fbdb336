// Copies a file from one store to another and verifies the copy.
import { type Checksum, matchesChecksum } from './checksum.ts'
import type { Store, StoredFile } from './store.ts'

/** `gone`: removed from the source meanwhile. `damaged`: the copy differs from the record and was removed again. */
export type CopyResult = 'copied' | 'present' | 'gone' | 'damaged'

/** Files never change, so a file of the same size is present. Its checksum is compared too, if known and requested. */
export async function copyFile(
  { source, target }: { source: Store; target: Store },
  { key, size }: StoredFile,
  { checksum, verifyPresent }: { checksum: Checksum | undefined; verifyPresent: boolean },
): Promise<CopyResult> {
  if (await isIntact(target, key, size, verifyPresent ? checksum : undefined)) return 'present'
  const bytes = await source.read(key)
  if (bytes === undefined) return 'gone'
  await target.put(key, bytes)
  if (await isIntact(target, key, size, checksum)) return 'copied'
  await target.remove(key)
  return 'damaged'
}

async function isIntact(
  store: Store,
  key: string,
  size: number,
  checksum: Checksum | undefined,
): Promise<boolean> {
  if ((await store.size(key)) !== size) return false
  return checksum === undefined || matchesChecksum(store, key, checksum)
}
