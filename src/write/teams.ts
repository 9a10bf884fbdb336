// Teams and who is in them. How many follows by itself (a trigger).
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { teams } from '../resources/teams.ts'
import { deleteRecord, requireLinkedRecords } from './records.ts'

const LINK_COLLECTIONS = { team: 'teams', user: 'users' }

/** Assigning twice changes nothing. */
export async function assignToTeam(tx: Tx, team: number, user: number): Promise<number> {
  await requireLinkedRecords(tx, teams, { team, user }, LINK_COLLECTIONS)
  await sql`
    with joined as (
      insert into team_members (team_id, user_id) values (${team}, ${user})
      on conflict do nothing returning user_id
    )
    update users set updated_at = now() where id in (select user_id from joined)`.execute(tx)
  return team
}

export async function unassignFromTeam(tx: Tx, team: number, user: number): Promise<number> {
  await requireLinkedRecords(tx, teams, { team, user }, LINK_COLLECTIONS)
  await removeMembers(tx, sql`team_id = ${team} and user_id = ${user}`)
  return team
}

/** Its members stay, without it. */
export async function deleteTeam(tx: Tx, id: number): Promise<void> {
  await removeMembers(tx, sql`team_id = ${id}`)
  await deleteRecord(tx, teams, id)
}

async function removeMembers(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with parted as (delete from team_members where ${which} returning user_id)
    update users set updated_at = now() where id in (select user_id from parted)`.execute(tx)
}
