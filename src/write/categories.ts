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
  throw new ApiError('invalid', `links.forum ${links.forum} names no forum.`, {
    links: { forum: 'not_found' },
  })
}
