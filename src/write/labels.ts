// Labels: a tree, hung on suggestions.
import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'
import { labels } from '../resources/labels.ts'
import { buildActivityInsert } from './activity.ts'
import { linkNotFound, notFound, requireLinkedRecords } from './records.ts'

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
  const { rows } = await sql<{ id: number }>`
    insert into labels (name, full_name, level, can_recommend, parent_id)
    select ${name}, coalesce(p.full_name || ' / ', '') || ${name}, coalesce(p.level + 1, 0), ${can_recommend}, p.id
    from (select ${parent}::bigint as id) wanted left join labels p on p.id = wanted.id
    where p.id is not distinct from wanted.id
    returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  throw linkNotFound('parent', parent)
}

/** A new name or place is told by every label below as well. */
export async function updateLabel(tx: Tx, id: number, changes: Partial<NewLabel>): Promise<void> {
  const { name = null, can_recommend = null, links } = changes
  await lockLabelTree(tx)
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

/** It leaves all its suggestions; the labels below it move up. */
export async function deleteLabel(tx: Tx, actor: number, id: number): Promise<void> {
  await lockLabelTree(tx)
  await detach(tx, actor, sql`label_id = ${id}`)
  await sql`
    update labels set parent_id = (select parent_id from labels where id = ${id}), updated_at = now()
    where parent_id = ${id}`.execute(tx)
  const { rows } = await sql`delete from labels where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(labels, id)
  await refreshPaths(tx)
}

/** The suggestion has exactly these from then on. */
export async function setLabels(
  tx: Tx,
  actor: number,
  suggestion: number,
  wanted: number[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${wanted}::bigint[]) id where id not in (select id from labels) limit 1`.execute(
    tx,
  )
  if (rows[0]) throw linkNotFound('labels', rows[0].id)
  await detach(
    tx,
    actor,
    sql`suggestion_id = ${suggestion} and label_id <> all(${wanted}::bigint[])`,
  )
  await attach(tx, actor, suggestion, wanted)
}

/** Attaching twice changes nothing. */
export async function attachLabel(
  tx: Tx,
  actor: number,
  label: number,
  suggestion: number,
): Promise<number> {
  await requireLinkedRecords(tx, labels, { label, suggestion }, LINK_COLLECTIONS)
  await attach(tx, actor, suggestion, [label])
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

async function attach(tx: Tx, actor: number, suggestion: number, wanted: number[]): Promise<void> {
  await sql`
    with attached as (
      insert into suggestion_labels (suggestion_id, label_id)
      select ${suggestion}, id from unnest(${wanted}::bigint[]) id order by id
      on conflict do nothing returning suggestion_id, label_id
    ), changed as (
      update suggestions set updated_at = now() where id in (select suggestion_id from attached)
    )
    ${buildActivityInsert(actor, 'label_attached', 'attached', { label_id: sql`label_id` })}`.execute(
    tx,
  )
}

async function detach(tx: Tx, actor: number, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    with detached as (
      delete from suggestion_labels where ${which} returning suggestion_id, label_id
    ), changed as (
      update suggestions set updated_at = now() where id in (select suggestion_id from detached)
    )
    ${buildActivityInsert(actor, 'label_detached', 'detached', { label_id: sql`label_id` })}`.execute(
    tx,
  )
}

// Two changes of the tree at once could close a circle that neither sees.
const lockLabelTree = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('labels'))`.execute(tx)

async function rejectCycle(tx: Tx, id: number, parent: number): Promise<void> {
  const { rows } = await sql<{ exists: boolean; is_below: boolean }>`
    with recursive above (id) as (
      select id from labels where id = ${parent}
      union select l.parent_id from labels l join above on l.id = above.id where l.parent_id is not null
    )
    select exists (select from above) as exists, exists (select from above where id = ${id}) as is_below`.execute(
    tx,
  )
  if (!rows[0]?.exists) throw linkNotFound('parent', parent)
  if (rows[0].is_below) {
    throw new ApiError('invalid', `links.parent ${parent} is the label itself or lies below it.`, {
      links: { parent: 'in' },
    })
  }
}

async function refreshPaths(tx: Tx): Promise<void> {
  await sql`
    with recursive place (id, full_name, level) as (
      select id, name, 0 from labels where parent_id is null
      union all
      select l.id, p.full_name || ' / ' || l.name, p.level + 1 from labels l join place p on l.parent_id = p.id
    )
    update labels set full_name = place.full_name, level = place.level, updated_at = now()
    from place
    where place.id = labels.id
      and (labels.full_name, labels.level) is distinct from (place.full_name, place.level)`.execute(
    tx,
  )
}
