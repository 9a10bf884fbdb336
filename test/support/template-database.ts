// Once per run: the console's build, the bundle of the programs that tests start, and a PostgreSQL server with one migrated
// database, which every test file clones.
// TEST_DATABASE_URL runs the tests on another server; its user must be a superuser.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { bundlePrograms } from './bundle.ts'

export const TEMPLATE = 'earshot_template'

/** Serves requests in tests, with no more rights than the role of an installation. */
const SERVING_ROLE = 'earshot_test_service'

// Test data need not survive a power failure. Tests of durability have their own servers.
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

// Three files run at a time, and some start several services.
const SETTINGS = { ...FORGETFUL, max_connections: 600 }

export default async function setup(project: TestProject) {
  await promisify(execFile)(join(import.meta.dirname, '../../bin/build-console'))
  await bundlePrograms()
  const { connection, stop } = await startServer()
  project.provide('connection', JSON.stringify(connection))
  return stop
}

/** A server with the template database. A test that depends on the transactions of others starts its own. */
export async function startServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-test-'))
  // When the tests run as root, PostgreSQL has another user, who must reach this directory.
  await chmod(dataDir, 0o755)
  const embedded = process.env.TEST_DATABASE_URL
    ? null
    : await startEmbedded(dataDir, () => {}, { settings: SETTINGS })
  const connection: pg.ClientConfig = embedded?.superuser ?? {
    connectionString: process.env.TEST_DATABASE_URL as string,
  }
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE}`)
  await client.query(`create database ${TEMPLATE}`)
  const { rows } = await client.query('select from pg_roles where rolname = $1', [SERVING_ROLE])
  if (rows.length === 0)
    await client.query(`create role ${SERVING_ROLE} login password '${SERVING_ROLE}'`)
  await client.end()
  const template = inDatabase(connection, TEMPLATE)
  await migrate(template, { servedBy: asServingRole(template) })
  await sendAsManyAsTheyLike(inDatabase(connection, TEMPLATE))
  const stop = async () => {
    await embedded?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { connection, stop }
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

/** The same database, with the rights of a service. */
export function asServingRole(connection: pg.ClientConfig): pg.ClientConfig {
  if (!connection.connectionString)
    return { ...connection, user: SERVING_ROLE, password: SERVING_ROLE }
  const url = new URL(connection.connectionString)
  url.username = SERVING_ROLE
  url.password = SERVING_ROLE
  return { connectionString: url.href }
}

declare module 'vitest' {
  export interface ProvidedContext {
    connection: string
  }
}
