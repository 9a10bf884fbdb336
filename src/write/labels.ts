// Labels: a tree.
import { sql } from 'kysely'
import { ApiError } from '../api-error.ts'
import type { Tx } from '../db/db.ts'

export type NewLabel = { name: string; can_recommend?: boolean; links?: { parent?: number | null } }

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
  throw new ApiError('invalid', `links.parent ${parent} names no label.`, {
    links: { parent: 'not_found' },
  })
}
