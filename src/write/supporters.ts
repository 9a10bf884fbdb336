// Supporters and followers of suggestions. A user supports a suggestion at most once.
import { sql } from 'kysely'
import { type Db, formatOrigin, type Tx, type WriteOrigin } from '../db/db.ts'
import { executePrepared } from '../db/driver.ts'
import { OUTLINE_VERSION } from '../resources/end-users/outline.ts'
import { type IdeaPlace, OPEN_IDEA } from '../resources/end-users/places.ts'
import { suggestions } from '../resources/suggestions.ts'
import { supporters } from '../resources/supporters.ts'
import { logActivity } from './core/activity.ts'
import { lockInContext } from './core/locks.ts'
import { findMergeTarget } from './core/merge-target.ts'
import type { Person } from './core/people.ts'
import { lockRecord, requireLinkedRecords } from './core/records.ts'
import { concurrentChange, inOneStatement, inTransaction } from './core/transaction.ts'

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

type AddedSupporter = { id: number; isNew: boolean }

/** A vote as a transaction of its own, in one round trip: others who vote for the same suggestion wait as shortly as can be. */
export const vote = async (
  db: Db,
  actor: number,
  support: NewSupporter,
  origin: WriteOrigin,
): Promise<AddedSupporter> =>
  (await inOneStatement(db, () => executeAdd(db, actor, support, formatOrigin(origin)))) ??
  (await inTransaction(db, (tx) => addSupporter(tx, actor, support)))

type Allowed = {
  /** Of the outline, from which `forums` follows. */
  version: string
  /** Where the person may vote. */
  forums: number[]
}

/** A vote for an idea that is open in one of these forums, in one statement. Undefined where nothing was written, also when it was merged. */
export const voteWhereAllowed = (
  db: Db,
  { person, channel, id }: { person: { id: number }; channel: string; id: number },
  origin: WriteOrigin,
  { version, forums }: Allowed,
): Promise<IdeaPlace | undefined> =>
  inOneStatement(db, async () => {
    const { rows } = await executePrepared(
      db,
      sql<{ place: IdeaPlace }>`
        select place from (
          ${sql.raw(OPEN_IDEA)} and s.id = ${id} and s.forum_id = any(${forums}::bigint[])
            and ${sql.raw(OUTLINE_VERSION)} = ${version}
          offset 0) open
        cross join lateral add_supporter(${formatOrigin(origin)}, ${person.id}, ${person.id}, null, '',
          open.id, 'vote', ${channel}, true, 1, null)`,
    )
    return rows[0]?.place
  })

/** Idempotent. */
export async function addSupporter(
  tx: Tx,
  actor: number,
  support: NewSupporter,
  attempts = MAX_ATTEMPTS,
): Promise<AddedSupporter> {
  const { person, links } = support
  const added = await executeAdd(tx, actor, support)
  if (added) return added
  await requireLinkedRecords(tx, supporters, {
    ...links,
    ...('id' in person && { user: person.id }),
  })
  if (attempts === 1) throw concurrentChange()
  // The suggestion was merged.
  const suggestion = await findMergeTarget(tx, links.suggestion)
  return addSupporter(tx, actor, { ...support, links: { suggestion } }, attempts - 1)
}

async function executeAdd(
  db: Db,
  actor: number,
  { person, how = 'vote', channel = 'api', subscribe = true, ...support }: NewSupporter,
  origin: string | null = null,
): Promise<AddedSupporter | undefined> {
  const { id, email, name } =
    'id' in person
      ? { id: person.id, email: null, name: '' }
      : { id: null, email: person.email, name: person.name ?? '' }
  const { votes_count = 1, created_at = null, links } = support
  const { rows } = await executePrepared(
    db,
    sql<AddedSupporter>`select id, is_new as "isNew" from add_supporter(${origin}, ${actor}, ${id}, ${email}, ${name},
      ${links.suggestion}, ${how}, ${channel}, ${subscribe}, ${votes_count}, ${created_at})`,
  )
  return rows[0]
}

export async function removeSupporter(tx: Tx, actor: number, id: number): Promise<void> {
  const { suggestion_id, user_id } = await lockInContext<{
    suggestion_id: number
    user_id: number
  }>(tx, supporters, id)
  await sql`delete from supporters where id = ${id}`.execute(tx)
  await logActivity(tx, actor, { kind: 'supporter_removed', suggestion_id, user_id })
}

/** Of this person; nothing happens when there is none. */
export async function removeVote(tx: Tx, user: number, suggestion: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from supporters where user_id = ${user} and suggestion_id = ${suggestion}`.execute(tx)
  if (rows[0]) await removeSupporter(tx, user, rows[0].id)
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
      update supporters set created_by_id = u.id, updated_by_id = ${actor} from users u
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
