// New records for a merged suggestion go to the suggestion that it was merged into.
import { sql } from 'kysely'
import type { Tx } from '../../db/db.ts'

export async function findMergeTarget(tx: Tx, suggestion: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recursive chain (id, parent_id) as (
      select id, parent_suggestion_id from suggestions where id = ${suggestion}
      union select s.id, s.parent_suggestion_id from suggestions s join chain on s.id = chain.parent_id
    )
    select id from chain where parent_id is null`.execute(tx)
  return rows[0]?.id ?? suggestion
}
