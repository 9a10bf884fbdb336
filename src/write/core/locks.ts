// The lock order of all writers: users, their accounts, suggestions, then records that belong to a suggestion
// (docs/figures.md). Of a record with figures the row of the figures is locked. The triggers that maintain figures use the same order. A write that moves a record locks the old
// and the new rows together, before its first change.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Resource } from '../../resources/resource.ts'
import { lockRecord } from './records.ts'
import { concurrentChange } from './transaction.ts'

/** The column with the user, by collection. */
export const PERSON_COLUMNS = {
  supporters: 'user_id',
  comments: 'created_by_id',
  feedback_records: 'user_id',
}

export type EngagementCollection = keyof typeof PERSON_COLUMNS
const ENGAGEMENT_COLLECTIONS = Object.keys(PERSON_COLUMNS) as EngagementCollection[]

/** A query of the ids of the rows to lock. */
type Ids = RawBuilder<unknown>
type Filter = (collection: EngagementCollection) => RawBuilder<unknown>

export const unionAll = (queries: RawBuilder<unknown>[]) => sql.join(queries, sql` union all `)

const selectFrom = (columnOf: (collection: EngagementCollection) => string, filter: Filter): Ids =>
  unionAll(
    ENGAGEMENT_COLLECTIONS.map(
      (collection) =>
        sql`select ${sql.ref(columnOf(collection))} from ${sql.table(collection)} where ${filter(collection)}`,
    ),
  )

/** The users of the matching records. */
export const selectPeople = (filter: Filter): Ids =>
  selectFrom((collection) => PERSON_COLUMNS[collection], filter)

export const selectSuggestions = (filter: Filter): Ids => selectFrom(() => 'suggestion_id', filter)

/**
 * Without waiting, a row that another transaction holds fails the call, which is then retried. For rows that come
 * earlier in the lock order than those already locked.
 */
type Waiting = 'wait' | 'nowait'

// An array: with a join, PostgreSQL locks a row that changed while it waited, but can leave it out of the result.
const lockRows = (table: string, ids: Ids, waiting: Waiting = 'wait') =>
  sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(array(${ids}))
    order by id for no key update ${waiting === 'nowait' ? sql`nowait` : sql``}`

export const lockUsers = (tx: Tx, ids: Ids) => lockRows('user_figures', ids).execute(tx)
export const lockAccounts = (tx: Tx, ids: Ids) =>
  lockRows('external_account_figures', ids).execute(tx)
export const lockForums = (tx: Tx, ids: Ids) => lockRows('forums', ids).execute(tx)
export const lockLabels = (tx: Tx, ids: Ids) => lockRows('labels', ids).execute(tx)
export const lockSuggestions = (tx: Tx, ids: Ids, waiting?: Waiting) =>
  lockRows('suggestion_figures', ids, waiting).execute(tx)

/** Locks users and their accounts. */
export async function lockPeople(tx: Tx, ids: Ids, waiting?: Waiting): Promise<void> {
  const { rows } = await sql<{ ids: string[] }>`
    with locked as (${lockRows('user_figures', ids, waiting)})
    select coalesce(array_agg(id), '{}') as ids from locked`.execute(tx)
  await lockAccountsOf(tx, (rows[0]?.ids ?? []).map(Number), waiting)
}

export const lockAccountsOf = (tx: Tx, users: number[], waiting?: Waiting) =>
  lockRows(
    'external_account_figures',
    sql`select external_account_id from external_users where user_id = any(${users}::bigint[])`,
    waiting,
  ).execute(tx)

/** For writes of many records. Others can add records until the suggestions are locked, so this looks twice. */
export async function lockPeopleAndSuggestions(
  tx: Tx,
  people: Ids,
  suggestions: Ids,
): Promise<void> {
  for (const waiting of ['wait', 'nowait'] as const) {
    await lockPeople(tx, people, waiting)
    await lockSuggestions(tx, suggestions, waiting)
  }
}

type Context = { user?: number | null; suggestion?: number | null }

/**
 * Locks the record after its user, the user's accounts and its suggestion. `target` is where the caller moves it: the
 * user and the suggestion are locked too.
 */
export async function lockInContext<T>(
  tx: Tx,
  resource: Resource,
  id: number,
  target: Context = {},
): Promise<T> {
  const personColumn = PERSON_COLUMNS[resource.name as EngagementCollection]
  const { rows } = await sql<{
    user_id: number | null
    suggestion_id: number | null
    locked_ids: string[]
  }>`
    with record as (
      select ${sql.ref(personColumn)} as user_id, suggestion_id from ${sql.table(resource.name)} where id = ${id}
    ), locked as (
      ${lockRows('user_figures', sql`select user_id from record union all select ${target.user ?? null}::bigint`)}
    )
    select record.*, array(select id from locked) as locked_ids from record`.execute(tx)
  const before = rows[0]
  if (before) {
    await lockAccountsOf(tx, before.locked_ids.map(Number))
    const suggestions = [before.suggestion_id, target.suggestion ?? null]
    await lockSuggestions(tx, sql`select unnest(${suggestions}::bigint[])`)
  }
  const record = await lockRecord<Record<string, unknown>>(tx, resource, id)
  const hasMoved =
    record[personColumn] !== before?.user_id || record.suggestion_id !== before?.suggestion_id
  if (hasMoved) throw concurrentChange()
  return record as T
}
