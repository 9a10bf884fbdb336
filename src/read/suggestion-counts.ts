// The number of suggestions by forum, category, status and state, from the counters of combinations. No suggestion is read.
import { ApiError } from '../core/api-error.ts'
import { suggestions } from '../resources/suggestions.ts'
import type { Reader } from './answer.ts'
import { parseListRequest, type Query } from './list-request.ts'
import { requireConditions } from './readable.ts'
import { countedConditions } from './statement.ts'

export const combinations = suggestions.filters.forum?.counted?.from ?? ''

/** The filters whose totals come from these counters. */
export const countedFilters: string[] = Object.entries(suggestions.filters)
  .filter(([, { counted }]) => counted?.from === combinations)
  .map(([name]) => name)

export async function countSuggestions({ pool, areas }: Reader, query: Query): Promise<string> {
  const filters = Object.fromEntries(
    Object.entries(query).filter(([name]) => name in suggestions.filters),
  )
  const other = Object.keys(filters).find((name) => !countedFilters.includes(name))
  if (other !== undefined)
    throw new ApiError(
      'malformed',
      `${other}: cannot be counted. Allowed: ${countedFilters.join(', ')}.`,
      { [other]: 'in' },
    )
  const { conditions } = parseListRequest(suggestions, filters, false)
  requireConditions(areas, conditions)
  const { where, values } = countedConditions(suggestions, conditions)
  const { rows } = await pool.query<{ counts: string }>(countsSql(where), values)
  return `{"counts":${rows[0]?.counts}}`
}

const by = (column: string, name: string) => `(
  select coalesce(json_agg(json_build_object('${name}', ${column}, 'count', n) order by ${column}), '[]')
  from (select ${column}, sum(count) as n from selected group by 1) sums where n > 0)`

const sumWhere = (condition: string) =>
  `coalesce((select sum(count) from selected where ${condition}), 0)`

const { open = '', closed = '', merged = '' } = suggestions.filters.state?.special ?? {}

const countsSql = (where: string) => `
  with selected as materialized (select * from ${combinations} ${where})
  select json_build_object(
    'total', ${sumWhere('true')}, 'open', ${sumWhere(open)}, 'closed', ${sumWhere(closed)},
    'merged', ${sumWhere(merged)}, 'forums', ${by('forum_id', 'id')}, 'categories', ${by('category_id', 'id')},
    'statuses', ${by('status_id', 'id')}, 'states', ${by('state', 'state')})::text as counts`
