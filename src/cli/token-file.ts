// The files in the data directory that hold the secrets of the first start. Only their owner can read them.
import { hash } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { makeDirectory, matchDirectoryOwner } from '../store/ownership.ts'

export const tokenFile = (config: Config) => secretFile(config, 'token')

/** The link with which the owner sets a password, until there is one. */
export const welcomeLinkFile = (config: Config) => secretFile(config, 'welcome-link')

/** One file for each database: secrets differ, and one data directory can serve several databases in turn. */
function secretFile({ dataDir, databaseUrl }: Config, name: string): string {
  const suffix = databaseUrl === null ? '' : `-${hash('sha256', databaseUrl).slice(0, 12)}`
  return join(dataDir, `${name}${suffix}`)
}

/** Replaces the file, whatever mode the old one has. */
export async function writeSecretFile(file: string, secret: string): Promise<void> {
  const temporary = `${file}.new-${process.pid}`
  try {
    await makeDirectory(dirname(file))
    await writeFile(temporary, `${secret}\n`, { mode: 0o600 })
    await matchDirectoryOwner(temporary)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  }
}
