// Files in a directory: written aside, synced, then renamed.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, opendir, rename, rm, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ApiError } from '../core/api-error.ts'
import { diskFullMessage, isDiskFull } from '../core/disk-full.ts'
import { checkKey, FILE_KEYS, type KeyLayout } from './keys.ts'
import { findUnusableFile, makeDirectory, matchDirectoryOwner } from './ownership.ts'
import type { Store, StoredFile } from './store.ts'
import { storeUnavailable } from './store-unavailable.ts'

export function diskStore(root: string, keys: KeyLayout = FILE_KEYS): Store {
  const unfinished = join(root, '.unfinished')
  // 256 subdirectories keep each one small.
  const pathOf = (key: string) =>
    join(root, checkKey(key, keys).slice(0, keys.isSpread ? 2 : 0), key)
  const asideOf = (key: string) => join(unfinished, `${key}.${randomBytes(8).toString('hex')}`)

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const aside = asideOf(key)
      try {
        await wrapErrors(makeDirectory(unfinished, PRIVATE_DIRECTORY))
        await writeDurably(aside, bytes)
        await wrapErrors(matchDirectoryOwner(aside))
        await wrapErrors(moveDurably(aside, path, root))
      } catch (error) {
        bytes.destroy()
        await rm(aside, { force: true }).catch(() => {})
        throw error
      }
    },
    async read(key, part) {
      const file = await undefinedIfAbsent(open(pathOf(key)))
      return file?.createReadStream({ ...part, highWaterMark: 2 * WRITE_BUFFER_BYTES })
    },
    size: async (key) => (await undefinedIfAbsent(stat(pathOf(key))))?.size,
    remove: async (key) => void (await undefinedIfAbsent(unlink(pathOf(key)))),
    async *list() {
      for await (const directory of keys.isSpread ? listNames(root) : ['']) {
        if (keys.isSpread && !/^[0-9a-f]{2}$/.test(directory)) continue
        for await (const key of listNames(join(root, directory))) {
          const file = keys.isKey(key) && (await describeFile(join(root, directory, key), key))
          if (file) yield file
        }
      }
    },
    async sweepUnfinished(before) {
      let count = 0
      for await (const name of listNames(unfinished)) {
        const file = await describeFile(join(unfinished, name), name)
        if (file === undefined || file.modifiedAt >= before) continue
        await wrapErrors(rm(join(unfinished, name), { force: true }))
        count += 1
      }
      return count
    },
    async check() {
      const probe = asideOf('probe')
      try {
        await makeDirectory(unfinished, PRIVATE_DIRECTORY)
        await (await open(probe, 'wx', PRIVATE_FILE)).close()
        await unlink(probe)
        const { bavail, bsize } = await statfs(root)
        const foreign = await findUnusableFile(root)
        const text = foreign ?? `Files are in ${root}.`
        return { ok: foreign === undefined, text, freeBytes: bavail * bsize }
      } catch (error) {
        const reason = await findUnusableFile(root).catch(() => undefined)
        const text = reason ?? describeWriteError(error as Error, root)
        return { ok: false, text, freeBytes: null }
      }
    },
  }
}

const describeWriteError = (error: Error, root: string) =>
  isDiskFull(error)
    ? diskFullMessage(root)
    : `Files cannot be written in ${root}: ${error.message}.`

const PRIVATE_DIRECTORY = 0o700
const PRIVATE_FILE = 0o600

// Data that arrives while the disk is busy is written at once: many small writes are slow.
const WRITE_BUFFER_BYTES = 262_144

async function writeDurably(path: string, bytes: Readable): Promise<void> {
  const file = createWriteStream(path, {
    flags: 'wx',
    mode: PRIVATE_FILE,
    flush: true,
    highWaterMark: WRITE_BUFFER_BYTES,
  })
  // Errors of the source are passed on; errors of the disk become storeUnavailable.
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

async function* listNames(directory: string): AsyncGenerator<string> {
  for await (const entry of (await undefinedIfAbsent(opendir(directory))) ?? []) yield entry.name
}

/** Undefined when the file was removed after it was listed. */
async function describeFile(path: string, key: string): Promise<StoredFile | undefined> {
  const info = await undefinedIfAbsent(stat(path))
  return info && { key, size: info.size, modifiedAt: info.mtime }
}

const undefinedIfAbsent = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw storeUnavailable(error)
  })

const wrapErrors = <T>(operation: Promise<T>): Promise<T> =>
  operation.catch((error) => {
    throw storeUnavailable(error)
  })
