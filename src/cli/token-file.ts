// The file in the data directory that holds the token of the first start.
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/** One file for each database: tokens differ, and one data directory can serve several databases in turn. */
export function tokenFile({ dataDir, databaseUrl }: Config): string {
  const suffix = databaseUrl === null ? '' : `-${hash('sha256', databaseUrl).slice(0, 12)}`
  return join(dataDir, `token${suffix}`)
}
