// What is meant for a suggestion that was merged goes to the one that it was merged into.
import { sql } from 'kysely'
import type { Tx } from '../db/db.ts'

export async function findMergeTarget(tx: Tx, suggestion: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recursive way (id, parent_id) as (
      select id, parent_suggestion_id from suggestions where id = ${suggestion}
      union select s.id, s.parent_suggestion_id from suggestions s join way on s.id = way.parent_id
    )
    select id from way where parent_id is null`.execute(tx)
  return rows[0]?.id ?? suggestion
}
