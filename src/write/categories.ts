// Categories of a forum.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'

export type NewCategory = { name: string; position?: number; links: { forum: number } }

export async function createCategory(
  tx: Tx,
  { name, position, links }: NewCategory,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into categories (name, forum_id, position)
    select ${name}, f.id, coalesce(${position ?? null}::int,
      (select coalesce(max(position) + 1, 0) from categories where forum_id = f.id))
    from forums f where f.id = ${links.forum}
    returning id`.execute(tx)
  if (rows[0]) return rows[0].id
  throw noForum(links.forum)
}

export type CategoryChanges = { name?: string; position?: number; links?: { forum?: number } }

/** Suggestions stay in their forum, so a category that moves to another leaves them behind. */
export async function updateCategory(tx: Tx, id: number, changes: CategoryChanges): Promise<void> {
  const { name = null, position = null, links } = changes
  const forum = links?.forum ?? null
  if (forum !== null) {
    const { rows } = await sql`select from forums where id = ${forum}`.execute(tx)
    if (!rows[0]) throw noForum(forum)
  }
  const { rows } = await sql<{ forum_id: number }>`
    update categories set name = coalesce(${name}, name), position = coalesce(${position}::int, position),
      forum_id = coalesce(${forum}::bigint, forum_id), updated_at = now()
    where id = ${id} returning forum_id`.execute(tx)
  if (!rows[0]) throw notFound(id)
  await sql`
    update suggestions set category_id = null, updated_at = now()
    where category_id = ${id} and forum_id <> ${rows[0].forum_id}`.execute(tx)
}

export async function deleteCategory(tx: Tx, id: number): Promise<void> {
  await sql`update suggestions set category_id = null, updated_at = now() where category_id = ${id}`.execute(
    tx,
  )
  const { rows } = await sql`delete from categories where id = ${id} returning id`.execute(tx)
  if (!rows[0]) throw notFound(id)
}

const noForum = (forum: number) =>
  new ApiError('invalid', `links.forum ${forum} names no forum.`, {
    links: { forum: 'not_found' },
  })

const notFound = (id: number) => new ApiError('not_found', `No category has the id ${id}.`)
