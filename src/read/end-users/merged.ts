// Suggestions that were merged into another one.
import type { Queries } from '../../db/db.ts'

const MAX_COUNTED = 1000

/** How many published ones; at most a thousand are counted. */
export async function countMergedInto(pool: Queries, id: number): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    name: 'end_user_merged',
    text: `select count(*)::float8 as count from (
      select from suggestions where parent_suggestion_id = $1 and state in ('approved', 'published')
      limit ${MAX_COUNTED}) merged`,
    values: [id],
  })
  return rows[0]?.count ?? 0
}
