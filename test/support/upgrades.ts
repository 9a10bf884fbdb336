// Databases of releases and of the oldest schema that is upgraded in place.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { listTables } from '../../src/backup/tables.ts'
import { migrate } from '../../src/db/migrate.ts'
import { allMigrations } from '../../src/db/migrations.ts'
import { describeSchema } from './catalogue.ts'
import { onCleanup } from './cleanup.ts'
import { inDatabase } from './template-database.ts'

const RELEASES = join(import.meta.dirname, 'fixtures', 'releases')

/** Each has a fixture, which `npm run release-fixture` writes. */
export const releases = readdirSync(RELEASES).map((file) => file.replace('.sql.gz', ''))

/** The schema before the first migration that was ever applied to existing data. */
const OLDEST = allMigrations.slice(0, 5)

const OLDEST_ROWS = `
  insert into users (id, name, email_address, is_admin, is_owner) values
    (11, 'Olga', 'olga@example.com', true, true), (12, 'Adam', 'adam@example.com', false, false);
  insert into permissions (user_id, license_type, feedback) values (12, 'contributor', 'contribute');
  insert into forums (id, name) values (1, 'Ideas');
  insert into suggestions (id, forum_id, title, created_by_id) values (1, 1, 'Dark mode', 12), (2, 1, 'Light mode', 12);
  insert into api_clients (id, name, key_hint, key_hash, secret_hash) values (21, 'Old', 'k', 'k', 's');
  insert into tokens (hash, api_client_id, user_id) values ('\\x00', 21, 11)`

export async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Dropped after the tests of the file. */
export async function createDatabase(template = 'template1'): Promise<pg.ClientConfig> {
  const server: pg.ClientConfig = JSON.parse(inject('connection'))
  const name = `earshot_${randomBytes(6).toString('hex')}`
  const administer = (statement: string) => withClient(server, (client) => client.query(statement))
  await administer(`create database ${name} template ${template} strategy file_copy`)
  onCleanup(() => administer(`drop database ${name} with (force)`))
  return inDatabase(server, name)
}

/** As the release left it. */
export async function createOfRelease(version: string): Promise<pg.ClientConfig> {
  const statements = gunzipSync(readFileSync(join(RELEASES, `${version}.sql.gz`))).toString()
  const connection = await createDatabase()
  await withClient(connection, (client) => client.query(statements))
  return connection
}

/** With some rows, without functions. */
export async function createOldest(): Promise<pg.ClientConfig> {
  const connection = await createDatabase()
  await migrate(connection, { only: OLDEST })
  await withClient(connection, (client) => client.query(OLDEST_ROWS))
  return connection
}

/** The schema and the rows, without times and ids: those of an upgrade that was undone are not used again. */
export const describeDatabase = (connection: pg.ClientConfig) =>
  withClient(connection, async (client) => {
    const tables = [...(await listTables(client)).map(({ name }) => name), 'migrations']
    const rows: Record<string, unknown[]> = {}
    for (const table of tables) {
      const { rows: found } = await client.query(
        `select regexp_replace((to_jsonb(t) - 'id')::text, '"\\d{4}-\\d\\d-\\d\\dT[^"]*"', '"time"', 'g') as row
         from ${table} t order by 1`,
      )
      rows[table] = found.map(({ row }) => row)
    }
    return { schema: await describeSchema(client), rows }
  })
