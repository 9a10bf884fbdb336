// Moderation states, shared by suggestions and comments: approve, mark as spam, soft-delete, restore.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import { lockRecord, touch } from './records.ts'

export type State = 'approved' | 'published' | 'spam' | 'deleted'

/** 'before' restores the state before spam or deletion. It changes no other state. */
export type TargetState = State | 'before'

type Moderated = { state: string; previous_state: string | null }

/** The record before the change and its new state, or undefined when the state is the same. */
export async function moderate<T extends Moderated>(
  tx: Tx,
  resource: Resource,
  id: number,
  target: TargetState,
): Promise<{ before: T; state: string } | undefined> {
  const before = await lockRecord<T>(tx, resource, id)
  const wasHidden = isHidden(before.state)
  const restored = wasHidden ? (before.previous_state ?? 'approved') : before.state
  const state = target === 'before' ? restored : target
  if (state === before.state) return undefined
  const stateBefore = wasHidden ? before.previous_state : before.state
  await sql`
    update ${sql.table(resource.name)}
    set state = ${state}, previous_state = ${isHidden(state) ? stateBefore : null} ${touch(resource)}
    where id = ${id}`.execute(tx)
  return { before, state }
}

const isHidden = (state: string) => state === 'spam' || state === 'deleted'
