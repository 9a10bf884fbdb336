// Prepares tables for a large load: drops indexes, which are built once at the end, and truncates nearly empty tables so
// that COPY FREEZE works. All in the load's transaction, so a failure cannot lose an index.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, DatabaseError } from 'pg'
import { dropIndexes } from '../db/bulk-load.ts'

/** The statements that restore dropped objects, and the tables that accept frozen rows. */
export type LoadMethod = { indexes: string[]; frozen: Set<string> }

const LEAST_WORTH_REBUILDING = 5000

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

/** Tables with rows that the load changes and other writers may hold. Copies for reports hold the first, and then read the others. */
const SHARED_TABLES = [
  'report_progress',
  'teams',
  'labels',
  'forums',
  'categories',
  'features',
  'custom_fields',
  'segments',
  'engagement_window',
]

export type Preparation = {
  /** The number of rows per table that the load adds. */
  added: Partial<Record<keyof typeof GROUPS, number>>
  /** Tables whose triggers the load disables. */
  withoutTriggers: string[]
}

/**
 * Takes all locks on tables, before the transaction holds any other that somebody waits for: a load that waited for a table
 * while it holds another would be in a circle with the writers. Tables that are nearly empty in comparison with what is added are locked,
 * also against readers, until the transaction ends, unless they are in use; the others are left alone.
 */
export async function prepareTables(
  client: Client,
  { added, withoutTriggers }: Preparation,
): Promise<LoadMethod> {
  const method: LoadMethod = { indexes: [], frozen: new Set() }
  const groups = await findRebuildable(client, added)
  const tables = [...new Set(groups.flat())]
  const locks = [
    { tables, mode: 'access exclusive' },
    { tables: withoutTriggers, mode: 'share row exclusive' },
    { tables: SHARED_TABLES, mode: 'exclusive' },
  ]
  if (withoutTriggers.length > 0) await lockPatiently(client, locks)
  else if (groups.length === 0 || !(await lockIfUnused(client, locks))) return method
  for (const group of groups) {
    method.indexes.push(...(await dropIndexes(client, group)))
    if (await anyHoldsMore(client, group, 0)) continue
    await client.query(`truncate ${group.join(', ')}`)
    for (const table of group) method.frozen.add(table)
  }
  return method
}

/** The groups of tables that are nearly empty in comparison with what is added to them. */
async function findRebuildable(client: Client, added: Preparation['added']): Promise<string[][]> {
  const groups: string[][] = []
  for (const [name, roots] of Object.entries(GROUPS)) {
    const count = added[name as keyof typeof GROUPS] ?? 0
    if (count < LEAST_WORTH_REBUILDING) continue
    const tables = await withThosePointingAt(client, roots)
    if (!(await anyHoldsMore(client, tables, count / 20))) groups.push(tables)
  }
  return groups
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

type Lock = { tables: string[]; mode: string }

const MAX_LOCK_MS = 300
const MAX_LOCK_PAUSE_MS = 1000
const MAX_LOCK_ATTEMPTS = 60
const REFUSALS = ['55P03', '57014', '40P01']

/** All locks or none. With `nowait` nobody notices an attempt; otherwise they wait behind it, for less than a second. */
async function tryLocks(client: Client, locks: Lock[], nowait: boolean): Promise<boolean> {
  const statements = locks
    .filter(({ tables }) => tables.length > 0)
    .map(({ tables, mode }) => `lock table ${tables.join(', ')} in ${mode} mode`)
  // For each of at most three statements: the load gives up before PostgreSQL looks for a deadlock.
  await client.query(`savepoint before_locks; set local statement_timeout = ${MAX_LOCK_MS}`)
  try {
    for (const statement of statements)
      await client.query(nowait ? `${statement} nowait` : statement)
    await client.query('set local statement_timeout = 0; release savepoint before_locks')
    return true
  } catch (error) {
    if (!REFUSALS.includes((error as DatabaseError).code ?? '')) throw error
    await client.query('rollback to savepoint before_locks; release savepoint before_locks')
    return false
  }
}

const LOOKS = 10
const LOOK_INTERVAL_MS = 100
const MAX_LOOKING_MS = 5000

/** Only when nobody uses the tables at several moments in a row: requests of a busy service would wait until the load ends. */
async function lockIfUnused(client: Client, locks: Lock[]): Promise<boolean> {
  const end = performance.now() + MAX_LOOKING_MS
  for (let unused = 0; performance.now() < end; ) {
    await client.query('savepoint before_look')
    unused = (await tryLocks(client, locks, true)) ? unused + 1 : 0
    if (unused === LOOKS) return true
    await client.query('rollback to savepoint before_look; release savepoint before_look')
    await sleep(LOOK_INTERVAL_MS)
  }
  return false
}

/** For a role that cannot load beside other writers. */
async function lockPatiently(client: Client, locks: Lock[]): Promise<void> {
  for (let attempt = 1; !(await tryLocks(client, locks, false)); attempt++) {
    if (attempt === MAX_LOCK_ATTEMPTS)
      throw new Error(
        'The tables are in use all the time, and this database role can load only while nobody writes. ' +
          'Load when the service is quiet, or as a superuser (DATABASE_OWNER_URL).',
      )
    await sleep(Math.random() * MAX_LOCK_PAUSE_MS)
  }
}
