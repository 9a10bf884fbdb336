// What must stay free on the disk that accounts are read to: PostgreSQL can be on it too.
import { statfs } from 'node:fs/promises'

export type SpacePlace = { directory: string; minFreeBytes: number }

/** In words, if `bytes` more do not fit. */
export async function findLackOfSpace(
  { directory, minFreeBytes }: SpacePlace,
  bytes = 0,
): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  if (free - bytes >= minFreeBytes) return undefined
  const more = bytes === 0 ? '' : `, ${toMebibytes(bytes)} MiB are to be written`
  return `The disk of the data directory has ${toMebibytes(free)} MiB left${more}, and ${toMebibytes(minFreeBytes)} MiB must stay free.`
}

const toMebibytes = (bytes: number) => Math.floor(bytes / 1024 / 1024)
