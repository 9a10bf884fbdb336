// Statuses of suggestions. A suggestion is closed if and only if its status is not open.

import { sql } from 'kysely'
import { notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { statuses } from '../resources/statuses.ts'
import { buildActivityInsert } from './core/activity.ts'
import { lockSuggestions } from './core/locks.ts'
import { deleteRecord, type Input, updateRecord } from './core/records.ts'

/** Opening or closing a status opens or closes all its suggestions. */
export async function updateStatus(
  tx: Tx,
  actor: number,
  id: number,
  changes: Input & { is_open?: boolean },
): Promise<void> {
  const { is_open } = changes
  const wasOpen = await lockStatus(tx, id, is_open !== undefined)
  await updateRecord(tx, statuses, { id, actor }, changes)
  if (is_open === undefined || is_open === wasOpen) return
  await sql`
    update suggestions set closed_at = ${is_open ? null : sql`now()`}
    where status_id = ${id} and (closed_at is null) = ${!is_open}`.execute(tx)
}

/** Its suggestions lose their status and become open. */
export async function deleteStatus(tx: Tx, actor: number, id: number): Promise<void> {
  await lockStatus(tx, id, true)
  await sql`
    with reopened as (
      update suggestions set status_id = null, closed_at = null
      where status_id = ${id} returning id as suggestion_id
    )
    ${buildActivityInsert(actor, 'status_changed', 'reopened')}`.execute(tx)
  await deleteRecord(tx, statuses, id)
}

// `for update` waits for transactions that are assigning this status, so that no suggestion is missed.
// Suggestions come before their status in the lock order, and others can get the status until it is locked.
async function lockStatus(tx: Tx, id: number, hasSuggestions: boolean): Promise<boolean> {
  const suggestions = sql`select id from suggestions where status_id = ${id}`
  if (hasSuggestions) await lockSuggestions(tx, suggestions)
  const { rows } = await sql<{ is_open: boolean }>`
    select is_open from statuses where id = ${id} for update`.execute(tx)
  if (!rows[0]) throw notFound(statuses, id)
  if (hasSuggestions) await lockSuggestions(tx, suggestions, 'nowait')
  return rows[0].is_open
}
