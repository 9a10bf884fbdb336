// A file that appears under its name only when it is complete: written beside the target, made durable, renamed.
import { createHash } from 'node:crypto'
import { closeSync, createWriteStream, openSync, rmSync } from 'node:fs'
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rethrowDiskFull } from '../core/disk-full.ts'

type Chunks = AsyncIterable<string | Uint8Array>

const PRIVATE_FILE = 0o600

/**
 * Writes all chunks to `path`, or leaves `path` as it was. A device or a pipe cannot be replaced, so it is written
 * directly. The mode of an existing file is preserved; a new one is readable by its owner only.
 */
export async function writeFileAtomically(
  path: string,
  chunks: Chunks,
  signal?: AbortSignal,
): Promise<void> {
  try {
    const existing = await stat(path).catch(() => undefined)
    if (existing && !existing.isFile())
      await pipeline(Readable.from(chunks), createWriteStream(path), { ...(signal && { signal }) })
    else await replaceFile(await resolveLinks(path), existing?.mode, chunks, signal)
  } catch (error) {
    rethrowDiskFull(error, path)
  }
}

/** Writes to a stream that stays open, such as standard output. Returns false when its reader went away, as `head` does. */
export async function writeToStream(
  stream: NodeJS.WritableStream,
  chunks: Chunks,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    await pipeline(Readable.from(chunks), stream, { end: false, ...(signal && { signal }) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return false
    rethrowDiskFull(error, 'standard output')
  }
  return true
}

async function replaceFile(
  path: string,
  mode: number | undefined,
  chunks: Chunks,
  signal: AbortSignal | undefined,
): Promise<void> {
  await removeAbandoned(path)
  const temporary = temporaryPath(path)
  const removeNow = () => rmSync(temporary, { force: true })
  // Synchronously: the process can end while another call creates the file, which nothing would remove then.
  closeSync(openSync(temporary, 'wx', PRIVATE_FILE))
  process.on('exit', removeNow)
  let file: FileHandle | undefined
  try {
    file = await open(temporary, 'r+')
    await writeDurably(file, chunks, signal)
    if (mode !== undefined) await changeMode(temporary, mode)
    await rename(temporary, path)
    await syncDirectory(dirname(path))
  } catch (error) {
    await file?.close().catch(() => {})
    await rm(temporary, { force: true })
    throw error
  } finally {
    process.off('exit', removeNow)
  }
}

async function writeDurably(
  file: FileHandle,
  chunks: Chunks,
  signal: AbortSignal | undefined,
): Promise<void> {
  const target = file.createWriteStream({ flush: true })
  await pipeline(Readable.from(chunks), target, { ...(signal && { signal }) })
}

async function changeMode(path: string, mode: number): Promise<void> {
  const file = await open(path)
  try {
    await file.chmod(mode & 0o777)
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** A symbolic link stays, and the file that it names is replaced. */
const resolveLinks = (path: string) => realpath(path).catch(() => path)

// The host is part of the name because process ids mean nothing on another one, or in another container.
const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
const SUFFIX = '.partial'
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000

const temporaryPath = (path: string, host = HOST, pid = process.pid) =>
  `${path}.${host}-${pid}${SUFFIX}`

/** Removes the temporary files of the same target whose process was killed. */
async function removeAbandoned(path: string): Promise<void> {
  const directory = dirname(path)
  const prefix = `${basename(path)}.`
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix) || !name.endsWith(SUFFIX)) continue
    const owner = /^([0-9a-f]{8})-(\d+)$/.exec(name.slice(prefix.length, -SUFFIX.length))
    if (owner === null) continue
    const [, host, pid] = owner
    const isDead = host === HOST && !isOtherProcess(Number(pid))
    const file = join(directory, name)
    if (isDead || (await isOld(file))) await rm(file, { force: true })
  }
}

/** Whether another process with this id runs. */
function isOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function isOld(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS
}
