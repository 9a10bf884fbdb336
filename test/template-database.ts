// Once per run: a PostgreSQL server with one migrated database, which every test file clones.
// TEST_DATABASE_URL runs the tests on another server; its user must be a superuser.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'

export const TEMPLATE = 'earshot_template'

export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'))
  // When the tests run as root, PostgreSQL has another user, who must reach this directory.
  await chmod(dataDir, 0o755)
  const embedded = process.env.TEST_DATABASE_URL ? null : await startEmbedded(dataDir, () => {})
  const connection: pg.ClientConfig = embedded?.connection ?? {
    connectionString: process.env.TEST_DATABASE_URL as string,
  }
  const client = new pg.Client(connection)
  await client.connect()
  // Test data need not survive a power failure; crash tests have their own servers.
  if (embedded) await client.query('alter role current_user set synchronous_commit = off')
  await client.query(`drop database if exists ${TEMPLATE}`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate(inDatabase(connection, TEMPLATE))
  await sendAsManyAsTheyLike(inDatabase(connection, TEMPLATE))
  project.provide('connection', JSON.stringify(connection))

  return async () => {
    await embedded?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

// Tests send more requests per minute than the default limit.
async function sendAsManyAsTheyLike(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`update account_plan set plan = 'unlimited'`)
  await client.end()
}

/** The same server, another database. */
export function inDatabase(connection: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

declare module 'vitest' {
  export interface ProvidedContext {
    connection: string
  }
}
