// Permissions of the account's team, one per user. Every license except contributor makes the user an administrator.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import { generateInvitationCode } from '../credentials.ts'
import type { Tx } from '../db/db.ts'
import { permissions } from '../resources/permissions.ts'
import { users } from '../resources/users.ts'
import { formatValue } from '../values.ts'
import { createRecord, deleteRecord, type Input, lockRecord, updateRecord } from './records.ts'
import { findOrCreateUser } from './users.ts'

export async function createPermission(
  tx: Tx,
  actor: number,
  { email, ...rights }: Input & { email: string },
): Promise<number> {
  const { id: user } = await findOrCreateUser(tx, email)
  await lockRecord(tx, users, user)
  const { rows } = await sql<{ id: number }>`
    select id from permissions where user_id = ${user}`.execute(tx)
  if (rows[0]) {
    throw new ApiError(
      'conflict',
      `email: ${formatValue(email)} already has permission ${rows[0].id}. Update that permission.`,
    )
  }
  const invitation = { ...rights, invitation_code: generateInvitationCode(), links: { user } }
  const id = await createRecord(tx, permissions, actor, invitation)
  await updateAdminFlag(tx, id)
  return id
}

export async function updatePermission(
  tx: Tx,
  actor: number,
  id: number,
  rights: Input,
): Promise<void> {
  await updateRecord(tx, permissions, actor, id, rights)
  await updateAdminFlag(tx, id)
}

export const renewInvitation = (tx: Tx, actor: number, id: number) =>
  updateRecord(tx, permissions, actor, id, { invitation_code: generateInvitationCode() })

export async function deletePermission(tx: Tx, id: number): Promise<void> {
  const { user_id } = await lockRecord<{ user_id: number }>(tx, permissions, id)
  const { rows } = await sql`
    update users set is_admin = false
    where id = ${user_id} and not is_owner returning id`.execute(tx)
  if (!rows[0]) {
    throw new ApiError('conflict', `Permission ${id}: the owner's permission cannot be deleted.`)
  }
  await deleteRecord(tx, permissions, id)
}

async function updateAdminFlag(tx: Tx, id: number): Promise<void> {
  await sql`
    update users set is_admin = is_owner or p.license_type <> 'contributor'
    from permissions p where p.id = ${id} and users.id = p.user_id`.execute(tx)
}
