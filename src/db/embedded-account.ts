// The operating-system user of the embedded server, and the files that this user can reach. PostgreSQL refuses to run as
// root, so root starts it as an ordinary user.

import { constants, type Stats } from 'node:fs'
import { access, chmod, lstat, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type Account = { uid: number; gid: number }

const NOBODY_UID = 65534
const READ = 4
const ENTER = 1

export const currentAccount: Account = {
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
}

/** Prefers the owner of the data directory, unless that is root. */
export async function findServerAccount(owner = 0): Promise<Account> {
  if (currentAccount.uid !== 0) return currentAccount
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = passwd.split('\n').map((line) => line.split(':'))
  // initdb needs a user with an entry in /etc/passwd.
  const user =
    (owner === 0 ? undefined : users.find(([, , uid]) => uid === String(owner))) ??
    users.find(([name]) => name === 'earshot') ??
    users.find(([name]) => name === 'nobody') ??
    users.find(([, , uid]) => Number(uid) > 0)
  return { uid: Number(user?.[2] ?? NOBODY_UID), gid: Number(user?.[3] ?? NOBODY_UID) }
}

/** The topmost directory above `path` that the account cannot enter. */
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

/** A directory of root that every user can enter, for files that cannot be in the data directory. */
export async function findSharedHome(): Promise<string> {
  for (const home of ['/var/lib/earshot', '/var/tmp/earshot']) {
    await mkdir(home, { recursive: true }).catch(() => {})
    const info = await lstat(home).catch(() => undefined)
    // Any user can create a directory in /var/tmp; programs must not be run from it.
    if (!info?.isDirectory() || info.uid !== currentAccount.uid) continue
    await chmod(home, 0o755).catch(() => {})
    if (await isReadOnly(home)) continue
    if (!(await findBarrier(join(home, 'any'), await findServerAccount()))) return home
  }
  throw new Error(
    'PostgreSQL does not run as root, and neither /var/lib/earshot nor /var/tmp/earshot is writable. ' +
      'Make one of them writable, or start Earshot as an ordinary user.',
  )
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
