// Where the embedded server's files lie, and how they come to be. A cluster is made aside and then
// renamed, so that whatever is found at its place is whole, however many made one at once.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  access,
  chown,
  constants,
  mkdir,
  mkdtemp,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type Account,
  currentAccount,
  findBarrier,
  findServerAccount,
  findSharedHome,
  removeAbandoned,
} from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'

export type Cluster = { path: string; account: Account }

const MAKING = 'making-cluster-'

// pg_trgm takes its letters from lc_ctype and sees none beyond ASCII under plain C.
const LETTERS = ['C.UTF-8', 'en_US.UTF-8', 'C']

export async function openCluster(
  dataDir: string,
  log: (message: string) => void,
): Promise<Cluster> {
  const cluster = await findCluster(dataDir)
  if (!cluster) return createCluster(dataDir, log)
  await removeAbandoned(dataDir, MAKING)
  return cluster
}

/** Follows the symbolic link that stands in for a cluster kept elsewhere. */
export async function findCluster(dataDir: string): Promise<Cluster | undefined> {
  const place = join(dataDir, 'postgres')
  const path = await realpath(place).catch(() => undefined)
  if (!path) return refuseDangling(place)
  const { uid, gid } = await stat(path)
  await refuseUnusable(path, { uid, gid })
  return existsSync(join(path, 'PG_VERSION')) ? { path, account: { uid, gid } } : undefined
}

async function refuseDangling(place: string): Promise<undefined> {
  const target = await readlink(place).catch(() => undefined)
  if (!target) return
  throw new Error(
    `${place} points to the database in ${target}, which is not there: ` +
      'bring that directory back, or remove the link to start with an empty database',
  )
}

async function refuseUnusable(path: string, owner: Account): Promise<void> {
  if (currentAccount.uid !== 0 && owner.uid !== currentAccount.uid) {
    throw new Error(
      `${path} belongs to the user with id ${owner.uid}, but Earshot runs as ${currentAccount.uid}: ` +
        `start it as that user, or give the directory away with chown -R ${currentAccount.uid} ${path}`,
    )
  }
  if (!existsSync(join(path, 'PG_VERSION'))) return
  if (owner.uid === 0) {
    const { uid, gid } = await findServerAccount()
    throw new Error(
      `${path} belongs to root, and PostgreSQL does not run as root: ` +
        `give the directory to another user, as with chown -R ${uid}:${gid} ${path}`,
    )
  }
  const barrier = await findBarrier(path, owner)
  if (!barrier) return
  throw new Error(
    `${path} belongs to the user with id ${owner.uid}, who may not enter ${barrier}: ` +
      `allow it with chmod o+x ${barrier}, or move the data directory`,
  )
}

async function createCluster(dataDir: string, log: (message: string) => void): Promise<Cluster> {
  await makeWritable(dataDir)
  const account = await findServerAccount((await stat(dataDir)).uid)
  const place = join(await realpath(dataDir), 'postgres')
  log(`Preparing an empty database in ${place}`)
  if (await findBarrier(place, account)) await createElsewhere(place, account, log)
  else await publish(await initialise(await realpath(dataDir), account, log), place)
  const cluster = await findCluster(dataDir)
  if (cluster) return cluster
  throw new Error(`${place} holds something other than a PostgreSQL cluster: move it away`)
}

async function makeWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `The data directory ${dataDir} cannot be written by the user with id ${currentAccount.uid}: ` +
        'choose another directory, or make this one writable for that user',
      { cause },
    )
  }
}

async function createElsewhere(
  place: string,
  account: Account,
  log: (message: string) => void,
): Promise<void> {
  const home = await findSharedHome()
  const cluster = join(home, `cluster-${randomBytes(6).toString('hex')}`)
  log(`The database itself goes to ${cluster}, because PostgreSQL's user cannot reach ${place}`)
  await rename(await initialise(home, account, log), cluster)
  await symlink(cluster, place).catch(() => rm(cluster, { recursive: true }))
}

// The loser of a race finds a cluster at the place already and gives up its own.
async function publish(aside: string, place: string): Promise<void> {
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
}

async function initialise(
  directory: string,
  account: Account,
  log: (message: string) => void,
): Promise<string> {
  const { initdb } = await findBinaries(account, log)
  await removeAbandoned(directory, MAKING)
  const aside = await mkdtemp(join(directory, MAKING))
  try {
    await chown(aside, account.uid, account.gid)
    await runInitdb(initdb, aside, account)
    return aside
  } catch (cause) {
    await rm(aside, { recursive: true, force: true })
    const reason = (cause as { stderr?: string }).stderr?.trim() || String(cause)
    const mend = /No space left|ENOSPC/.test(reason)
      ? `Free some space in ${directory}, choose another directory with EARSHOT_DATA`
      : 'Start Earshot as an ordinary user who has an entry in /etc/passwd'
    throw new Error(
      `PostgreSQL could not prepare its files as the user with id ${account.uid}: ${reason}\n` +
        `${mend}, or set DATABASE_URL to a server of your own`,
      { cause },
    )
  }
}

async function runInitdb(initdb: string, directory: string, account: Account): Promise<void> {
  const options = ['--username=earshot', '--auth=trust', '--encoding=UTF8', '--no-instructions']
  const order = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  for (const letters of LETTERS) {
    const place = [`--pgdata=${directory}`, `--lc-ctype=${letters}`]
    try {
      await promisify(execFile)(initdb, [...options, ...order, ...place], {
        ...account,
        cwd: '/',
        env: { LC_ALL: 'C' },
      })
      return
    } catch (error) {
      const isUnknown = /invalid locale/.test((error as { stderr?: string }).stderr ?? '')
      if (!isUnknown || letters === LETTERS.at(-1)) throw error
    }
  }
}
