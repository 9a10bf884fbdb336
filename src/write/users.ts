// Blocks and allows users.

import { sql } from 'kysely'
import { announceTokenChange } from '../auth/clients/api-clients.ts'
import { notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { users } from '../resources/users.ts'
import { type Origin, recordAudit } from './core/audit.ts'

export async function setAllowedState(
  tx: Tx,
  origin: Origin,
  id: number,
  state: 'allowed' | 'blocked',
): Promise<void> {
  const { rows } = await sql`
    update users set allowed_state = ${state} where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(users, id)
  await recordAudit(tx, origin, {
    action: 'person_blocked',
    subject: { type: users.name, id },
    after: { allowed_state: state },
  })
  await announceTokenChange(tx)
}
