// Deletes customer accounts.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { lockAccounts, lockUsers } from './core/locks.ts'

/** Deletes the private accounts among them that no external user belongs to. */
export async function deleteOrphanedAccounts(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select delete_orphaned_accounts(${ids}::bigint[])`.execute(tx)
}

/** Their external users remain, without an account. */
export async function deleteExternalAccounts(tx: Tx, ids: number[]): Promise<void> {
  await lockUsers(
    tx,
    sql`select user_id from external_users where external_account_id = any(${ids})`,
  )
  await lockAccounts(tx, sql`select unnest(${ids}::bigint[])`)
  await sql`
    select from external_accounts where id = any(${ids}) order by id for update`.execute(tx)
  await sql`
    update external_users set external_account_id = null, updated_at = now()
    where external_account_id = any(${ids})`.execute(tx)
  await sql`delete from external_accounts where id = any(${ids})`.execute(tx)
}
