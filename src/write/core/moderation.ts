// Moderation states, shared by suggestions and comments: approve, mark as spam, soft-delete, restore.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'
import type { Resource } from '../../resources/resource.ts'
import { touch } from './records.ts'

export type State = 'approved' | 'published' | 'spam' | 'deleted'

/** Of something new that people write: shown, or waiting for a moderator. */
export type ContributionState = 'approved' | 'new'

/** 'before' restores the state before spam or deletion. It changes no other state. */
export type TargetState = State | 'before'

export type StateChange = {
  id: number
  old_state: string
  old_previous_state: string | null
  new_state: string
}

/** The caller has locked the records. Returns those whose state changed. */
export async function moderate(
  tx: Tx,
  resource: Resource,
  ids: number[],
  target: TargetState,
): Promise<StateChange[]> {
  const table = sql.table(resource.name)
  const restored = sql`case when state in ('spam', 'deleted') then coalesce(previous_state, 'approved') else state end`
  const { rows } = await sql<StateChange>`
    with before as (
      select id, state, previous_state, ${target === 'before' ? restored : sql`${target}::text`} as new_state
      from ${table} where id = any(${ids})
    )
    update ${table} moderated set state = before.new_state, previous_state = case
        when before.new_state not in ('spam', 'deleted') then null
        when before.state in ('spam', 'deleted') then before.previous_state
        else before.state end
      ${touch(resource)}
    from before where moderated.id = before.id and before.new_state <> before.state
    returning moderated.id, before.state as old_state, before.previous_state as old_previous_state,
      moderated.state as new_state`.execute(tx)
  return rows
}
