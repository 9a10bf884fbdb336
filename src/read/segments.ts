// What conditions of segments are made of, and the number of members of segments.
import { ApiError } from '../core/api-error.ts'
import { parseId } from '../core/values.ts'
import { describeConditions } from '../resources/segment-expression.ts'
import type { Reader } from './answer.ts'
import { parseFilterValues } from './filter-values.ts'
import type { Query } from './list-request.ts'

export async function readConditions({ pool }: Reader): Promise<string> {
  const { rows } = await pool.query<{ column: string; name: string; field_type: string }>(`
    select object_type || '.' || key as column, name, field_type from custom_fields
    where object_type in ('external_users', 'external_accounts')
    order by object_type desc, name, id`)
  return JSON.stringify({ conditions: describeConditions(rows) })
}

/** The segments of a page of the list. */
export const MAX_COUNTED_SEGMENTS = 100

/** An index has the members of a segment; no user is read. */
export async function countMembers({ pool }: Reader, query: Query): Promise<string> {
  const values = query.segment === undefined ? [] : parseFilterValues('segment', query.segment)
  if (values.length === 0 || values.length > MAX_COUNTED_SEGMENTS)
    throw invalidSegments(
      `Expected 1 to ${MAX_COUNTED_SEGMENTS} ids.`,
      values.length === 0 ? 'required' : 'max_items',
    )
  const ids = values.map((value) => {
    const id = parseId(value)
    if (id === undefined)
      throw invalidSegments(`${JSON.stringify(value)} is not an id (a whole number).`, 'int')
    return id
  })
  const { rows } = await pool.query<{ counts: string }>(
    `select coalesce(json_agg(json_build_object('id', id, 'users_count',
        (select count(*) from segment_members where segment_id = segments.id)) order by id), '[]')::text as counts
      from segments where id = any($1::bigint[])`,
    [ids],
  )
  return `{"counts":${rows[0]?.counts}}`
}

const invalidSegments = (problem: string, code: string) =>
  new ApiError('malformed', `segment: ${problem}`, { segment: code })
