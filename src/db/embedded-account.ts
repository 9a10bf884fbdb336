// The operating-system user that the embedded server runs as, and what that user can reach.
// PostgreSQL refuses to run as root, so root hands it to an ordinary user.

import { constants, type Stats } from 'node:fs'
import { access, chmod, lstat, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Account = { uid: number; gid: number }

const NOBODY = 65534
const READ = 4
const ENTER = 1
const ABANDONED_AFTER_MS = 10 * 60_000

export const currentAccount: Account = {
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
}

/** The user who owns the data directory, if it is an ordinary one. */
export async function findServerAccount(owner = 0): Promise<Account> {
  if (currentAccount.uid !== 0) return currentAccount
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = passwd.split('\n').map((line) => line.split(':'))
  // Any ordinary user will do, but initdb insists on one that has an entry.
  const user =
    (owner === 0 ? undefined : users.find(([, , uid]) => uid === String(owner))) ??
    users.find(([name]) => name === 'earshot') ??
    users.find(([name]) => name === 'nobody') ??
    users.find(([, , uid]) => Number(uid) > 0)
  return { uid: Number(user?.[2] ?? NOBODY), gid: Number(user?.[3] ?? NOBODY) }
}

/** The topmost directory above `path` that the account may not enter. */
export async function findBarrier(path: string, account: Account): Promise<string | undefined> {
  if (account.uid === currentAccount.uid) return
  const above = dirname(path)
  const barrier = above === path ? undefined : await findBarrier(above, account)
  if (barrier) return barrier
  return allows(await stat(above), account, ENTER) ? undefined : above
}

export async function canRead(path: string, account: Account): Promise<boolean> {
  if (await findBarrier(path, account)) return false
  return account.uid === currentAccount.uid || allows(await stat(path), account, READ)
}

/** Root's own place that every user can reach, for what the data directory cannot hold. */
export async function findSharedHome(): Promise<string> {
  for (const home of ['/var/lib/earshot', '/var/tmp/earshot']) {
    await mkdir(home, { recursive: true }).catch(() => {})
    const found = await lstat(home).catch(() => undefined)
    // Anyone can make a directory in /var/tmp; programs are run only from one of root's.
    if (!found?.isDirectory() || found.uid !== currentAccount.uid) continue
    await chmod(home, 0o755).catch(() => {})
    if (await isReadOnly(home)) continue
    if (!(await findBarrier(join(home, 'any'), await findServerAccount()))) return home
  }
  throw new Error(
    'PostgreSQL does not run as root, and neither /var/lib/earshot nor /var/tmp/earshot can hold ' +
      'its files: make one of them writable, or start Earshot as an ordinary user',
  )
}

/** Removes what a killed process left half made; younger ones may still be in the making. */
export async function removeAbandoned(directory: string, prefix: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix)) continue
    const found = await stat(join(directory, name)).catch(() => undefined)
    if (!found || Date.now() - found.ctimeMs < ABANDONED_AFTER_MS) continue
    await rm(join(directory, name), { recursive: true, force: true })
  }
}

function isReadOnly(directory: string): Promise<boolean> {
  return access(directory, constants.W_OK).then(
    () => false,
    () => true,
  )
}

function allows(file: Stats, account: Account, bits: number): boolean {
  const shift = file.uid === account.uid ? 6 : file.gid === account.gid ? 3 : 0
  return ((file.mode >> shift) & bits) === bits
}
