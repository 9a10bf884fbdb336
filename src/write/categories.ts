// Categories of a forum.

import { sql } from 'kysely'
import { notFound } from '../core/api-error.ts'
import type { Tx } from '../db/db.ts'
import { categories } from '../resources/categories.ts'
import { buildActivityInsert } from './core/activity.ts'
import { lockForums, lockSuggestions } from './core/locks.ts'
import { linkNotFound, requireLinkedRecords } from './core/records.ts'

export type NewCategory = { name: string; position?: number; links: { forum: number } }

export async function createCategory(
  tx: Tx,
  { name, position, links }: NewCategory,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into categories (name, forum_id, position)
    select ${name}, f.id, coalesce(${position ?? null}::int,
      (select least(coalesce(max(position) + 1::bigint, 0), 2147483647) from categories where forum_id = f.id))
    from forums f where f.id = ${links.forum}
    returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  throw linkNotFound('forum', 'forums', links.forum)
}

export type CategoryChanges = { name?: string; position?: number; links?: { forum?: number } }

/** Suggestions stay in their forum: those of a category that moves to another forum lose it. */
export async function updateCategory(
  tx: Tx,
  actor: number,
  id: number,
  { name, position, links }: CategoryChanges,
): Promise<void> {
  await requireLinkedRecords(tx, categories, links)
  if (links?.forum !== undefined) {
    await lockCategory(tx, id)
    await lockForums(
      tx,
      sql`select forum_id from categories where id = ${id} union all select ${links.forum}::bigint`,
    )
  }
  const { rows } = await sql<{ forum_id: number }>`
    update categories set name = coalesce(${name ?? null}, name),
      position = coalesce(${position ?? null}::int, position),
      forum_id = coalesce(${links?.forum ?? null}::bigint, forum_id), updated_at = now()
    where id = ${id} returning forum_id`.execute(tx)
  if (!rows[0]) throw notFound(categories, id)
  if (links?.forum !== undefined) await clearCategory(tx, actor, id, rows[0].forum_id)
}

export async function deleteCategory(tx: Tx, actor: number, id: number): Promise<void> {
  await lockCategory(tx, id)
  await clearCategory(tx, actor, id, null)
  const { rows } = await sql`delete from categories where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(categories, id)
}

/**
 * Locks its suggestions too. `for update` also blocks suggestions that are about to get the category; those that got it
 * in between are locked after it.
 */
async function lockCategory(tx: Tx, id: number): Promise<void> {
  const suggestions = sql`select id from suggestions where category_id = ${id}`
  await lockSuggestions(tx, suggestions)
  await sql`select from categories where id = ${id} for update`.execute(tx)
  await lockSuggestions(tx, suggestions, 'nowait')
}

/** Removes the category from its suggestions, except from those in one forum. */
async function clearCategory(
  tx: Tx,
  actor: number,
  id: number,
  exceptForum: number | null,
): Promise<void> {
  await sql`
    with uncategorized as (
      update suggestions set category_id = null
      where category_id = ${id} and forum_id is distinct from ${exceptForum}::bigint
      returning id as suggestion_id
    )
    ${buildActivityInsert(actor, 'suggestion_moved', 'uncategorized', { old_category_id: sql`${id}::bigint` })}`.execute(
    tx,
  )
}
