// Deletes external users.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { lockUsers } from './core/locks.ts'
import { deleteOrphanedAccounts } from './external-accounts.ts'

/** Deletes their private accounts too. */
export async function deleteExternalUsers(tx: Tx, ids: number[]): Promise<void> {
  await lockUsers(tx, sql`select user_id from external_users where id = any(${ids})`)
  const { rows } = await sql<{ id: number }>`
    select id from external_accounts a join external_account_figures figures using (id)
    where id in (select external_account_id from external_users where id = any(${ids}))
    order by id for update of figures, a`.execute(tx)
  await sql`delete from external_users where id = any(${ids})`.execute(tx)
  await deleteOrphanedAccounts(
    tx,
    rows.map(({ id }) => id),
  )
}
