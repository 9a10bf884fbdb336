// Changes, blocks and allows users.

import { sql } from 'kysely'
import { announceTokenChange } from '../auth/clients/api-clients.ts'
import { findRole, keepOwner, lockOwners } from '../auth/staff/staff.ts'
import { ApiError, notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { users } from '../resources/users.ts'
import { type Origin, recordAudit } from './core/audit.ts'
import { lockRecord } from './core/records.ts'

export async function setAllowedState(
  tx: Tx,
  origin: Origin,
  id: number,
  state: 'allowed' | 'blocked',
): Promise<void> {
  const isOwner = (await findRole(tx, id)) === 'owner'
  if (isOwner) await lockOwners(tx)
  const { rows } = await sql`
    update users set allowed_state = ${state} where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(users, id)
  if (isOwner) await keepOwner(tx)
  await recordAudit(tx, origin, {
    action: 'person_blocked',
    subject: { type: users.name, id },
    after: { allowed_state: state },
  })
  await announceTokenChange(tx)
}

export type UserChanges = {
  name?: string
  email_address?: string
  job_title?: string | null
  /** Which mails the person gets: somebody who asks the team for fewer needs no account on the portal. */
  status_notifications?: boolean
  comment_notifications?: boolean
}

/** A new address is not confirmed. The log says which members changed, not their values: erasing a person leaves the log. */
export async function updateUser(
  tx: Tx,
  origin: Origin,
  id: number,
  changes: UserChanges,
): Promise<void> {
  const before = await lockRecord<UserChanges>(tx, users, id)
  const changed = Object.entries(changes).filter(
    ([name, value]) => value !== before[name as keyof UserChanges],
  )
  if (changed.length === 0) return
  const { email_address } = changes
  if (email_address !== undefined) await requireFreeAddress(tx, id, email_address)
  const isOther = email_address?.toLowerCase() !== before.email_address?.toLowerCase()
  if (email_address !== undefined && isOther) await refuseStaffAddress(tx, id)
  await sql`
    update users set ${sql.join(changed.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
      ${email_address !== undefined && isOther ? sql`, email_confirmed = false` : sql``}
    where id = ${id}`.execute(tx)
  await recordAudit(tx, origin, {
    action: 'person_changed',
    subject: { type: users.name, id },
    after: { members: changed.map(([name]) => name) },
  })
  await announceTokenChange(tx)
}

/** An address is a way in: staff prove that it is theirs. */
async function refuseStaffAddress(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`select from permissions where user_id = ${id}`.execute(tx)
  if (rows.length === 0) return
  throw new ApiError(
    'invalid',
    `email_address: user ${id} has a role. They change their address on their profile page.`,
    { email_address: 'in' },
  )
}

async function requireFreeAddress(tx: Tx, id: number, address: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from users where lower(email_address) = lower(${address} collate "und-x-icu") and id <> ${id}`.execute(
    tx,
  )
  if (!rows[0]) return
  throw new ApiError(
    'invalid',
    `email_address: user ${rows[0].id} has this address. Merge the two with POST /users/merge.`,
    { email_address: 'taken' },
  )
}
