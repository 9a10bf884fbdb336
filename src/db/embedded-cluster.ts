// The files of the embedded server. A cluster is created aside and then renamed, so that the one in place is always
// complete, also when several processes create one at the same time.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { diskFullMessage, isDiskFull } from '../core/disk-full.ts'
import {
  type Account,
  currentAccount,
  findBarrier,
  findServerAccount,
  findSharedHome,
} from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { fillAside, removeAbandoned } from './embedded-temporary.ts'

/** The owner of the cluster, which initdb creates. */
export const SUPERUSER = 'earshot'

export type Cluster = { path: string; account: Account }

const ASIDE_PREFIX = 'making-cluster-'

// pg_trgm knows the letters of lc_ctype: with plain C only those of ASCII.
const CTYPE_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C']

export async function openCluster(
  dataDir: string,
  log: (message: string) => void,
): Promise<Cluster> {
  return (await findCluster(dataDir)) ?? (await createCluster(dataDir, log))
}

/** Restricts the access to the data directory, and removes what killed processes left in it. */
export async function tidyDataDirectory(dataDir: string, cluster: Cluster): Promise<void> {
  await restrictAccess(dataDir, cluster)
  for (const parent of new Set([dataDir, dirname(cluster.path)]))
    await removeAbandoned(parent, ASIDE_PREFIX).catch(() => {})
}

// Root's directory stays open to PostgreSQL, whose user only passes through it.
async function restrictAccess(dataDir: string, { path, account }: Cluster): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  const isInside = dirname(path) === (await realpath(dataDir))
  const passage = isInside && uid !== account.uid ? 0o011 : 0
  const restricted = 0o700 | (mode & passage)
  // A sticky directory, such as /tmp, is shared. Some network shares have no modes.
  if ((mode & 0o1000) === 0 && (mode & 0o777) !== restricted)
    await chmod(dataDir, restricted).catch(() => {})
}

/** Follows the symbolic link to a cluster outside the data directory. */
export async function findCluster(dataDir: string): Promise<Cluster | undefined> {
  const place = join(dataDir, 'postgres')
  const path = await realpath(place).catch(() => undefined)
  if (!path) return rejectDanglingLink(place)
  const { uid, gid } = await stat(path)
  await rejectUnusable(path, { uid, gid })
  return existsSync(join(path, 'PG_VERSION')) ? { path, account: { uid, gid } } : undefined
}

async function rejectDanglingLink(place: string): Promise<undefined> {
  const target = await readlink(place).catch(() => undefined)
  if (!target) return
  throw new Error(
    `${place} points to the database in ${target}, which does not exist. ` +
      'Bring that directory back, or remove the link to start with an empty database.',
  )
}

async function rejectUnusable(path: string, owner: Account): Promise<void> {
  if (currentAccount.uid !== 0 && owner.uid !== currentAccount.uid) {
    throw new Error(
      `${path} belongs to the user with id ${owner.uid}, but Earshot runs as ${currentAccount.uid}. ` +
        `Start it as that user, or change the owner: chown -R ${currentAccount.uid} ${path}`,
    )
  }
  if (!existsSync(join(path, 'PG_VERSION'))) return
  if (owner.uid === 0) {
    const { uid, gid } = await findServerAccount()
    throw new Error(
      `${path} belongs to root, and PostgreSQL does not run as root. ` +
        `Change the owner: chown -R ${uid}:${gid} ${path}`,
    )
  }
  const barrier = await findBarrier(path, owner)
  if (!barrier) return
  throw new Error(
    `${path} belongs to the user with id ${owner.uid}, who cannot enter ${barrier}. ` +
      `Allow it with chmod o+x ${barrier}, or move the data directory.`,
  )
}

async function createCluster(dataDir: string, log: (message: string) => void): Promise<Cluster> {
  await ensureWritable(dataDir)
  const account = await findServerAccount((await stat(dataDir)).uid)
  const place = join(await realpath(dataDir), 'postgres')
  log(`Preparing an empty database in ${place}`)
  if (await findBarrier(place, account)) await createElsewhere(place, account, log)
  else await publish(await initialise(await realpath(dataDir), account, log), place)
  const cluster = await findCluster(dataDir)
  if (cluster) return cluster
  throw new Error(`${place} is not a PostgreSQL cluster. Move it away.`)
}

async function ensureWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: currentAccount.uid === 0 ? 0o711 : 0o700 })
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (cause) {
    if (isDiskFull(cause)) throw diskFullError(dataDir, cause)
    throw new Error(
      `The data directory ${dataDir} cannot be written by the user with id ${currentAccount.uid}. ` +
        'Make it writable for that user, or set EARSHOT_DATA to another directory.',
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
  log(`The database is in ${cluster}, because the user of PostgreSQL cannot enter ${place}`)
  await rename(await initialise(home, account, log), cluster)
  await symlink(cluster, place).catch(() => rm(cluster, { recursive: true }))
}

// Of several processes the first one wins; the others remove their cluster.
async function publish(aside: string, place: string): Promise<void> {
  await rename(aside, place).catch(() => rm(aside, { recursive: true }))
}

async function initialise(
  directory: string,
  account: Account,
  log: (message: string) => void,
): Promise<string> {
  const { initdb } = await findBinaries(account, log)
  try {
    return await fillAside(directory, ASIDE_PREFIX, async (path, signal) => {
      await chown(path, account.uid, account.gid)
      await runInitdb(initdb, path, account, signal)
    })
  } catch (cause) {
    if (isDiskFull(cause)) throw diskFullError(directory, cause)
    const reason = (cause as { stderr?: string }).stderr?.trim() || String(cause)
    throw new Error(
      `PostgreSQL could not create its files as the user with id ${account.uid}: ${reason}\n` +
        'Start Earshot as an ordinary user who has an entry in /etc/passwd, or set DATABASE_URL to your own server.',
      { cause },
    )
  }
}

const diskFullError = (directory: string, cause: unknown) =>
  new Error(
    `${diskFullMessage(directory)} Or set EARSHOT_DATA to a directory on another disk, or DATABASE_URL to your own server.`,
    { cause },
  )

async function runInitdb(
  initdb: string,
  directory: string,
  account: Account,
  signal: AbortSignal,
): Promise<void> {
  const options = [
    `--username=${SUPERUSER}`,
    '--auth=reject',
    '--encoding=UTF8',
    '--no-instructions',
  ]
  const order = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  for (const ctype of CTYPE_LOCALES) {
    const place = [`--pgdata=${directory}`, `--lc-ctype=${ctype}`]
    try {
      const running = promisify(execFile)(initdb, [...options, ...order, ...place], {
        ...account,
        cwd: '/',
        env: { LC_ALL: 'C' },
      })
      // The option `signal` of execFile would not wait for the end: initdb could still write when its directory is removed.
      const stop = () => running.child.kill()
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop)
      await running.finally(() => signal.removeEventListener('abort', stop))
      return
    } catch (error) {
      const isUnknown = /invalid locale/.test((error as { stderr?: string }).stderr ?? '')
      if (!isUnknown || ctype === CTYPE_LOCALES.at(-1)) throw error
    }
  }
}
