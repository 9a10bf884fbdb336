// Labels of suggestions. Labels form a tree.
import { type RawBuilder, sql } from 'kysely'
import { ApiError, notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { labels } from '../resources/labels.ts'
import { buildActivityInsert } from './core/activity.ts'
import { lockLabels, lockSuggestions } from './core/locks.ts'
import { linkNotFound, requireLinkedRecords } from './core/records.ts'

export type NewLabel = {
  name: string
  can_recommend?: boolean
  links?: { parent?: number | null }
}

export async function createLabel(
  tx: Tx,
  { name, can_recommend = true, links }: NewLabel,
): Promise<number> {
  const parent = links?.parent ?? null
  if (parent !== null)
    await refuseLongFullName(
      tx,
      sql`
    select p.full_name || ' / ' || ${name} as full_name from labels p where p.id = ${parent}`,
    )
  const { rows } = await sql<{ id: number }>`
    insert into labels (name, full_name, level, can_recommend, parent_id)
    select ${name}, coalesce(p.full_name || ' / ', '') || ${name}, coalesce(p.level + 1, 0), ${can_recommend}, p.id
    from (select ${parent}::bigint as id) requested left join labels p on p.id = requested.id
    where p.id is not distinct from requested.id
    returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  throw linkNotFound('parent', 'labels', parent)
}

/** A new name or parent changes the full names of all descendants too. */
export async function updateLabel(tx: Tx, id: number, changes: Partial<NewLabel>): Promise<void> {
  const { name = null, can_recommend = null, links } = changes
  await serializeTreeChanges(tx)
  await lockLabels(tx, selectSubtree(id))
  const parent = links?.parent
  if (parent) await rejectCycle(tx, id, parent)
  const { rows } = await sql`
    update labels set
      name = coalesce(${name}, name),
      can_recommend = coalesce(${can_recommend}::boolean, can_recommend),
      parent_id = ${parent === undefined ? sql`parent_id` : sql`${parent}::bigint`},
      updated_at = now()
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(labels, id)
  await refreshPaths(tx)
}

/** Detaches it from all suggestions. Its children move to its parent. */
export async function deleteLabel(tx: Tx, actor: number, id: number): Promise<void> {
  await serializeTreeChanges(tx)
  await lockSuggestions(tx, sql`select suggestion_id from suggestion_labels where label_id = ${id}`)
  // The delete needs this lock: it also blocks suggestions that are about to get the label.
  await sql`select from labels where id in (${selectSubtree(id)}) order by id for update`.execute(
    tx,
  )
  await detach(tx, actor, sql`label_id = ${id}`)
  await sql`
    update labels set parent_id = (select parent_id from labels where id = ${id}), updated_at = now()
    where parent_id = ${id}`.execute(tx)
  const { rows } = await sql`delete from labels where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(labels, id)
  await refreshPaths(tx)
}

/** Its suggestions and children get the other label. Returns that label. */
export async function mergeLabels(
  tx: Tx,
  actor: number,
  links: { from_label: number; to_label: number },
): Promise<number> {
  const { from_label: from, to_label: to } = links
  await requireLinkedRecords(tx, labels, links, { from_label: labels.name, to_label: labels.name })
  await serializeTreeChanges(tx)
  const tagged = sql`select suggestion_id from suggestion_labels where label_id = ${from}`
  await lockSuggestions(tx, tagged)
  const subtree = sql`${selectSubtree(from)} union all select ${to}::bigint`
  await sql`select from labels where id in (${subtree}) order by id for update`.execute(tx)
  const { rows: own } = await sql`
    select from labels where id = ${to} and id in (${selectSubtree(from)})`.execute(tx)
  if (own[0])
    throw new ApiError(
      'invalid',
      `links.to_label: label ${to} is the label itself or one of its descendants.`,
      { links: { to_label: 'in' } },
    )
  const { rows } = await sql<{ id: number }>`select suggestion_id as id from (${tagged}) t`.execute(
    tx,
  )
  await attach(
    tx,
    actor,
    rows.map(({ id }) => id),
    [to],
  )
  await detach(tx, actor, sql`label_id = ${from}`)
  await sql`
    update labels set parent_id = ${to}, updated_at = now() where parent_id = ${from}`.execute(tx)
  await sql`update bulk_actions set label_id = ${to} where label_id = ${from}`.execute(tx)
  const { rows: gone } = await sql`delete from labels where id = ${from} returning id`.execute(tx)
  if (!gone[0]) throw notFound(labels, from)
  await refreshPaths(tx)
  return to
}

/** Replaces all labels of the suggestion. */
export async function setLabels(
  tx: Tx,
  actor: number,
  suggestion: number,
  ids: number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::bigint[]) id where id not in (select id from labels) limit 1`.execute(
    tx,
  )
  if (rows[0]) throw linkNotFound('labels', 'labels', rows[0].id)
  await lockOldAndNewLabels(tx, suggestion, ids)
  await detach(tx, actor, sql`suggestion_id = ${suggestion} and label_id <> all(${ids}::bigint[])`)
  await attach(tx, actor, [suggestion], ids)
}

/** Before the first change: removing, adding and counting labels are separate statements. */
export const lockOldAndNewLabels = (tx: Tx, suggestion: number | null, ids: number[]) =>
  lockLabels(
    tx,
    sql`
      select label_id from suggestion_labels where suggestion_id = ${suggestion}
      union all select unnest(${ids}::bigint[])`,
  )

/** Idempotent. */
export async function attachLabel(
  tx: Tx,
  actor: number,
  label: number,
  suggestion: number,
): Promise<number> {
  await requireLinkedRecords(tx, labels, { label, suggestion }, LINK_COLLECTIONS)
  await attach(tx, actor, [suggestion], [label])
  return label
}

export async function detachLabel(
  tx: Tx,
  actor: number,
  label: number,
  suggestion: number,
): Promise<number> {
  await requireLinkedRecords(tx, labels, { label, suggestion }, LINK_COLLECTIONS)
  await detach(tx, actor, sql`label_id = ${label} and suggestion_id = ${suggestion}`)
  return label
}

const LINK_COLLECTIONS = { label: 'labels', suggestion: 'suggestions' }

/** Returns the suggestions that did not have all of the labels. */
export async function attach(
  tx: Tx,
  actor: number,
  suggestions: number[],
  ids: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with attached as (
      insert into suggestion_labels (suggestion_id, label_id)
      select suggestion, label from unnest(${suggestions}::bigint[]) suggestion, unnest(${ids}::bigint[]) label
      order by 1, 2
      on conflict do nothing returning suggestion_id, label_id
    ), changed as (
      update suggestion_figures set updated_at = now() where id in (select suggestion_id from attached)
    ), logged as (${buildActivityInsert(actor, 'label_attached', 'attached', { label_id: sql`label_id` })})
    select distinct suggestion_id as id from attached`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the suggestions that had one of the labels. */
export async function detach(
  tx: Tx,
  actor: number,
  condition: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with detached as (
      delete from suggestion_labels where ${condition} returning suggestion_id, label_id
    ), changed as (
      update suggestion_figures set updated_at = now() where id in (select suggestion_id from detached)
    ), logged as (${buildActivityInsert(actor, 'label_detached', 'detached', { label_id: sql`label_id` })})
    select distinct suggestion_id as id from detached`.execute(tx)
  return rows.map(({ id }) => id)
}

// Two concurrent changes of parents could create a cycle that neither sees.
const serializeTreeChanges = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('labels'))`.execute(tx)

/** The label and its descendants. */
const selectSubtree = (id: number) => sql`
  with recursive subtree (id) as (
    select ${id}::bigint union select l.id from labels l join subtree s on l.parent_id = s.id
  )
  select id from subtree`

async function rejectCycle(tx: Tx, id: number, parent: number): Promise<void> {
  const { rows } = await sql<{ exists: boolean; is_cycle: boolean }>`
    with recursive ancestors (id) as (
      select id from labels where id = ${parent}
      union select l.parent_id from labels l join ancestors a on l.id = a.id where l.parent_id is not null
    )
    select exists (select from ancestors) as exists, exists (select from ancestors where id = ${id}) as is_cycle`.execute(
    tx,
  )
  if (!rows[0]?.exists) throw linkNotFound('parent', 'labels', parent)
  if (rows[0].is_cycle) {
    const message = `links.parent: label ${parent} is the label itself or one of its descendants.`
    throw new ApiError('invalid', message, { links: { parent: 'in' } })
  }
}

/** In characters, of four bytes at most: the index of the names holds 2,704 bytes. */
const MAX_FULL_NAME_LENGTH = 600

async function refuseLongFullName(tx: Tx, fullNames: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ length: number | null }>`
    select max(length(full_name)) as length from (${fullNames}) names`.execute(tx)
  const length = rows[0]?.length ?? 0
  if (length <= MAX_FULL_NAME_LENGTH) return
  const message = `name: the full name is too long (${length} characters). Maximum: ${MAX_FULL_NAME_LENGTH}.`
  throw new ApiError('invalid', message, { name: 'max_runes' })
}

const TREE = sql`
  with recursive tree (id, full_name, level) as (
    select id, name, 0 from labels where parent_id is null
    union all
    select l.id, p.full_name || ' / ' || l.name, p.level + 1 from labels l join tree p on l.parent_id = p.id
  )`

async function refreshPaths(tx: Tx): Promise<void> {
  await refuseLongFullName(tx, sql`${TREE} select full_name from tree`)
  await sql`
    ${TREE}
    update labels set full_name = tree.full_name, level = tree.level, updated_at = now()
    from tree
    where tree.id = labels.id
      and (labels.full_name, labels.level) is distinct from (tree.full_name, tree.level)`.execute(
    tx,
  )
}
