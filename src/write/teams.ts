// Teams and their members. A trigger maintains the member count.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { teams } from '../resources/teams.ts'
import { deleteRecord, requireLinkedRecords } from './core/records.ts'

const LINK_COLLECTIONS = { team: 'teams', user: 'users' }

/** Idempotent. */
export async function assignToTeam(tx: Tx, team: number, user: number): Promise<number> {
  await requireLinkedRecords(tx, teams, { team, user }, LINK_COLLECTIONS)
  await sql`
    with joined as (
      insert into team_members (team_id, user_id) values (${team}, ${user})
      on conflict do nothing returning user_id
    )
    update user_figures set updated_at = now() where id in (select user_id from joined)`.execute(tx)
  return team
}

export async function unassignFromTeam(tx: Tx, team: number, user: number): Promise<number> {
  await requireLinkedRecords(tx, teams, { team, user }, LINK_COLLECTIONS)
  await removeMembers(tx, sql`team_id = ${team} and user_id = ${user}`)
  return team
}

export async function deleteTeam(tx: Tx, id: number): Promise<void> {
  await removeMembers(tx, sql`team_id = ${id}`)
  await deleteRecord(tx, teams, id)
}

async function removeMembers(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    with removed as (delete from team_members where ${condition} returning user_id)
    update user_figures set updated_at = now() where id in (select user_id from removed)`.execute(
    tx,
  )
}
