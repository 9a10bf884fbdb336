// Changes and deletes customer accounts.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { external_accounts } from '../resources/external_accounts.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import {
  buildMergedValues,
  coerceValues,
  omitCustomFields,
  readCustomValues,
  type WithCustomFields,
} from './core/custom-values.ts'
import { lockAccounts, lockUsers } from './core/locks.ts'
import { lockRecord } from './core/records.ts'

export type AccountChanges = WithCustomFields & { external_id?: string }

/** The external id is how imports find the account, so the log says what it was. */
export async function updateExternalAccount(
  tx: Tx,
  origin: Origin,
  id: number,
  changes: AccountChanges,
): Promise<void> {
  const { external_id } = changes
  const before = await lockRecord<{ external_id: string | null }>(tx, external_accounts, id)
  const isOther = external_id !== undefined && external_id !== before.external_id
  if (isOther) await requireFreeExternalId(tx, external_id)
  const values = await coerceValues(tx, external_accounts.name, readCustomValues(changes))
  const columns: Record<string, unknown> = {
    ...omitCustomFields(changes),
    ...(Object.keys(values).length > 0 && { custom_fields: buildMergedValues(values) }),
  }
  const assignments = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  if (assignments.length === 0) return
  // A trigger moves `updated_at`.
  await sql`update external_accounts set ${sql.join(assignments)} where id = ${id}`.execute(tx)
  if (!isOther) return
  await recordAudit(tx, origin, {
    action: 'account_changed',
    subject: { type: external_accounts.name, id },
    before: { external_id: before.external_id },
    after: { external_id },
  })
}

async function requireFreeExternalId(tx: Tx, external_id: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from external_accounts where external_id = ${external_id}`.execute(tx)
  if (!rows[0]) return
  throw new ApiError('invalid', `external_id: account ${rows[0].id} has this id.`, {
    external_id: 'taken',
  })
}

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
