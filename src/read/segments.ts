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

/** As many as people look through. */
export const MAX_COLUMN_VALUES = 200

/** The texts of columns whose index has each of them once: `table`, `column` and what the index begins with. */
async function findIndexed({ pool }: Reader, column: string) {
  if (column === 'account.plan') return { table: 'external_accounts', name: 'plan', of: 'true' }
  const { rows } = await pool.query<{ id: number; object_type: string }>(
    `select id, object_type from custom_fields where object_type || '.' || key = $1 and field_type = 'string'
      and object_type in ('external_users', 'external_accounts')`,
    [column],
  )
  const [field] = rows
  return (
    field && {
      table: 'custom_values',
      name: 'string_value',
      of: `collection = '${field.object_type}' and field_id = ${Number(field.id)}`,
    }
  )
}

/** One look into the index per text, however many records have it. */
export async function listColumnValues(
  reader: Reader,
  query: Query,
): Promise<{ values: string[] }> {
  const column = String(query.column ?? '')
  if (column === '') throw new ApiError('malformed', 'column: required.', { column: 'required' })
  const indexed = await findIndexed(reader, column)
  if (!indexed) return { values: [] }
  const { table, name, of } = indexed
  const first = (after: string) =>
    `(select ${name} from ${table} where ${of} and ${name} > ${after} order by ${name} limit 1)`
  const { rows } = await reader.pool.query<{ value: string }>(`
    with recursive texts as (
      select ${first("''")} as value
      union all select ${first('texts.value')} from texts where value is not null)
    select value from texts where value is not null limit ${MAX_COLUMN_VALUES}`)
  return { values: rows.map(({ value }) => value) }
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
