// The lock order of all writers: users, their accounts, suggestions, then records that belong to a suggestion. The
// triggers that maintain figures use the same order, so that concurrent writers do not deadlock.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/db.ts'

/** The column with the user, by collection. */
const PERSON_COLUMNS = {
  supporters: 'user_id',
  comments: 'created_by_id',
  feedback_records: 'user_id',
}

export type EngagementCollection = keyof typeof PERSON_COLUMNS
export const ENGAGEMENT_COLLECTIONS = Object.keys(PERSON_COLUMNS) as EngagementCollection[]

/** Locks the users of the matching records, and their accounts. */
export async function lockPeople(
  tx: Tx,
  buildFilter: (collection: EngagementCollection) => RawBuilder<unknown>,
): Promise<void> {
  const people = ENGAGEMENT_COLLECTIONS.map(
    (collection) =>
      sql`select ${sql.ref(PERSON_COLUMNS[collection])} from ${sql.table(collection)} where ${buildFilter(collection)}`,
  )
  const { rows } = await sql<{ ids: number[] }>`
    with locked as (
      select id from users where id in (${sql.join(people, sql` union all `)}) order by id for no key update
    )
    select coalesce(array_agg(id), '{}') as ids from locked`.execute(tx)
  await sql`
    select from external_accounts where id in (
      select external_account_id from external_users where user_id = any(${rows[0]?.ids ?? []}::bigint[]))
    order by id for no key update`.execute(tx)
}

/** Locks the record's user and suggestion. Call it before locking the record. */
export async function lockContext(
  tx: Tx,
  collection: EngagementCollection,
  id: number,
): Promise<void> {
  await lockPeople(tx, (other) => (other === collection ? sql`id = ${id}` : sql`false`))
  await sql`
    select from suggestions where id = (select suggestion_id from ${sql.table(collection)} where id = ${id})
    for no key update`.execute(tx)
}
