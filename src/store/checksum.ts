// The checksum of a file, which reveals damage.
import { createHash } from 'node:crypto'
import { crc32 as updateCrc32 } from 'node:zlib'
import type { Store } from './store.ts'

/** As recorded. Files of earlier builds have a SHA-256, in hexadecimal, instead of a CRC-32. */
export type Checksum = { crc32: number | null; sha256: string }

/** A file that does not exist counts as empty. True if no checksum was recorded. */
export async function matchesChecksum(
  store: Store,
  key: string,
  { crc32, sha256 }: Checksum,
): Promise<boolean> {
  if (crc32 !== null) return (await computeCrc32(store, key)) === crc32
  return sha256 === '' || (await computeSha256(store, key)) === sha256
}

async function computeCrc32(store: Store, key: string): Promise<number> {
  let crc32 = 0
  for await (const chunk of (await store.read(key)) ?? []) crc32 = updateCrc32(chunk, crc32)
  return crc32
}

async function computeSha256(store: Store, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of (await store.read(key)) ?? []) hash.update(chunk)
  return hash.digest('hex')
}
