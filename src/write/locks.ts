// The order in which rows are held: people, their accounts, suggestions, and only then what hangs on them. The triggers
// that keep figures go the same way, so that two that write at once never wait for each other in a circle.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/db.ts'

/** Whose word each collection is. */
const PERSON_COLUMNS = {
  supporters: 'user_id',
  comments: 'created_by_id',
  feedback_records: 'user_id',
}

export type EngagementCollection = keyof typeof PERSON_COLUMNS
export const ENGAGEMENT_COLLECTIONS = Object.keys(PERSON_COLUMNS) as EngagementCollection[]

/** Holds everybody whose engagement is meant, and their accounts. */
export async function lockPeople(
  tx: Tx,
  which: (collection: EngagementCollection) => RawBuilder<unknown>,
): Promise<void> {
  const people = ENGAGEMENT_COLLECTIONS.map(
    (collection) =>
      sql`select ${sql.ref(PERSON_COLUMNS[collection])} from ${sql.table(collection)} where ${which(collection)}`,
  )
  const { rows } = await sql<{ ids: number[] }>`
    with held as (
      select id from users where id in (${sql.join(people, sql` union all `)}) order by id for no key update
    )
    select coalesce(array_agg(id), '{}') as ids from held`.execute(tx)
  await sql`
    select from external_accounts where id in (
      select external_account_id from external_users where user_id = any(${rows[0]?.ids ?? []}::bigint[]))
    order by id for no key update`.execute(tx)
}

/** Holds whose it is and what it is about, before it is held itself. */
export async function lockContext(
  tx: Tx,
  collection: EngagementCollection,
  id: number,
): Promise<void> {
  await lockPeople(tx, (of) => (of === collection ? sql`id = ${id}` : sql`false`))
  await sql`
    select from suggestions where id = (select suggestion_id from ${sql.table(collection)} where id = ${id})
    for no key update`.execute(tx)
}
