// Permissions of the account's team, one per user. The role follows from them.
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { formatValue } from '../../core/values.ts'
import type { Tx } from '../../db/db.ts'
import { permissions } from '../../resources/permissions.ts'
import { users } from '../../resources/users.ts'
import type { Origin } from '../../write/core/audit.ts'
import { findOrCreateUser } from '../../write/core/people.ts'
import {
  createRecord,
  deleteRecord,
  type Input,
  lockRecord,
  updateRecord,
} from '../../write/core/records.ts'
import { generateInvitationCode } from '../credentials.ts'
import type { Role } from '../roles.ts'
import { afterRoleChange, lockOwners } from './staff.ts'

export async function createPermission(
  tx: Tx,
  actor: number,
  origin: Origin,
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
  await afterRoleChange(tx, origin, user, null)
  return id
}

export async function updatePermission(
  tx: Tx,
  origin: Origin,
  { id, actor }: { id: number; actor: number },
  rights: Input,
): Promise<void> {
  await lockOwners(tx)
  const { user_id, role } = await lockRecord<{ user_id: number; role: Role }>(tx, permissions, id)
  await updateRecord(tx, permissions, { id, actor }, rights)
  await afterRoleChange(tx, origin, user_id, role)
}

export const renewInvitation = (tx: Tx, actor: number, id: number) =>
  updateRecord(tx, permissions, { id, actor }, { invitation_code: generateInvitationCode() })

export async function deletePermission(tx: Tx, origin: Origin, id: number): Promise<void> {
  await lockOwners(tx)
  const { user_id, role } = await lockRecord<{ user_id: number; role: Role }>(tx, permissions, id)
  await deleteRecord(tx, permissions, id)
  await afterRoleChange(tx, origin, user_id, role)
}
