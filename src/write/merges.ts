// Merges suggestions and undoes merges. Every moved record is stored in `merge_moves`, so that it can be moved back.
import { sql } from 'kysely'
import { ApiError, invalidInput, type Path } from '../core/api-error.ts'
import { formatValue } from '../core/values.ts'
import type { Tx } from '../db/db.ts'
import { suggested_merges } from '../resources/suggested_merges.ts'
import { suggestions } from '../resources/suggestions.ts'
import { logActivities } from './core/activity.ts'
import {
  type EngagementCollection,
  lockPeopleAndSuggestions,
  lockSuggestions,
  selectPeople,
  selectSuggestions,
  unionAll,
} from './core/locks.ts'
import { lockRecord } from './core/records.ts'
import { addMailings } from './mailings.ts'

/** The records that move with a suggestion. Supporters last: their counts depend on the others. */
const MOVED_COLLECTIONS: EngagementCollection[] = ['comments', 'feedback_records', 'supporters']

type MergeCandidate = { id: number; state: string; parent_suggestion_id: number | null }

export type Merge = {
  sources: number[]
  target: number
  /** Where the client's input has them, for error messages. */
  paths: { sources: Path; target: Path }
  /** The people of the sources get a mail. Default: they do not. */
  notifies?: boolean | undefined
}

/**
 * The sources stay, but are hidden. A user who supports both suggestions counts once. Idempotent: skips sources that are
 * already merged into the target.
 */
export async function mergeSuggestions(
  tx: Tx,
  actor: number,
  { sources, target, paths, notifies = false }: Merge,
): Promise<void> {
  await lockPeopleAndSuggestions(
    tx,
    selectPeople(() => sql`suggestion_id = any(${sources})`),
    sql`select unnest(${[...sources, target]}::bigint[])`,
  )
  const { rows } = await sql<MergeCandidate>`
    select id, state, parent_suggestion_id from suggestions where id = any(${[...sources, target]})`.execute(
    tx,
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pending = [...new Set(sources)].filter(
    (id) => byId.get(id)?.parent_suggestion_id !== target,
  )
  if (pending.length === 0) return
  checkTarget(byId.get(target), target, pending, paths.target)
  for (const id of pending) checkSource(byId.get(id), id, target, paths.sources)
  for (const id of pending) await moveRecords(tx, actor, id, target)
  await hideMerged(tx, actor, pending, target)
  await settleSuggestedMerges(tx, pending, target)
  if (notifies)
    await addMailings(
      tx,
      'merge',
      sql`select id from merges where from_suggestion_id = any(${pending}) and undone_at is null order by id`,
    )
}

async function settleSuggestedMerges(tx: Tx, sources: number[], target: number): Promise<void> {
  const merged = [...sources, target]
  await sql`
    update suggested_merges set state = 'merged', updated_at = now()
    where state = 'open' and (suggestion_a_id = any(${sources}) and suggestion_b_id = any(${merged})
      or suggestion_b_id = any(${sources}) and suggestion_a_id = any(${merged}))`.execute(tx)
}

/** Moves back every record that came from the suggestion, wherever it is now. Later records of the target stay. */
export const unmergeSuggestion = (tx: Tx, actor: number, id: number): Promise<void> =>
  unmergeSuggestions(tx, actor, [id])

export async function unmergeSuggestions(tx: Tx, actor: number, ids: number[]): Promise<void> {
  await lockMergedRecords(tx, ids)
  for (const id of ids) await unmerge(tx, actor, id)
}

async function unmerge(tx: Tx, actor: number, id: number): Promise<void> {
  const { parent_suggestion_id: target } = await lockRecord<MergeCandidate>(tx, suggestions, id)
  if (target === null)
    throw new ApiError('conflict', `Suggestion ${id}: not merged, so there is no merge to undo.`)
  await sql`
    update suggestions set parent_suggestion_id = null, unmergeable = false where id = ${id}`.execute(
    tx,
  )
  const merged = await readMergedRecords(tx, id)
  // An imported suggestion can be merged without a record of the merge, and then nothing moved.
  if (merged) await undoMerge(tx, id, target, merged)
  await logActivities(tx, actor, [
    { kind: 'suggestion_unmerged', suggestion_id: id, merged_to_suggestion_id: target },
    { kind: 'suggestion_unmerged', suggestion_id: target, merged_from_suggestion_id: id },
  ])
}

/** The moved records can be in a suggestion that the target was merged into later. */
async function lockMergedRecords(tx: Tx, ids: number[]): Promise<void> {
  const isMerge = sql`merge_id in (
    select id from merges where from_suggestion_id = any(${ids}) and undone_at is null)`
  const isMoved = (collection: string) => sql`id in (
    select record_id from merge_moves where ${isMerge} and collection = ${collection})`
  await lockPeopleAndSuggestions(
    tx,
    unionAll([
      selectPeople(isMoved),
      sql`select user_id from duplicate_supporters where ${isMerge} or ${isMoved('supporters')}`,
    ]),
    unionAll([
      sql`select unnest(${ids}::bigint[])`,
      sql`select parent_suggestion_id from suggestions where id = any(${ids})`,
      selectSuggestions(isMoved),
    ]),
  )
}

/**
 * What a merge moved. The statements that follow get these ids as arrays: how many rows a large, recent merge has is not yet in the statistics
 * of its tables, and joins that were planned for a single row took minutes.
 */
type MergedRecords = {
  merge: number
  moved: Map<string, number[]>
  parked: number[]
  followers: number[]
  /** The followers of the target because of this merge. */
  addedFollowers: number[]
}

async function readMergedRecords(tx: Tx, id: number): Promise<MergedRecords | undefined> {
  const { rows } = await sql<{
    id: number
    comments: string[]
    feedback_records: string[]
    supporters: string[]
    parked: string[]
    followers: string[]
    added_followers: string[]
  }>`
    with merge as (select id from merges where from_suggestion_id = ${id} and undone_at is null),
    moved as (select collection, record_id from merge_moves where merge_id = (select id from merge)),
    follower as (select user_id, is_added from merge_followers where merge_id = (select id from merge))
    select id,
      array(select record_id from moved where collection = 'comments') as comments,
      array(select record_id from moved where collection = 'feedback_records') as feedback_records,
      array(select record_id from moved where collection = 'supporters') as supporters,
      array(select id from duplicate_supporters where merge_id = merge.id) as parked,
      array(select user_id from follower) as followers,
      array(select user_id from follower where is_added) as added_followers
    from merge`.execute(tx)
  const row = rows[0]
  if (!row) return
  return {
    merge: row.id,
    moved: new Map(MOVED_COLLECTIONS.map((name) => [name, row[name].map(Number)])),
    parked: row.parked.map(Number),
    followers: row.followers.map(Number),
    addedFollowers: row.added_followers.map(Number),
  }
}

async function undoMerge(tx: Tx, id: number, target: number, merged: MergedRecords): Promise<void> {
  const { merge, moved, parked } = merged
  await moveBack(tx, id, moved)
  // A later merge can have parked what this one moved.
  await restoreParkedSupporters(tx, id, [...parked, ...(moved.get('supporters') ?? [])])
  await promoteParkedSupporters(tx, id, target, merged)
  await restoreFollowers(tx, id, target, merged)
  await restoreAnnouncements(tx, id, target, merge)
  await closeMerge(tx, merge, moved)
}

async function moveBack(tx: Tx, id: number, moved: MergedRecords['moved']): Promise<void> {
  for (const [collection, ids] of moved) {
    if (ids.length === 0) continue
    await sql`
      update ${sql.table(collection)} set suggestion_id = ${id}, updated_at = now()
      where id = any(${ids}::bigint[]) ${collection === 'supporters' ? sql`and ${isNotYetSupporter(id)}` : sql``}`.execute(
      tx,
    )
  }
}

type ParkedSupporter = { id: number; merge_id: number }

/**
 * Of these parked supporters the ones whose person does not support the suggestion become its supporters. They get a new
 * `updated_at`, so that clients that poll for changes see them. Their comments and requests can have changed while they were
 * parked: the trigger counts them again where the suggestion has any.
 */
async function restoreParkedSupporters(
  tx: Tx,
  suggestion: number,
  ids: number[],
): Promise<ParkedSupporter[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ParkedSupporter>`
    with restored as (
      delete from duplicate_supporters p where id = any(${ids}::bigint[])
        and not exists (select from supporters s where s.suggestion_id = ${suggestion} and s.user_id = p.user_id)
      returning *
    ), inserted as (
      insert into supporters (${keptColumns}, suggestion_id, comments_count, requests_count, updated_at)
      select ${keptColumns}, ${suggestion}::bigint, 0, 0, now() from restored
    )
    select id, merge_id from restored`.execute(tx)
  await clearDeletions(tx, rows)
  return rows
}

/** The entries in `deletions` have the time of the merge that parked the supporters. */
async function clearDeletions(tx: Tx, parked: ParkedSupporter[]): Promise<void> {
  if (parked.length === 0) return
  const merges = [...new Set(parked.map(({ merge_id }) => merge_id))]
  await sql`
    delete from deletions
    where collection = 'supporters' and record_id = any(${parked.map(({ id }) => id)}::bigint[])
      and created_at = any(array(select created_at from merges where id = any(${merges}::bigint[])))`.execute(
    tx,
  )
}

/** A person who left the target with this suggestion stays its supporter through another one that is merged into it. */
async function promoteParkedSupporters(
  tx: Tx,
  id: number,
  target: number,
  { merge, moved }: MergedRecords,
): Promise<void> {
  const { rows: left } = await sql<{ user_id: number }>`
    select user_id from supporters where suggestion_id = ${id} and id = any(${moved.get('supporters')}::bigint[])`.execute(
    tx,
  )
  if (left.length === 0) return
  const { rows: chosen } = await sql<{ id: number }>`
    select distinct on (p.user_id) p.id from duplicate_supporters p join merges m on m.id = p.merge_id
    where m.to_suggestion_id = ${target} and m.undone_at is null and m.id <> ${merge}
      and p.user_id = any(${left.map(({ user_id }) => user_id)}::bigint[])
      and exists (select from suggestions t where t.id = ${target} and t.parent_suggestion_id is null)
    order by p.user_id, p.merge_id`.execute(tx)
  const promoted = await restoreParkedSupporters(
    tx,
    target,
    chosen.map((row) => row.id),
  )
  await sql`
    insert into merge_moves (merge_id, collection, record_id)
    select merge_id, 'supporters', id
    from unnest(${promoted.map((row) => row.merge_id)}::bigint[], ${promoted.map((row) => row.id)}::bigint[]) as promoted (merge_id, id)`.execute(
    tx,
  )
}

/** A follower whom the merge made one of the target stays none. Supporters are subscribed as such. */
async function restoreFollowers(
  tx: Tx,
  id: number,
  target: number,
  { merge, followers, addedFollowers }: MergedRecords,
): Promise<void> {
  if (followers.length === 0) return
  await sql`
    with restored as (delete from merge_followers where merge_id = ${merge}),
    removed as (
      delete from suggestion_followers
      where suggestion_id = ${target} and user_id = any(${addedFollowers}::bigint[])
    )
    insert into suggestion_followers (suggestion_id, user_id)
    select ${id}, user_id from unnest(${followers}::bigint[]) as restored (user_id)
    where not exists (select from supporters s where s.suggestion_id = ${id} and s.user_id = restored.user_id)
    on conflict do nothing`.execute(tx)
}

/** An announcement links the suggestion again, and the target only if it did before or by another merge, which then has added it. */
async function restoreAnnouncements(
  tx: Tx,
  id: number,
  target: number,
  merge: number,
): Promise<void> {
  await sql`
    with restored as (
      delete from merge_announcements where merge_id = ${merge} returning announcement_id, is_added
    ), others as (
      select distinct on (o.announcement_id) o.merge_id, o.announcement_id
      from merge_announcements o join merges m on m.id = o.merge_id join restored r on r.announcement_id = o.announcement_id
      where r.is_added and m.to_suggestion_id = ${target} and m.undone_at is null and m.id <> ${merge}
      order by o.announcement_id, o.merge_id
    ), inherited as (
      update merge_announcements a set is_added = true from others o
      where a.merge_id = o.merge_id and a.announcement_id = o.announcement_id
    ), removed as (
      delete from announcement_suggestions l using restored
      where restored.is_added and l.suggestion_id = ${target} and l.announcement_id = restored.announcement_id
        and l.announcement_id not in (select announcement_id from others)
    ), added as (
      insert into announcement_suggestions (announcement_id, suggestion_id)
      select announcement_id, ${id} from restored on conflict do nothing
    )
    update announcements set updated_at = now() where id in (select announcement_id from restored)`.execute(
    tx,
  )
}

/** Later merges that moved the same records on must not move them back again. */
async function closeMerge(tx: Tx, merge: number, moved: MergedRecords['moved']): Promise<void> {
  await sql`update merges set undone_at = now() where id = ${merge}`.execute(tx)
  for (const [collection, ids] of moved) {
    if (ids.length === 0) continue
    await sql`
      delete from merge_moves
      where merge_id >= ${merge} and collection = ${collection} and record_id = any(${ids}::bigint[])`.execute(
      tx,
    )
  }
}

/** Idempotent. A rejected pair is not suggested again. */
export async function rejectSuggestedMerge(tx: Tx, id: number): Promise<void> {
  const pair = sql`from suggested_merges where id = ${id}`
  await lockSuggestions(
    tx,
    sql`select suggestion_a_id ${pair} union all select suggestion_b_id ${pair}`,
  )
  const { state } = await lockRecord<{ state: string }>(tx, suggested_merges, id)
  if (state === 'rejected') return
  if (state !== 'open')
    throw new ApiError(
      'conflict',
      `Suggested merge ${id}: its state is ${formatValue(state)}. Only an open one can be rejected.`,
    )
  await sql`
    update suggested_merges set state = 'rejected', updated_at = now() where id = ${id}`.execute(tx)
}

async function moveRecords(tx: Tx, actor: number, from: number, to: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into merges (from_suggestion_id, to_suggestion_id, created_by_id) values (${from}, ${to}, ${actor})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  const { supporters, followers } = await readPeopleOf(tx, from)
  if (supporters.length > 0)
    await sql`
      with parked as (
        delete from supporters s where id = any(${supporters}::bigint[])
          and exists (select from supporters t where t.suggestion_id = ${to} and t.user_id = s.user_id)
        returning s.*
      )
      insert into duplicate_supporters (${supporterColumns}, merge_id) select ${supporterColumns}, ${id} from parked`.execute(
      tx,
    )
  for (const collection of MOVED_COLLECTIONS) {
    await sql`
      with moved as (
        update ${sql.table(collection)} set suggestion_id = ${to}, updated_at = now()
        where suggestion_id = ${from} returning id
      )
      insert into merge_moves (merge_id, collection, record_id) select ${id}, ${collection}, id from moved`.execute(
      tx,
    )
  }
  if (followers.length > 0)
    await sql`
      with moved as (select unnest(${followers}::bigint[]) as user_id),
      removed as (
        delete from suggestion_followers where suggestion_id = ${from} and user_id = any(${followers}::bigint[])
      ),
      added as (
        insert into suggestion_followers (suggestion_id, user_id)
        select ${to}, user_id from moved
        where not exists (select from supporters s where s.suggestion_id = ${to} and s.user_id = moved.user_id)
        on conflict do nothing returning user_id
      )
      insert into merge_followers (merge_id, user_id, is_added)
      select ${id}, user_id, user_id in (select user_id from added) from moved`.execute(tx)
  await sql`
    with moved as (
      delete from announcement_suggestions where suggestion_id = ${from} returning announcement_id
    ), added as (
      insert into announcement_suggestions (announcement_id, suggestion_id)
      select announcement_id, ${to} from moved on conflict do nothing returning announcement_id
    ), noted as (
      insert into merge_announcements (merge_id, announcement_id, is_added)
      select ${id}, announcement_id, announcement_id in (select announcement_id from added) from moved
    )
    update announcements set updated_at = now() where id in (select announcement_id from moved)`.execute(
    tx,
  )
}

/** As arrays, for the reason that MergedRecords gives. */
async function readPeopleOf(
  tx: Tx,
  suggestion: number,
): Promise<{ supporters: number[]; followers: number[] }> {
  const { rows } = await sql<{ supporters: string[]; followers: string[] }>`
    select array(select id from supporters where suggestion_id = ${suggestion} order by 1) as supporters,
      array(select user_id from suggestion_followers where suggestion_id = ${suggestion} order by 1) as followers`.execute(
    tx,
  )
  const [row] = rows
  return {
    supporters: (row?.supporters ?? []).map(Number),
    followers: (row?.followers ?? []).map(Number),
  }
}

/** One update, because it locks the labels, forums and categories of all sources by id. */
async function hideMerged(tx: Tx, actor: number, sources: number[], to: number): Promise<void> {
  await sql`
    update suggestions set parent_suggestion_id = ${to}, unmergeable = true
    where id = any(${sources})`.execute(tx)
  await logActivities(
    tx,
    actor,
    sources.flatMap((from) => [
      { kind: 'suggestion_merged', suggestion_id: from, merged_to_suggestion_id: to },
      { kind: 'suggestion_merged', suggestion_id: to, merged_from_suggestion_id: from },
    ]),
  )
}

const keptColumns = sql.raw(
  'id, how, channel, is_subscribed, votes_count, user_id, created_by_id, updated_by_id, created_at',
)
const supporterColumns = sql`${keptColumns}, suggestion_id, comments_count, requests_count, updated_at`

const isNotYetSupporter = (suggestion: number) => sql`
  not exists (select from supporters s where s.suggestion_id = ${suggestion} and s.user_id = supporters.user_id)`

function checkTarget(
  suggestion: MergeCandidate | undefined,
  id: number,
  sources: number[],
  path: Path,
): void {
  if (!suggestion) throw suggestionNotFound(path, id)
  const parent = suggestion.parent_suggestion_id
  if (parent !== null && sources.includes(parent))
    throw mergeError(path, `suggestion ${id} is merged into ${parent}. Merges cannot form a cycle`)
  if (parent !== null)
    throw mergeError(path, `suggestion ${id} is merged into ${parent}. Merge into ${parent}`)
  if (suggestion.state === 'deleted')
    throw mergeError(path, `suggestion ${id} is deleted. Restore it first`)
}

function checkSource(
  suggestion: MergeCandidate | undefined,
  id: number,
  target: number,
  path: Path,
): void {
  if (!suggestion) throw suggestionNotFound(path, id)
  if (id === target) throw mergeError(path, `suggestion ${id} cannot be merged into itself`)
  if (suggestion.state === 'deleted')
    throw mergeError(path, `suggestion ${id} is deleted. Restore it first`)
  const parent = suggestion.parent_suggestion_id
  if (parent !== null)
    throw mergeError(path, `suggestion ${id} is already merged into ${parent}. Unmerge it first`)
}

const mergeError = (path: Path, problem: string, code = 'in') =>
  invalidInput([{ path, code, message: `${path.join('.')}: ${problem}.` }])

const suggestionNotFound = (path: Path, id: number) =>
  mergeError(path, `no suggestion has the id ${id}`, 'not_found')
