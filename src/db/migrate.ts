// Brings the database to the newest schema: plain SQL files, in order, each in a transaction of its own.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')
// Any number, the same for every process: whoever holds it migrates, the others wait and then find nothing to do.
const LOCK = 7325_1001

/** What this process knows, from its start on: a checkout that is replaced under it is for the next one. */
export const allMigrations: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.sql'))
  .sort()

/** The names of the migrations applied now; only those of `wanted` where it is given. */
export async function migrate(connection: pg.ClientConfig, wanted?: string[]): Promise<string[]> {
  const client = new pg.Client(connection)
  // Told by the query that it breaks.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const all = await pendingMigrations(client)
    const pending = all.filter((name) => wanted?.includes(name) ?? true)
    // Only then: a user who may not make tables is refused even where the table is there.
    if (pending.length > 0)
      await client.query(`create table if not exists migrations (
        name text primary key, applied_at timestamptz not null default now())`)
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

type Client = Pick<pg.Client, 'query'>

export async function pendingMigrations(client: Client): Promise<string[]> {
  const applied = await appliedMigrations(client)
  return allMigrations.filter((name) => !applied.includes(name))
}

/** Those of a newer Earshot, on whose schema this one may still run. */
export async function unknownMigrations(client: Client): Promise<string[]> {
  const applied = await appliedMigrations(client)
  return applied.filter((name) => !allMigrations.includes(name)).sort()
}

async function appliedMigrations(client: Client): Promise<string[]> {
  const { rows: found } = await client.query(
    `select to_regclass('migrations') is not null as exists`,
  )
  const { rows } = found[0].exists
    ? await client.query<{ name: string }>('select name from migrations')
    : { rows: [] }
  return rows.map(({ name }) => name)
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const text = await readFile(join(FOLDER, name), 'utf8')
  await client.query('begin')
  try {
    await client.query(text)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    const { message } = cause as Error
    throw new Error(`Migration ${name} failed, and nothing of it was applied: ${message}`, {
      cause,
    })
  }
}
