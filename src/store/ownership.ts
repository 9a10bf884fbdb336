// To whom what we make belongs. Root's commands run beside a service of another user, who must be able to use what they
// made: it belongs to whoever owns the directory that it is made in.
import type { Stats } from 'node:fs'
import { lchown, mkdir, opendir, readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Makes a directory and those above it; whether any was new. */
export async function makeDirectory(path: string, mode?: number): Promise<boolean> {
  const whole = resolve(path)
  const topmost = await mkdir(whole, { recursive: true, ...(mode !== undefined && { mode }) })
  if (topmost === undefined) return false
  const made: string[] = []
  for (let one = whole; one.length >= topmost.length; one = dirname(one)) made.unshift(one)
  for (const directory of made) await matchDirectoryOwner(directory)
  return true
}

/** Never through a link: whoever owns the directory could point it elsewhere. */
export async function matchDirectoryOwner(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  // Root itself may not do so in some containers and on some shares; `earshot doctor` finds what it leaves.
  await lchown(path, uid, gid).catch(() => {})
}

const READ = 4
const ALL = 7
const MOST_OF_A_DIRECTORY = 100
const DIRECTORY = /^([0-9a-f]{2}|\.unfinished)$/

/** What the owner of the directory around it cannot use, in a sentence that mends it. Looks at a part of each directory. */
export async function findUnusableFile(root: string): Promise<string | undefined> {
  const around = dirname(root)
  const owner = await stat(around)
  const asks = process.getuid?.() ?? 0
  if (owner.uid === 0 || (asks !== 0 && asks !== owner.uid)) return undefined
  const path = await foreignIn(root, owner)
  if (path === undefined) return undefined
  const { uid, gid } = owner
  const found = await stat(path)
  return (
    `${path} belongs to the user with id ${found.uid}, and the user with id ${uid}, who owns ${around}, cannot use it: ` +
    `chown -R ${uid}:${gid} ${root} mends it.`
  )
}

async function foreignIn(root: string, owner: Stats): Promise<string | undefined> {
  for await (const path of partsOf(root)) {
    const found = await stat(path).catch(orGone)
    if (found && !allows(found, owner, found.isDirectory() ? ALL : READ)) return path
  }
  return undefined
}

/** Each directory before what is in it, which may not be for us to see. */
async function* partsOf(root: string): AsyncGenerator<string> {
  yield root
  for (const name of await readdir(root)) {
    const directory = join(root, name)
    if (!DIRECTORY.test(name)) continue
    yield directory
    let left = MOST_OF_A_DIRECTORY
    for await (const file of await opendir(directory)) {
      yield join(directory, file.name)
      if (--left === 0) break
    }
  }
}

function orGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function allows(file: Stats, { uid, gid }: Stats, bits: number): boolean {
  const shift = file.uid === uid ? 6 : file.gid === gid ? 3 : 0
  return ((file.mode >> shift) & bits) === bits
}
