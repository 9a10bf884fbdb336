// Labels: a tree, hung on suggestions.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'

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
  throw noParent(parent)
}

/** A new name or place is told by every label below as well. */
export async function updateLabel(tx: Tx, id: number, changes: Partial<NewLabel>): Promise<void> {
  const { name = null, can_recommend = null, links } = changes
  await lockTree(tx)
  const parent = links?.parent
  if (parent) await refuseCircle(tx, id, parent)
  const { rows } = await sql`
    update labels set
      name = coalesce(${name}, name),
      can_recommend = coalesce(${can_recommend}::boolean, can_recommend),
      parent_id = ${parent === undefined ? sql`parent_id` : sql`${parent}::bigint`},
      updated_at = now()
    where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(id)
  await retellPlaces(tx)
}

/** It leaves all its suggestions; the labels below it move up. */
export async function deleteLabel(tx: Tx, id: number): Promise<void> {
  await lockTree(tx)
  await sql`
    with left_by as (delete from suggestion_labels where label_id = ${id} returning suggestion_id)
    update suggestions set updated_at = now() where id in (select suggestion_id from left_by)`.execute(
    tx,
  )
  await sql`
    update labels set parent_id = (select parent_id from labels where id = ${id}), updated_at = now()
    where parent_id = ${id}`.execute(tx)
  const { rows } = await sql`delete from labels where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(id)
  await retellPlaces(tx)
}

/** Attaching twice changes nothing. */
export async function attachLabel(tx: Tx, label: number, suggestion: number): Promise<void> {
  await refuseUnknown(tx, label, suggestion)
  await sql`
    with attached as (
      insert into suggestion_labels (suggestion_id, label_id) values (${suggestion}, ${label})
      on conflict do nothing returning suggestion_id
    )
    update suggestions set updated_at = now() where id in (select suggestion_id from attached)`.execute(
    tx,
  )
}

export async function detachLabel(tx: Tx, label: number, suggestion: number): Promise<void> {
  await refuseUnknown(tx, label, suggestion)
  await sql`
    with detached as (
      delete from suggestion_labels where suggestion_id = ${suggestion} and label_id = ${label}
      returning suggestion_id
    )
    update suggestions set updated_at = now() where id in (select suggestion_id from detached)`.execute(
    tx,
  )
}

// Two changes of the tree at once could close a circle that neither sees.
const lockTree = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('labels'))`.execute(tx)

async function refuseCircle(tx: Tx, id: number, parent: number): Promise<void> {
  const { rows } = await sql<{ exists: boolean; is_below: boolean }>`
    with recursive above (id) as (
      select id from labels where id = ${parent}
      union select l.parent_id from labels l join above on l.id = above.id where l.parent_id is not null
    )
    select exists (select from above) as exists, exists (select from above where id = ${id}) as is_below`.execute(
    tx,
  )
  if (!rows[0]?.exists) throw noParent(parent)
  if (rows[0].is_below) {
    throw new ApiError('invalid', `links.parent ${parent} is the label itself or lies below it.`, {
      links: { parent: 'in' },
    })
  }
}

async function retellPlaces(tx: Tx): Promise<void> {
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

async function refuseUnknown(tx: Tx, label: number, suggestion: number): Promise<void> {
  const { rows } = await sql<{ label: boolean; suggestion: boolean }>`
    select exists (select from labels where id = ${label}) as label,
      exists (select from suggestions where id = ${suggestion}) as suggestion`.execute(tx)
  const missing = !rows[0]?.label ? 'label' : !rows[0].suggestion ? 'suggestion' : undefined
  if (!missing) return
  const id = missing === 'label' ? label : suggestion
  throw new ApiError('invalid', `links.${missing} ${id} names nothing that exists.`, {
    links: { [missing]: 'not_found' },
  })
}

const noParent = (parent: number | null) =>
  new ApiError('invalid', `links.parent ${parent} names no label.`, {
    links: { parent: 'not_found' },
  })

const notFound = (id: number) => new ApiError('not_found', `No label has the id ${id}.`)
