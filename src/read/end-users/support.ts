// What the page of a suggestion says about its support, besides the count.
import type { Queries } from '../../db/db.ts'
import { ideaSupporters } from '../../resources/end-users/supporters.ts'

const MAX_COUNTED = 1000
/** The newest ones. */
const MAX_NAMED = 6

type FoundSupporter = { name: string | null; avatar_path: string | null }
export type FoundSupport = {
  /** How many published suggestions were merged into it; at most a thousand are counted. */
  mergedCount: number
  /** Null: they were not asked for. */
  supporters: FoundSupporter[] | null
}

const { name, avatar_path } = ideaSupporters.fields

/** One statement, with or without the supporters. */
export async function readSupport(
  pool: Queries,
  id: number,
  { withSupporters }: { withSupporters: boolean },
): Promise<FoundSupport> {
  const { rows } = await pool.query<FoundSupport>({
    name: 'end_user_support',
    text: `select (select count(*)::float8 from (
        select from suggestions where parent_suggestion_id = $1 and state in ('approved', 'published')
        limit ${MAX_COUNTED}) merged) as "mergedCount",
      case when $2::boolean then (
        select coalesce(json_agg(json_build_object('name', newest.name, 'avatar_path', newest.path) order by newest.id desc), '[]')
        from (
          select id, ${name.sql} as name, ${avatar_path.sql} as path
          from supporters where suggestion_id = $1 order by id desc limit ${MAX_NAMED}) newest) end as supporters`,
    values: [id, withSupporters],
  })
  return rows[0] ?? { mergedCount: 0, supporters: null }
}
