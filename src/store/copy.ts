// Copies a file from one store to another and verifies the copy.
import { createHash } from 'node:crypto'
import type { Store, StoredFile } from './store.ts'

/** `gone`: removed from the source meanwhile. `damaged`: the copy differs from the record and was removed again. */
export type CopyResult = 'copied' | 'present' | 'gone' | 'damaged'

/** Files never change, so a file of the same size is present. Its hash is compared too, if known and requested. */
export async function copyFile(
  { source, target }: { source: Store; target: Store },
  { key, size }: StoredFile,
  { sha256, verifyPresent }: { sha256: string | undefined; verifyPresent: boolean },
): Promise<CopyResult> {
  if (await isIntact(target, key, size, verifyPresent ? sha256 : undefined)) return 'present'
  const bytes = await source.read(key)
  if (bytes === undefined) return 'gone'
  await target.put(key, bytes)
  if (await isIntact(target, key, size, sha256)) return 'copied'
  await target.remove(key)
  return 'damaged'
}

async function isIntact(
  store: Store,
  key: string,
  size: number,
  sha256: string | undefined,
): Promise<boolean> {
  if ((await store.size(key)) !== size) return false
  return sha256 === undefined || (await hashFile(store, key)) === sha256
}

/** SHA-256 in hexadecimal; that of no bytes where there is no such file. */
export async function hashFile(store: Store, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await store.read(key)) ?? []) hash.update(chunk)
  return hash.digest('hex')
}
