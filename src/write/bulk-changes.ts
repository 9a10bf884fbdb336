// What each bulk action does to a batch of suggestions, and how it is undone. Each is a few statements for the whole batch.
import { sql } from 'kysely'
import { ApiError } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { usePictures } from './attachments.ts'
import { buildActivityInsert, logActivities } from './core/activity.ts'
import { lockSuggestions } from './core/locks.ts'
import type { TargetState } from './core/moderation.ts'
import { concurrentChange } from './core/transaction.ts'
import { attach, detach } from './labels.ts'
import { mergeSuggestions, unmergeSuggestions } from './merges.ts'
import { insertStatusUpdates } from './status-updates.ts'
import { buildStatusAssignments, moderateSuggestions } from './suggestions.ts'

export type ActionName =
  | 'label'
  | 'unlabel'
  | 'categorize'
  | 'status'
  | 'assign'
  | 'move'
  | 'merge'
  | 'spam'
  | 'approve'
  | 'delete'
  | 'restore'

export type BulkInput = {
  action: ActionName
  body: string | null
  body_mime_type: string
  notify_supporters: boolean
  label_id: number | null
  category_id: number | null
  status_id: number | null
  owner_id: number | null
  forum_id: number | null
  suggestion_id: number | null
  /** The category, status or owner is null on purpose. */
  clears: boolean
}

type Reason =
  | 'not_found'
  | 'deleted'
  | 'merged'
  | 'other_forum'
  | 'itself'
  | 'target_not_found'
  | 'changed_since'

/** The values before and after the change. */
export type Change = { id: number } & Record<string, unknown>
export type Failure = { id: number; reason: Reason }

type Candidate = {
  id: number
  state: string
  parent_suggestion_id: number | null
  forum_id: number
}

type Action = {
  batchSize: number
  /** The records that must still exist; a null id is one that was deleted. Locked until the transaction ends. */
  targets(input: BulkInput): { table: string; id: number | null }[]
  /** Why the suggestion cannot be changed. */
  refuse(candidate: Candidate, input: BulkInput, categoryForum: number | null): Reason | undefined
  /** Returns what changed. */
  apply(tx: Tx, actor: number, ids: number[], input: BulkInput): Promise<Change[]>
  /** Reverts the changes whose suggestions still have the values that the action set. Returns their ids. */
  revert(tx: Tx, actor: number, changes: Change[], input: BulkInput): Promise<number[]>
  /** A merge locks people before suggestions, so it locks its suggestions itself. */
  locksItself?: true
}

const BATCH_SIZE = 500
/** Merges lock many more rows. */
const MERGE_BATCH_SIZE = 50

/** Small enough for the request itself. */
export const isSmall = (action: ActionName, count: number) =>
  count <= Math.min(50, ACTIONS[action].batchSize)

export const batchSizeOf = (action: ActionName) => ACTIONS[action].batchSize

const toIds = (changes: { id: number }[]) => changes.map(({ id }) => id)
const plain = (ids: number[]): Change[] => ids.map((id) => ({ id }))

const refuseHidden = ({ state, parent_suggestion_id }: Candidate): Reason | undefined =>
  parent_suggestion_id !== null ? 'merged' : state === 'deleted' ? 'deleted' : undefined

const hasLabel = (label: number | null, ids: number[]) =>
  sql`label_id = ${label} and suggestion_id = any(${ids})`

const labelling: Action = {
  batchSize: BATCH_SIZE,
  targets: ({ label_id }) => [{ table: 'labels', id: label_id }],
  refuse: refuseHidden,
  apply: async (tx, actor, ids, { label_id }) =>
    plain(await attach(tx, actor, ids, [label_id as number])),
  revert: (tx, actor, changes, { label_id }) =>
    detach(tx, actor, hasLabel(label_id, toIds(changes))),
}

const unlabelling: Action = {
  ...labelling,
  apply: async (tx, actor, ids, { label_id }) =>
    plain(await detach(tx, actor, hasLabel(label_id, ids))),
  revert: (tx, actor, changes, { label_id }) =>
    attach(tx, actor, toIds(changes), [label_id as number]),
}

const moving: Action = {
  batchSize: BATCH_SIZE,
  targets: ({ action, forum_id, category_id, clears }) => [
    ...(action === 'move' ? [{ table: 'forums', id: forum_id }] : []),
    ...(category_id !== null || (action === 'categorize' && !clears)
      ? [{ table: 'categories', id: category_id }]
      : []),
  ],
  refuse: (candidate, { forum_id }, categoryForum) =>
    refuseHidden(candidate) ??
    (categoryForum !== null && categoryForum !== (forum_id ?? candidate.forum_id)
      ? 'other_forum'
      : undefined),
  async apply(tx, actor, ids, { forum_id, category_id }) {
    // Without a category, that of the old forum is removed, as by an update of one suggestion.
    const category =
      forum_id === null || category_id !== null
        ? sql`${category_id}::bigint`
        : sql`(select c.id from categories c where c.id = s.category_id and c.forum_id = ${forum_id})`
    const { rows } = await sql<Change>`
      with wanted as (
        select id, forum_id, category_id, coalesce(${forum_id}::bigint, forum_id) as new_forum_id,
          ${category} as new_category_id
        from suggestions s where id = any(${ids})
      )
      ${buildMove(actor)}`.execute(tx)
    return rows
  },
  async revert(tx, actor, changes) {
    const { rows } = await sql<Change>`
      with wanted as (
        select s.id, s.forum_id, s.category_id, c.old_forum_id as new_forum_id, c.old_category_id as new_category_id
        from ${changeRows(changes, 'old_forum_id bigint, old_category_id bigint, new_forum_id bigint, new_category_id bigint')}
        join suggestions s using (id)
        where s.forum_id = c.new_forum_id and s.category_id is not distinct from c.new_category_id
          and (c.old_category_id is null or exists (
            select from categories k where k.id = c.old_category_id and k.forum_id = c.old_forum_id))
      )
      ${buildMove(actor)}`.execute(tx)
    return toIds(rows)
  },
}

/** Moves the suggestions of the CTE `wanted` to its new forum and category. */
const buildMove = (actor: number) => sql`, moved as (
    update suggestions set forum_id = new_forum_id, category_id = new_category_id from wanted
    where suggestions.id = wanted.id
      and (wanted.forum_id, wanted.category_id) is distinct from (new_forum_id, new_category_id)
    returning suggestions.id, suggestions.id as suggestion_id, wanted.forum_id as old_forum_id,
      wanted.category_id as old_category_id, new_forum_id, new_category_id
  ), logged as (${buildActivityInsert(actor, 'suggestion_moved', 'moved', {
    old_forum_id: sql`old_forum_id`,
    new_forum_id: sql`new_forum_id`,
    old_category_id: sql`old_category_id`,
    new_category_id: sql`new_category_id`,
  })})
  select id, old_forum_id, old_category_id, new_forum_id, new_category_id from moved`

/** The changes as rows `c`. */
const changeRows = (changes: Change[], columns: string) => sql`
  jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id bigint, ${sql.raw(columns)})`

const settingStatus: Action = {
  batchSize: BATCH_SIZE,
  targets: ({ status_id, clears }) => (clears ? [] : [{ table: 'statuses', id: status_id }]),
  refuse: refuseHidden,
  async apply(tx, actor, ids, { status_id, body, body_mime_type, notify_supporters }) {
    const before = await readStatuses(tx, ids)
    if (body === null && !notify_supporters) {
      const changes = before
        .filter(({ old_status_id }) => old_status_id !== status_id)
        .map((change) => ({ ...change, new_status_id: status_id }))
      await sql`
        update suggestions set ${buildStatusAssignments(status_id)} where id = any(${toIds(changes)})`.execute(
        tx,
      )
      await logStatuses(tx, actor, 'status_changed', changes)
      return changes
    }
    const created = await insertStatusUpdates(tx, { actor, author: actor }, ids, {
      ...(body !== null && { body, body_mime_type }),
      notify_supporters,
      links: { status: status_id },
    })
    if (body !== null)
      await usePictures(tx, { body, body_mime_type }, { column: 'suggestion_id', ids })
    const updates = new Map(created.map((update) => [update.suggestion_id, update.id]))
    return before.map((change) => ({
      ...change,
      new_status_id: status_id,
      status_update_id: updates.get(change.id),
    }))
  },
  revert: revertStatuses,
}

type StatusBefore = { id: number; old_status_id: number | null; old_closed_at: Date | null }
type StatusChange = { id: number; old_status_id: number | null; new_status_id: number | null }

async function readStatuses(tx: Tx, ids: number[]): Promise<StatusBefore[]> {
  const { rows } = await sql<StatusBefore>`
    select id, status_id as old_status_id, closed_at as old_closed_at from suggestions
    where id = any(${ids}) order by id`.execute(tx)
  return rows
}

const logStatuses = (
  tx: Tx,
  actor: number,
  kind: 'status_changed' | 'status_update_removed',
  changes: StatusChange[],
) =>
  logActivities(
    tx,
    actor,
    changes.map(({ id, old_status_id, new_status_id }) => ({
      kind,
      suggestion_id: id,
      old_status_id,
      new_status_id,
    })),
  )

/** Also removes the answers. A status can have been opened or closed meanwhile, and `closed_at` follows it. */
async function revertStatuses(tx: Tx, actor: number, changes: Change[]): Promise<number[]> {
  const columns = `old_status_id bigint, old_closed_at timestamptz, new_status_id bigint, status_update_id bigint`
  await sql`
    select from statuses where id in (select old_status_id from ${changeRows(changes, columns)})
    order by id for share`.execute(tx)
  const { rows } = await sql<StatusChange & { status_update_id: number | null }>`
    with reverted as (
      update suggestions s set status_id = c.old_status_id,
        closed_at = case when c.old_status_id is null then c.old_closed_at else (
          select coalesce(c.old_closed_at, now()) from statuses where id = c.old_status_id and not is_open) end,
        last_status_update_id = case when c.status_update_id is null then s.last_status_update_id else (
          select u.id from status_updates u where u.suggestion_id = s.id and u.id <> c.status_update_id
          order by u.created_at desc, u.id desc limit 1) end
      from ${changeRows(changes, columns)}
      where s.id = c.id and s.status_id is not distinct from c.new_status_id
        and (c.status_update_id is null or s.last_status_update_id = c.status_update_id)
        and (c.old_status_id is null or exists (select from statuses where id = c.old_status_id))
      returning s.id, c.status_update_id, c.new_status_id as old_status_id, c.old_status_id as new_status_id
    )
    select * from reverted order by id`.execute(tx)
  const updates = rows.flatMap((row) => row.status_update_id ?? [])
  await sql`delete from status_updates where id = any(${updates})`.execute(tx)
  const kind = updates.length > 0 ? 'status_update_removed' : 'status_changed'
  await logStatuses(tx, actor, kind, rows)
  return toIds(rows)
}

const assigning: Action = {
  batchSize: BATCH_SIZE,
  targets: ({ owner_id, clears }) => (clears ? [] : [{ table: 'users', id: owner_id }]),
  refuse: refuseHidden,
  async apply(tx, actor, ids, { owner_id }) {
    const { rows } = await sql<Change>`
      with wanted as (
        select id, owner_id as old_owner_id, ${owner_id}::bigint as new_owner_id
        from suggestions where id = any(${ids})
      )
      ${buildAssignment(actor)}`.execute(tx)
    return rows
  },
  async revert(tx, actor, changes) {
    const { rows } = await sql<Change>`
      with wanted as (
        select s.id, c.new_owner_id as old_owner_id, c.old_owner_id as new_owner_id
        from ${changeRows(changes, 'old_owner_id bigint, new_owner_id bigint')}
        join suggestions s using (id)
        where s.owner_id is not distinct from c.new_owner_id
          and (c.old_owner_id is null or exists (select from users where users.id = c.old_owner_id))
      )
      ${buildAssignment(actor)}`.execute(tx)
    return toIds(rows)
  },
}

/** Gives the suggestions of the CTE `wanted` their new owner. */
const buildAssignment = (actor: number) => sql`, assigned as (
    update suggestions set owner_id = new_owner_id from wanted
    where suggestions.id = wanted.id and old_owner_id is distinct from new_owner_id
    returning suggestions.id, suggestions.id as suggestion_id, old_owner_id, new_owner_id
  ), logged as (${buildActivityInsert(actor, 'owner_assigned', 'assigned', {
    user_id: sql`new_owner_id`,
  })})
  select id, old_owner_id, new_owner_id from assigned`

const moderating = (target: TargetState): Action => ({
  batchSize: BATCH_SIZE,
  targets: () => [],
  refuse: ({ parent_suggestion_id }) => (parent_suggestion_id === null ? undefined : 'merged'),
  apply: (tx, actor, ids) => moderateSuggestions(tx, actor, ids, target),
  async revert(tx, actor, changes) {
    const columns =
      'old_state text, old_previous_state text, new_state text, is_first_approval boolean'
    const { rows } = await sql<{ id: number }>`
      with reverted as (
        update suggestions s set state = c.old_state, previous_state = c.old_previous_state,
          approved_at = case when not c.is_first_approval then s.approved_at end
        from ${changeRows(changes, columns)} where s.id = c.id and s.state = c.new_state
        returning s.id, s.id as suggestion_id, c.old_state, c.new_state
      ), logged as (${buildActivityInsert(actor, 'state_changed', 'reverted', {
        old_state: sql`new_state`,
        new_state: sql`old_state`,
      })})
      select id from reverted`.execute(tx)
    return toIds(rows)
  },
})

const merging: Action = {
  batchSize: MERGE_BATCH_SIZE,
  locksItself: true,
  targets: ({ suggestion_id }) => [{ table: 'suggestions', id: suggestion_id }],
  refuse(candidate, { suggestion_id }) {
    if (candidate.id === suggestion_id) return 'itself'
    return candidate.parent_suggestion_id === suggestion_id ? undefined : refuseHidden(candidate)
  },
  async apply(tx, actor, ids, { suggestion_id, notify_supporters: notifies }) {
    const target = suggestion_id as number
    const paths = { sources: ['ids'], target: ['links', 'suggestion'] }
    const last = await sql<{ id: number | null }>`select max(id) as id from merges`.execute(tx)
    // The suggestions were checked before they were locked.
    await mergeSuggestions(tx, actor, { sources: ids, target, paths, notifies }).catch((error) => {
      throw error instanceof ApiError ? concurrentChange() : error
    })
    const { rows } = await sql<Change>`
      select from_suggestion_id as id, id as merge_id from merges
      where from_suggestion_id = any(${ids}) and undone_at is null and id > ${last.rows[0]?.id ?? 0}`.execute(
      tx,
    )
    return rows
  },
  async revert(tx, actor, changes) {
    const { rows } = await sql<{ id: number }>`
      select from_suggestion_id as id from merges
      where id = any(${changes.map(({ merge_id }) => merge_id)}) and undone_at is null order by 1`.execute(
      tx,
    )
    const ids = toIds(rows)
    await unmergeSuggestions(tx, actor, ids).catch((error) => {
      throw error instanceof ApiError ? concurrentChange() : error
    })
    return ids
  },
}

const ACTIONS: Record<ActionName, Action> = {
  label: labelling,
  unlabel: unlabelling,
  categorize: moving,
  status: settingStatus,
  assign: assigning,
  move: moving,
  merge: merging,
  spam: moderating('spam'),
  approve: moderating('approved'),
  delete: moderating('deleted'),
  restore: moderating('before'),
}

export type Outcome = { changes: Change[]; failures: Failure[] }

/** Applies the action to the suggestions. Those that cannot be changed fail, and the others go on. */
export async function applyToBatch(
  tx: Tx,
  actor: number,
  ids: number[],
  input: BulkInput,
): Promise<Outcome> {
  const action = ACTIONS[input.action]
  if (!action.locksItself) await lockSuggestions(tx, sql`select unnest(${ids}::bigint[])`)
  if (!(await lockTargets(tx, input)))
    return { changes: [], failures: ids.map((id) => ({ id, reason: 'target_not_found' })) }
  const { rows } = await sql<Candidate>`
    select id, state, parent_suggestion_id, forum_id from suggestions where id = any(${ids})`.execute(
    tx,
  )
  const candidates = new Map(rows.map((row) => [row.id, row]))
  const categoryForum = await findForum(tx, input.category_id)
  const failures: Failure[] = []
  const accepted: number[] = []
  for (const id of ids) {
    const candidate = candidates.get(id)
    const reason = candidate ? action.refuse(candidate, input, categoryForum) : 'not_found'
    if (reason) failures.push({ id, reason })
    else accepted.push(id)
  }
  const changes = accepted.length === 0 ? [] : await action.apply(tx, actor, accepted, input)
  return { changes, failures }
}

/** Reverts the changes, except of suggestions that others changed since. */
export async function revertBatch(
  tx: Tx,
  actor: number,
  changes: Change[],
  input: BulkInput,
): Promise<number[]> {
  const action = ACTIONS[input.action]
  if (changes.length === 0) return []
  if (!action.locksItself)
    await lockSuggestions(tx, sql`select unnest(${toIds(changes)}::bigint[])`)
  // A label that is gone cannot be attached again.
  if (input.action === 'unlabel' && !(await lockTargets(tx, input))) return []
  return action.revert(tx, actor, changes, input)
}

/** Whether all targets still exist, and a suggestion to merge into is still one. */
async function lockTargets(tx: Tx, input: BulkInput): Promise<boolean> {
  for (const { table, id } of ACTIONS[input.action].targets(input)) {
    if (id === null) return false
    const isUsable =
      table === 'suggestions' ? sql`state <> 'deleted' and parent_suggestion_id is null` : sql`true`
    // People are locked before suggestions elsewhere; the foreign key needs no more than this.
    const share = table === 'users' ? sql`for key share` : sql`for share`
    const lock = input.action === 'merge' ? sql`` : share
    const { rows } = await sql`
      select from ${sql.table(table)} where id = ${id} and ${isUsable} ${lock}`.execute(tx)
    if (rows.length === 0) return false
  }
  return true
}

async function findForum(tx: Tx, category: number | null): Promise<number | null> {
  if (category === null) return null
  const { rows } = await sql<{ forum_id: number }>`
    select forum_id from categories where id = ${category}`.execute(tx)
  return rows[0]?.forum_id ?? null
}
