// Files in a directory: written aside, made durable, then renamed to where they belong.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, opendir, rename, rm, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ApiError } from '../api-error.ts'
import { checkKey, isKey } from './keys.ts'
import { findUnusableFile, makeDirectory, matchDirectoryOwner } from './ownership.ts'
import type { Store, StoredFile } from './store.ts'
import { storeUnavailable } from './store-unavailable.ts'

export function diskStore(root: string): Store {
  const unfinished = join(root, '.unfinished')
  // Directories of 256 names, so that none grows long.
  const pathOf = (key: string) => join(root, checkKey(key).slice(0, 2), key)
  const asideOf = (key: string) => join(unfinished, `${key}.${randomBytes(8).toString('hex')}`)

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const aside = asideOf(key)
      try {
        await onDisk(makeDirectory(unfinished, PRIVATE_DIRECTORY))
        await writeDurably(aside, bytes)
        await onDisk(matchDirectoryOwner(aside))
        await onDisk(moveDurably(aside, path, root))
      } catch (error) {
        bytes.destroy()
        await rm(aside, { force: true }).catch(() => {})
        throw error
      }
    },
    async read(key, part) {
      const file = await openedOrAbsent(pathOf(key))
      return file?.createReadStream({ ...part, highWaterMark: 2 * A_GULP })
    },
    size: async (key) => (await orAbsent(stat(pathOf(key))))?.size,
    remove: async (key) => void (await orAbsent(unlink(pathOf(key)))),
    async *list() {
      for await (const directory of namesIn(root)) {
        if (!/^[0-9a-f]{2}$/.test(directory)) continue
        for await (const key of namesIn(join(root, directory))) {
          const file = isKey(key) && (await described(join(root, directory, key), key))
          if (file) yield file
        }
      }
    },
    async sweepUnfinished(before) {
      let count = 0
      for await (const name of namesIn(unfinished)) {
        const file = await described(join(unfinished, name), name)
        if (file === undefined || file.modifiedAt >= before) continue
        await onDisk(rm(join(unfinished, name), { force: true }))
        count += 1
      }
      return count
    },
    async state() {
      const probe = asideOf('probe')
      try {
        await makeDirectory(unfinished, PRIVATE_DIRECTORY)
        await (await open(probe, 'wx', PRIVATE_FILE)).close()
        await unlink(probe)
        const { bavail, bsize } = await statfs(root)
        const foreign = await findUnusableFile(root)
        const text = foreign ?? `Files live in ${root}.`
        return { ok: foreign === undefined, text, freeBytes: bavail * bsize }
      } catch (error) {
        const reason = await findUnusableFile(root).catch(() => undefined)
        const text = reason ?? `Files cannot be written in ${root}: ${(error as Error).message}.`
        return { ok: false, text, freeBytes: null }
      }
    },
  }
}

const PRIVATE_DIRECTORY = 0o700
const PRIVATE_FILE = 0o600

// What came while the disk was busy is written at once: many small writes cost more than the bytes.
const A_GULP = 262_144

async function writeDurably(path: string, bytes: Readable): Promise<void> {
  const file = createWriteStream(path, {
    ...{ flags: 'wx', mode: PRIVATE_FILE, flush: true, highWaterMark: A_GULP },
  })
  // What the source throws is its own; only what the disk throws is ours.
  let problem: ApiError | undefined
  file.prependListener('error', (error) => {
    if (!bytes.destroyed) problem = storeUnavailable(error)
  })
  await pipeline(bytes, file).catch((error) => {
    throw problem ?? error
  })
}

async function moveDurably(from: string, to: string, root: string): Promise<void> {
  const isNew = await makeDirectory(dirname(to), PRIVATE_DIRECTORY)
  await rename(from, to)
  await syncDirectory(dirname(to))
  if (isNew) await syncDirectory(root)
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function* namesIn(directory: string): AsyncGenerator<string> {
  for await (const entry of (await orAbsent(opendir(directory))) ?? []) yield entry.name
}

/** Undefined when it was removed since it was listed. */
async function described(path: string, key: string): Promise<StoredFile | undefined> {
  const found = await orAbsent(stat(path))
  return found && { key, size: found.size, modifiedAt: found.mtime }
}

const openedOrAbsent = (path: string) => orAbsent(open(path))

const orAbsent = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw storeUnavailable(error)
  })

const onDisk = <T>(operation: Promise<T>): Promise<T> =>
  operation.catch((error) => {
    throw storeUnavailable(error)
  })
