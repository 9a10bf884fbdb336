// Brings the database to the newest schema: plain SQL files, in order, each in a transaction of its own.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')
// Any number, the same for every process: whoever holds it migrates, the others wait and then find nothing to do.
const LOCK = 7325_1001

/** The names of the migrations applied now; only those of `wanted` where it is given. */
export async function migrate(connection: pg.ClientConfig, wanted?: string[]): Promise<string[]> {
  const client = new pg.Client(connection)
  // Told by the query that it breaks.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists migrations (
      name text primary key, applied_at timestamptz not null default now())`)
    const all = await pendingMigrations(client)
    const pending = all.filter((name) => wanted?.includes(name) ?? true)
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

export async function pendingMigrations(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows: found } = await client.query(
    `select to_regclass('migrations') is not null as exists`,
  )
  const { rows } = found[0].exists
    ? await client.query<{ name: string }>('select name from migrations')
    : { rows: [] }
  const applied = rows.map(({ name }) => name)
  return (await allMigrations()).filter((name) => !applied.includes(name))
}

export async function allMigrations(): Promise<string[]> {
  const files = await readdir(FOLDER)
  return files.filter((file) => file.endsWith('.sql')).sort()
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
    throw new Error(`Migration ${name} failed; nothing of it was applied.`, { cause })
  }
}
