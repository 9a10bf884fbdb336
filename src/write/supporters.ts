// Who supports a suggestion, and who follows it. One person supports a suggestion once, ever.
import { sql } from 'kysely'
import { type Db, prepared, type Tx } from '../db/db.ts'
import { suggestions } from '../resources/suggestions.ts'
import { supporters } from '../resources/supporters.ts'
import { activityColumns, logActivity } from './activity.ts'
import { lockContext } from './locks.ts'
import { lockRecord, requireLinkedRecords } from './records.ts'
import { authorCtes, type Person } from './users.ts'

export type NewSupporter = {
  person: Person
  how?: string
  channel?: string
  subscribe?: boolean
  votes_count?: number
  created_at?: string
  links: { suggestion: number }
}

/** One statement, so that a vote is one trip to the database. A second support of the same person changes nothing. */
export async function addSupporter(
  db: Db,
  actor: number,
  support: NewSupporter,
): Promise<{ id: number; isNew: boolean }> {
  const { person, how = 'vote', channel = 'api', subscribe = true, links } = support
  const at = support.created_at === undefined ? null : support.created_at
  const whose =
    'id' in person
      ? sql`author as (select id from users where id = ${person.id}),`
      : authorCtes(person.email, person.name)
  const { rows } = await sql<{ id: number; isNew: boolean }>`${prepared} with ${whose}
    added as (
      insert into supporters (how, channel, is_subscribed, votes_count, suggestion_id, user_id, created_by_id,
        updated_by_id, created_at)
      select ${how}, ${channel}, ${subscribe}, ${support.votes_count ?? 1}, s.id, author.id, ${actor}, ${actor},
        coalesce(${at}::timestamptz, now())
      from suggestions s, author where s.id = ${links.suggestion} and s.parent_suggestion_id is null
      on conflict (suggestion_id, user_id) do nothing
      returning id, suggestion_id, user_id
    ), followed as (
      delete from suggestion_followers f using added where f.suggestion_id = added.suggestion_id and f.user_id = added.user_id
    ), logged as (${activityColumns(actor, 'supporter_added', 'added', { user_id: sql`user_id` })})
    select id, true as "isNew" from added
    union all
    select s.id, false from supporters s, author where s.suggestion_id = ${links.suggestion} and s.user_id = author.id`.execute(
    db,
  )
  if (rows[0]) return rows[0]
  await requireLinkedRecords(db, supporters, {
    ...links,
    ...('id' in person && { user: person.id }),
  })
  const merged = await sql<{ into: number | null }>`
    select parent_suggestion_id as into from suggestions where id = ${links.suggestion}`.execute(db)
  const suggestion = merged.rows[0]?.into ?? links.suggestion
  // It was merged, or another call made the same person or support just now: there is something to find this time.
  return addSupporter(db, actor, { ...support, links: { suggestion } })
}

export async function removeSupporter(tx: Tx, actor: number, id: number): Promise<void> {
  await lockContext(tx, 'supporters', id)
  const { suggestion_id, user_id } = await lockRecord<{ suggestion_id: number; user_id: number }>(
    tx,
    supporters,
    id,
  )
  await sql`delete from supporters where id = ${id}`.execute(tx)
  await logActivity(tx, actor, { kind: 'supporter_removed', suggestion_id, user_id })
}

/** They are told what happens to the suggestion from now on, whether they support it or not. */
export async function follow(tx: Tx, suggestion: number, user: number): Promise<void> {
  await lockRecord(tx, suggestions, suggestion)
  const { rows } = await subscribed(tx, suggestion, user, true)
  if (rows[0]) return
  await sql`
    insert into suggestion_followers (suggestion_id, user_id) values (${suggestion}, ${user})
    on conflict do nothing`.execute(tx)
}

export async function unfollow(tx: Tx, suggestion: number, user: number): Promise<void> {
  await lockRecord(tx, suggestions, suggestion)
  await subscribed(tx, suggestion, user, false)
  await sql`
    delete from suggestion_followers where suggestion_id = ${suggestion} and user_id = ${user}`.execute(
    tx,
  )
}

const subscribed = (tx: Tx, suggestion: number, user: number, is: boolean) =>
  sql`
  update supporters set is_subscribed = ${is}, updated_at = now()
  where suggestion_id = ${suggestion} and user_id = ${user} returning id`.execute(tx)
