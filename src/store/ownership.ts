// Owners of files. Commands of root run beside a service of another user, who must be able to use the files they create.
// A new file therefore gets the owner of its directory.
import type { Stats } from 'node:fs'
import { lchown, mkdir, opendir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Creates a directory and its parents; returns whether any was new. */
export async function makeDirectory(path: string, mode?: number): Promise<boolean> {
  const whole = resolve(path)
  const topmost = await mkdir(whole, { recursive: true, ...(mode !== undefined && { mode }) })
  if (topmost === undefined) return false
  const made: string[] = []
  for (let one = whole; one.length >= topmost.length; one = dirname(one)) made.unshift(one)
  for (const directory of made) await matchDirectoryOwner(directory)
  return true
}

/** Never follows a link: the owner of the directory could point it elsewhere. */
export async function matchDirectoryOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  // Some containers and network shares forbid this even to root; `earshot doctor` reports the result.
  await lchown(path, uid, gid).catch(() => {})
}

const READ = 4
const ALL = 7
const MAX_FILES_PER_DIRECTORY = 100
const DIRECTORY = /^([0-9a-f]{2}|\.unfinished)$/

/** Describes a file that the owner of the parent directory cannot use, and the command to fix it. Samples each directory. */
export async function findUnusableFile(root: string): Promise<string | undefined> {
  const parent = dirname(root)
  const owner = await stat(parent)
  const ownUid = process.getuid?.() ?? 0
  if (owner.uid === 0 || (ownUid !== 0 && ownUid !== owner.uid)) return undefined
  const path = await findForeignFile(root, owner)
  if (path === undefined) return undefined
  const { uid, gid } = owner
  const info = await stat(path)
  return (
    `${path} belongs to the user with id ${info.uid}, and the user with id ${uid}, who owns ${parent}, cannot use it. ` +
    `To fix it: chown -R ${uid}:${gid} ${root}`
  )
}

async function findForeignFile(root: string, owner: Stats): Promise<string | undefined> {
  for await (const path of samplePaths(root)) {
    const info = await stat(path).catch(ignoreAbsent)
    if (info && !allows(info, owner, info.isDirectory() ? ALL : READ)) return path
  }
  return undefined
}

/** Each directory before its files, which can be unreadable. */
async function* samplePaths(root: string): AsyncGenerator<string> {
  yield root
  for (const name of await readdir(root)) {
    const directory = join(root, name)
    if (!DIRECTORY.test(name)) continue
    yield directory
    let left = MAX_FILES_PER_DIRECTORY
    for await (const file of await opendir(directory)) {
      yield join(directory, file.name)
      if (--left === 0) break
    }
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function allows(file: Stats, { uid, gid }: Stats, bits: number): boolean {
  const shift = file.uid === uid ? 6 : file.gid === gid ? 3 : 0
  return ((file.mode >> shift) & bits) === bits
}
