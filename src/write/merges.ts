// Merging suggestions, and undoing it. What is moved is written down, so that it can go back.
import { type RawBuilder, sql } from 'kysely'
import { ApiError, invalidInput, type Path } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import { suggested_merges } from '../resources/suggested_merges.ts'
import { suggestions } from '../resources/suggestions.ts'
import { logActivities } from './activity.ts'
import { type EngagementCollection, lockPeople } from './locks.ts'
import { lockRecord } from './records.ts'

/** The collections whose records go along with a suggestion. Supporters go last: they count what the others moved. */
const MOVED_COLLECTIONS: EngagementCollection[] = ['comments', 'feedback_records', 'supporters']

type MergeCandidate = { id: number; state: string; parent_suggestion_id: number | null }

export type Merge = {
  sources: number[]
  target: number
  /** Where the client named them. */
  paths: { sources: Path; target: Path }
}

/**
 * The sources live on, hidden behind the target; nobody supports the target twice by it. Those that are merged into it
 * already are done, so that a call may be repeated.
 */
export async function mergeSuggestions(
  tx: Tx,
  actor: number,
  { sources, target, paths: at }: Merge,
): Promise<void> {
  await lockPeople(tx, () => sql`suggestion_id = any(${sources})`)
  const { rows } = await sql<MergeCandidate>`
    select id, state, parent_suggestion_id from suggestions where id = any(${[...sources, target]})
    order by id for no key update`.execute(tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  const from = [...new Set(sources)].filter((id) => found.get(id)?.parent_suggestion_id !== target)
  if (from.length === 0) return
  checkTarget(found.get(target), target, from, at.target)
  for (const id of from) checkSource(found.get(id), id, target, at.sources)
  for (const id of from) await mergeInto(tx, actor, id, target)
  // Those who were proposed to be merged have been.
  await sql`
    update suggested_merges set state = 'merged', updated_at = now()
    where state = 'open' and (suggestion_a_id = any(${from}) and suggestion_b_id = any(${[...from, target]})
      or suggestion_b_id = any(${from}) and suggestion_a_id = any(${[...from, target]}))`.execute(
    tx,
  )
}

/** All that came from it goes back, wherever it is by now; what was added to the other since stays there. */
export async function unmergeSuggestion(tx: Tx, actor: number, id: number): Promise<void> {
  await lockPeople(
    tx,
    (collection) => sql`id in (
      select record_id from merge_moves join merges m on m.id = merge_id
      where from_suggestion_id = ${id} and undone_at is null and collection = ${collection})`,
  )
  await sql`
    select from suggestions where id = ${id} or id = (select parent_suggestion_id from suggestions where id = ${id})
    order by id for no key update`.execute(tx)
  const { parent_suggestion_id: into } = await lockRecord<MergeCandidate>(tx, suggestions, id)
  if (into === null)
    throw new ApiError('conflict', `Suggestion ${id} is not merged, so there is nothing to undo.`)
  // None is written down where it came merged from elsewhere, with nothing moved.
  const written = await sql<{ id: number }>`
    select id from merges where from_suggestion_id = ${id} and undone_at is null`.execute(tx)
  const merge = written.rows[0]?.id ?? null
  await sql`
    update suggestions set parent_suggestion_id = null, unmergeable = false, updated_at = now() where id = ${id}`.execute(
    tx,
  )
  // A later merge may have taken it on: then it is no longer that merge's to give back.
  const moves = (collection: string) => sql`
    select record_id from merge_moves where merge_id = ${merge} and collection = ${collection}`
  for (const collection of MOVED_COLLECTIONS) {
    await sql`
      update ${sql.table(collection)} set suggestion_id = ${id}, updated_at = now()
      where id in (${moves(collection)}) ${collection === 'supporters' ? sql`and ${isNotYetSupporter(id)}` : sql``}`.execute(
      tx,
    )
  }
  // Their notes are of the moment of the merge that took them away, by which they are found.
  await sql`
    with back as (
      delete from parked_supporters p where (merge_id = ${merge} or id in (${moves('supporters')}))
        and not exists (select from supporters s where s.suggestion_id = ${id} and s.user_id = p.user_id)
      returning *
    ), untold as (
      delete from deletions d using back join merges m on m.id = merge_id
      where d.created_at = m.created_at and d.collection = 'supporters' and d.record_id = back.id
    )
    insert into supporters (${supporterColumns})
    select ${sql.join(SUPPORTER_COLUMNS.map((name) => RESTORED_VALUES[name]?.(id) ?? sql.ref(name)))}
    from back`.execute(tx)
  await sql`
    with undone as (update merges set undone_at = now() where id = ${merge})
    delete from merge_moves m using merge_moves of
    where of.merge_id = ${merge} and of.collection = m.collection and of.record_id = m.record_id
      and m.merge_id >= of.merge_id`.execute(tx)
  await logActivities(tx, actor, [
    { kind: 'suggestion_unmerged', suggestion_id: id, merged_to_suggestion_id: into },
    { kind: 'suggestion_unmerged', suggestion_id: into, merged_from_suggestion_id: id },
  ])
}

/** They are not proposed again. */
export async function rejectSuggestedMerge(tx: Tx, id: number): Promise<void> {
  const { state } = await lockRecord<{ state: string }>(tx, suggested_merges, id)
  if (state === 'rejected') return
  if (state !== 'open')
    throw new ApiError(
      'conflict',
      `Suggested merge ${id} is ${state} and can no longer be rejected.`,
    )
  await sql`
    update suggested_merges set state = 'rejected', updated_at = now() where id = ${id}`.execute(tx)
}

async function mergeInto(tx: Tx, actor: number, from: number, to: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into merges (from_suggestion_id, to_suggestion_id, created_by_id) values (${from}, ${to}, ${actor})
    returning id`.execute(tx)
  const { id } = rows[0] as { id: number }
  await sql`
    with parked as (
      delete from supporters s using supporters t
      where s.suggestion_id = ${from} and t.suggestion_id = ${to} and t.user_id = s.user_id
      returning s.*
    )
    insert into parked_supporters (${supporterColumns}, merge_id) select ${supporterColumns}, ${id} from parked`.execute(
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
  await sql`
    with gone as (delete from suggestion_followers where suggestion_id = ${from} returning user_id)
    insert into suggestion_followers (suggestion_id, user_id)
    select ${to}, user_id from gone
    where not exists (select from supporters s where s.suggestion_id = ${to} and s.user_id = gone.user_id)
    on conflict do nothing`.execute(tx)
  await sql`
    update suggestions set parent_suggestion_id = ${to}, unmergeable = true, updated_at = now() where id = ${from}`.execute(
    tx,
  )
  await logActivities(tx, actor, [
    { kind: 'suggestion_merged', suggestion_id: from, merged_to_suggestion_id: to },
    { kind: 'suggestion_merged', suggestion_id: to, merged_from_suggestion_id: from },
  ])
}

const SUPPORTER_COLUMNS = [
  'id',
  'how',
  'channel',
  'is_subscribed',
  'comments_count',
  'requests_count',
  'votes_count',
  'suggestion_id',
  'user_id',
  'created_by_id',
  'updated_by_id',
  'created_at',
  'updated_at',
]
/** Who comes back is told of as gone no longer, and is new to whoever follows changes. */
const RESTORED_VALUES: Record<string, (suggestion: number) => RawBuilder<unknown>> = {
  suggestion_id: (suggestion) => sql`${suggestion}::bigint`,
  updated_at: () => sql`now()`,
}
const supporterColumns = sql.join(SUPPORTER_COLUMNS.map((name) => sql.ref(name)))

const isNotYetSupporter = (suggestion: number) => sql`
  not exists (select from supporters s where s.suggestion_id = ${suggestion} and s.user_id = supporters.user_id)`

function checkTarget(
  suggestion: MergeCandidate | undefined,
  id: number,
  from: number[],
  at: Path,
): void {
  if (!suggestion) throw suggestionNotFound(at, id)
  const into = suggestion.parent_suggestion_id
  if (into !== null && from.includes(into))
    throw mergeError(at, `Suggestion ${id} is merged into ${into}; that would be a circle.`)
  if (into !== null)
    throw mergeError(at, `Suggestion ${id} is merged into ${into}; merge into that one.`)
  if (suggestion.state === 'deleted')
    throw mergeError(at, `Suggestion ${id} is deleted; restore it before merging into it.`)
}

function checkSource(
  suggestion: MergeCandidate | undefined,
  id: number,
  target: number,
  at: Path,
): void {
  if (!suggestion) throw suggestionNotFound(at, id)
  if (id === target) throw mergeError(at, `Suggestion ${id} cannot be merged into itself.`)
  if (suggestion.state === 'deleted')
    throw mergeError(at, `Suggestion ${id} is deleted; restore it before merging it.`)
  const into = suggestion.parent_suggestion_id
  if (into !== null)
    throw mergeError(at, `Suggestion ${id} is already merged into ${into}; undo that first.`)
}

const mergeError = (path: Path, message: string, code = 'in') =>
  invalidInput([{ path, code, message }])

const suggestionNotFound = (path: Path, id: number) =>
  mergeError(path, `${path.join('.')} ${id} names nothing that exists.`, 'not_found')
