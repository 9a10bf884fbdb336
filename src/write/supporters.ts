// Supporters and followers of suggestions. A user supports a suggestion at most once.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'
import { executePrepared } from '../db/driver.ts'
import { suggestions } from '../resources/suggestions.ts'
import { supporters } from '../resources/supporters.ts'
import { buildActivityInsert, logActivity } from './core/activity.ts'
import { lockInContext } from './core/locks.ts'
import { findMergeTarget } from './core/merge-target.ts'
import { buildAuthorCtes, type Person } from './core/people.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { concurrentChange } from './core/transaction.ts'

export type NewSupporter = {
  person: Person
  how?: string
  channel?: string
  subscribe?: boolean
  votes_count?: number
  created_at?: string
  links: { suggestion: number }
}

const MAX_ATTEMPTS = 5

/**
 * Idempotent. One statement, so that a vote needs few round trips. It locks the user before the insert: a transaction that
 * holds the user and adds the same supporter would wait for this insert while its trigger waits for the user.
 */
export async function addSupporter(
  tx: Tx,
  actor: number,
  support: NewSupporter,
  attempts = MAX_ATTEMPTS,
): Promise<{ id: number; isNew: boolean }> {
  const { person, how = 'vote', channel = 'api', subscribe = true, links } = support
  const at = support.created_at === undefined ? null : support.created_at
  const authorCte =
    'id' in person
      ? sql`author as (select id from users where id = ${person.id}),`
      : buildAuthorCtes(person.email, person.name)
  const statement = sql<{ id: number; isNew: boolean }>`with ${authorCte}
    locked as materialized (
      select id from user_figures where id = (select id from author) for no key update
    ),
    added as (
      insert into supporters (how, channel, is_subscribed, votes_count, suggestion_id, user_id, created_by_id,
        updated_by_id, created_at)
      select ${how}, ${channel}, ${subscribe}, ${support.votes_count ?? 1}, s.id, author.id, ${actor}, ${actor},
        coalesce(${at}::timestamptz, now())
      from suggestions s, author
      where (select count(*) from locked) <= 1 and s.id = ${links.suggestion} and s.parent_suggestion_id is null
      on conflict (suggestion_id, user_id) do nothing
      returning id, suggestion_id, user_id
    ), unfollowed as (
      delete from suggestion_followers f using added where f.suggestion_id = added.suggestion_id and f.user_id = added.user_id
    ), logged as (${buildActivityInsert(actor, 'supporter_added', 'added', { user_id: sql`user_id` })})
    select id, true as "isNew" from added
    union all
    select s.id, false from supporters s, author where s.suggestion_id = ${links.suggestion} and s.user_id = author.id`
  const { rows } = await executePrepared(tx, statement)
  if (rows[0]) return rows[0]
  await requireLinkedRecords(tx, supporters, {
    ...links,
    ...('id' in person && { user: person.id }),
  })
  if (attempts === 1) throw concurrentChange()
  // The suggestion was merged, or a concurrent call created the user or the supporter: the retry finds it.
  const suggestion = await findMergeTarget(tx, links.suggestion)
  return addSupporter(tx, actor, { ...support, links: { suggestion } }, attempts - 1)
}

export async function removeSupporter(tx: Tx, actor: number, id: number): Promise<void> {
  const { suggestion_id, user_id } = await lockInContext<{
    suggestion_id: number
    user_id: number
  }>(tx, supporters, id)
  await sql`delete from supporters where id = ${id}`.execute(tx)
  await logActivity(tx, actor, { kind: 'supporter_removed', suggestion_id, user_id })
}

export async function countVotes(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ votes_count: number }>`
    select votes_count from supporters where id = ${id}`.execute(tx)
  return rows[0]?.votes_count ?? 1
}

export type RemovedSupporter = {
  how: string
  channel: string
  is_subscribed: boolean
  votes_count: number
  created_at: string
  links: { suggestion: number; user: number; created_by: number }
}

/** As it was, with another id. A vote that the person gave since stays instead. */
export async function restoreSupporter(
  tx: Tx,
  actor: number,
  { is_subscribed, links, ...removed }: RemovedSupporter,
): Promise<void> {
  const { id, isNew } = await addSupporter(tx, actor, {
    ...removed,
    person: { id: links.user },
    subscribe: is_subscribed,
    links,
  })
  if (isNew && links.created_by !== actor)
    await sql`
      update supporters set created_by_id = u.id from users u
      where supporters.id = ${id} and u.id = ${links.created_by}`.execute(tx)
}

/** Subscribes the user to news about the suggestion, as a supporter or as a follower. */
export async function followSuggestion(tx: Tx, suggestion: number, user: number): Promise<void> {
  await lockRecord(tx, suggestions, suggestion)
  const { rows } = await setSubscribed(tx, suggestion, user, true)
  if (rows[0]) return
  await sql`
    insert into suggestion_followers (suggestion_id, user_id) values (${suggestion}, ${user})
    on conflict do nothing`.execute(tx)
}

export async function unfollowSuggestion(tx: Tx, suggestion: number, user: number): Promise<void> {
  await lockRecord(tx, suggestions, suggestion)
  await setSubscribed(tx, suggestion, user, false)
  await sql`
    delete from suggestion_followers where suggestion_id = ${suggestion} and user_id = ${user}`.execute(
    tx,
  )
}

const setSubscribed = (tx: Tx, suggestion: number, user: number, isSubscribed: boolean) =>
  sql`
  update supporters set is_subscribed = ${isSubscribed}, updated_at = now()
  where suggestion_id = ${suggestion} and user_id = ${user} returning id`.execute(tx)
