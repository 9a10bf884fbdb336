// Flags on suggestions, visible to the team only.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { internal_flags } from '../resources/internal_flags.ts'
import { logActivity } from './core/activity.ts'
import { createRecord, lockRecord } from './core/records.ts'

export type NewInternalFlag = { reason?: string; links: { suggestion: number; user?: number } }

export async function createInternalFlag(
  tx: Tx,
  actor: number,
  flag: NewInternalFlag,
): Promise<number> {
  const links = { user: actor, ...flag.links }
  const id = await createRecord(tx, internal_flags, actor, { ...flag, links })
  await logActivity(tx, actor, {
    kind: 'internal_flag_created',
    suggestion_id: links.suggestion,
    internal_flag_id: id,
  })
  return id
}

export async function clearInternalFlag(tx: Tx, actor: number, id: number): Promise<void> {
  const flag = await lockRecord<{ suggestion_id: number; cleared_at: Date | null }>(
    tx,
    internal_flags,
    id,
  )
  if (flag.cleared_at !== null) return
  await sql`update internal_flags set cleared_at = now(), updated_at = now() where id = ${id}`.execute(
    tx,
  )
  await logActivity(tx, actor, {
    kind: 'internal_flag_cleared',
    suggestion_id: flag.suggestion_id,
    internal_flag_id: id,
  })
}
