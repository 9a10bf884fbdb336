// Prepares tables for a large load: drops indexes, which are built once at the end, and truncates nearly empty tables so
// that COPY FREEZE works. All in the load's transaction, so a failure cannot lose an index.

import type { Client, DatabaseError } from 'pg'
import { dropIndexes } from '../db/bulk-load.ts'

/** The statements that restore dropped objects, and the tables that accept frozen rows. */
export type LoadMethod = { indexes: string[]; frozen: Set<string> }

const LEAST_WORTH_REBUILDING = 5000
const LOCK_NOT_AVAILABLE = '55P03'

const GROUPS = {
  external_users: ['external_accounts', 'external_users', 'external_accounts_search'],
  custom_values: ['custom_values'],
  suggestions: [
    'suggestions',
    'suggestion_accounts',
    'suggestions_search',
    'suggestions_search_index',
  ],
}

/**
 * `added` is the number of rows per table that the load adds. Tables that are nearly empty in comparison are locked, also
 * against readers, until the transaction ends; the others are left alone.
 */
export async function prepareTables(
  client: Client,
  added: Partial<Record<keyof typeof GROUPS, number>>,
): Promise<LoadMethod> {
  const way: LoadMethod = { indexes: [], frozen: new Set() }
  for (const [name, roots] of Object.entries(GROUPS)) {
    const count = added[name as keyof typeof GROUPS] ?? 0
    if (count < LEAST_WORTH_REBUILDING) continue
    const tables = await withThosePointingAt(client, roots)
    if (await anyHoldsMore(client, tables, count / 20)) continue
    if (!(await lockAtOnce(client, tables))) continue
    way.indexes.push(...(await dropIndexes(client, tables)))
    if (await anyHoldsMore(client, tables, 0)) continue
    await client.query(`truncate ${tables.join(', ')}`)
    for (const table of tables) way.frozen.add(table)
  }
  return way
}

export async function restoreIndexes(
  client: Client,
  indexes: string[],
  progress: (done: number) => void,
): Promise<void> {
  for (const [done, definition] of indexes.entries()) {
    await client.query(definition)
    progress(done + 1)
  }
}

/** TRUNCATE needs all tables that refer to one of them, directly or indirectly. */
async function withThosePointingAt(client: Client, roots: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with recursive member (id) as (
       select unnest($1::text[])::regclass::oid
       union select conrelid from pg_constraint join member on confrelid = id where contype = 'f'
     )
     select id::regclass::text as name from member order by id`,
    [roots],
  )
  return rows.map(({ name }) => name)
}

async function anyHoldsMore(client: Client, tables: string[], limit: number): Promise<boolean> {
  for (const table of tables) {
    const rows = await client.query(`select from ${table} offset $1 limit 1`, [Math.floor(limit)])
    if (rows.rowCount === 1) return true
  }
  return false
}

// Waiting for this lock would block everybody behind it, so the load uses the slow path instead.
async function lockAtOnce(client: Client, tables: string[]): Promise<boolean> {
  await client.query(`savepoint before_locks; set local lock_timeout = '2s'`)
  try {
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
    await client.query('set local lock_timeout to default; release savepoint before_locks')
    return true
  } catch (error) {
    if ((error as DatabaseError).code !== LOCK_NOT_AVAILABLE) throw error
    await client.query('rollback to savepoint before_locks; release savepoint before_locks')
    return false
  }
}
