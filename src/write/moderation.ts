// States of what people see: suggestions and comments are approved, marked as spam, deleted and restored alike.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import type { Resource } from '../resources/resource.ts'
import { lockRecord } from './records.ts'

export type State = 'approved' | 'published' | 'spam' | 'deleted'

/** What was spam or deleted goes back to what it was before; anything else has nowhere to go back to. */
export type TargetState = State | 'before'

type Moderated = { state: string; previous_state: string | null }

/** The record as it was, and its new state where that is another. */
export async function moderate<T extends Moderated>(
  tx: Tx,
  resource: Resource,
  id: number,
  wanted: TargetState,
): Promise<{ before: T; state: string } | undefined> {
  const before = await lockRecord<T>(tx, resource, id)
  const wasHidden = isHidden(before.state)
  const back = wasHidden ? (before.previous_state ?? 'approved') : before.state
  const state = wanted === 'before' ? back : wanted
  if (state === before.state) return undefined
  const remembered = wasHidden ? before.previous_state : before.state
  await sql`
    update ${sql.table(resource.name)}
    set state = ${state}, previous_state = ${isHidden(state) ? remembered : null}, updated_at = now()
    where id = ${id}`.execute(tx)
  return { before, state }
}

const isHidden = (state: string) => state === 'spam' || state === 'deleted'
