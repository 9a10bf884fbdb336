// A list of suggestions in groups: by status, forum, category or label. Each group is the list with one filter more.
import { ApiError } from '../core/api-error.ts'
import { parseId } from '../core/values.ts'
import { suggestions } from '../resources/suggestions.ts'
import { compileCondition, type Reader } from './answer.ts'
import type { ListPlan } from './list-plan.ts'
import type { ListRequest, Query } from './list-request.ts'
import { findEdge, findNeighbors, type Neighbors } from './neighbors.ts'
import { resolveOrder } from './order.ts'
import { requireConditions } from './readable.ts'
import { countedConditions, idsStatement } from './statement.ts'
import { combinations, countedFilters } from './suggestion-counts.ts'

/** `id` is null for the suggestions without a value, `count` where too many match. */
export type Group = { id: number | null; count: number | null }
export type Groups = { groups: Group[]; is_complete: boolean }

export const MAX_GROUPS = 200
/** Matches that are counted one by one, where there are no counters. */
export const MAX_COUNTED = 100_000

/** By the name of the filter: the groups in the order in which they are listed, as `id` and `place`. */
const GROUPINGS = {
  status: `select id, row_number() over (order by position, id) as place from statuses`,
  forum: `select id, row_number() over (order by name, id) as place from forums`,
  category: `select c.id, row_number() over (order by f.name, f.id, c.position, c.id) as place
    from categories c join forums f on f.id = c.forum_id`,
  label: `select id, row_number() over (order by full_name, id) as place from labels`,
}
type Grouping = keyof typeof GROUPINGS

export const groupings = Object.keys(GROUPINGS)

export function parseGrouping(parameter: string, value: unknown): Grouping {
  const name = String(value ?? '')
  if (Object.hasOwn(GROUPINGS, name)) return name as Grouping
  throw new ApiError(
    'malformed',
    `${parameter}: unknown grouping ${JSON.stringify(name.slice(0, 100))}. Allowed: ${groupings.join(', ')}.`,
    { [parameter]: 'in' },
  )
}

/** Reads the list of a query string, limited to what the caller may read. */
export type ReadList = (query: Query) => ListRequest

export async function groupSuggestions(
  reader: Reader,
  by: Grouping,
  query: Query,
  readList: ReadList,
): Promise<Groups> {
  const { conditions } = readList(query)
  requireConditions(reader.areas, conditions)
  const hasCounters =
    by !== 'label' &&
    conditions.every(
      ({ filter, counted }) => counted && countedFilters.includes(filter.replace(/^-/, '')),
    )
  const counts = hasCounters
    ? await sumCounters(reader, by, conditions)
    : await countMatches(reader, by, conditions, includedIds(by, query))
  const { rows } = await reader.pool.query<{ id: number | null; count: string | null }>(
    `with ordered as (${GROUPINGS[by]}),
      counts as (select (pair ->> 0)::bigint as id, (pair ->> 1)::bigint as count from jsonb_array_elements($1::jsonb) pair)
    select id, count from (
      select o.id, c.count, o.place from ordered o left join counts c on c.id = o.id
      union all select null, (select count from counts where id is null), null
    ) listed where $2 or count > 0 order by place nulls last limit ${MAX_GROUPS + 1}`,
    [JSON.stringify(counts ?? []), counts === null],
  )
  const groups = rows.slice(0, MAX_GROUPS).map(({ id, count }) => ({
    id: id === null ? null : Number(id),
    count: count === null ? null : Number(count),
  }))
  return { groups, is_complete: rows.length <= MAX_GROUPS }
}

type Conditions = ListRequest['conditions']
/** Null when too many match. */
type Counts = [id: number | null, count: number][]

async function sumCounters(
  { pool }: Reader,
  by: Grouping,
  conditions: Conditions,
): Promise<Counts> {
  const { where, values } = countedConditions(suggestions, conditions)
  const { rows } = await pool.query<{ id: number | null; count: number }>(
    `select ${by}_id as id, sum(count)::bigint as count from ${combinations} ${where} group by 1`,
    values,
  )
  return rows.map(({ id, count }) => [id, Number(count)])
}

async function countMatches(
  reader: Reader,
  by: Grouping,
  conditions: Conditions,
  ids: number[] | undefined,
): Promise<Counts | null> {
  const { pool } = reader
  const plan: ListPlan = {
    order: await resolveOrder(pool, suggestions, 'id'),
    limit: MAX_COUNTED + 1,
    offset: 0,
    after: undefined,
    conditions: await Promise.all(
      conditions.map((condition) => compileCondition(pool, suggestions, condition)),
    ),
    includes: [],
    selections: new Map(),
    isCounted: false,
  }
  const { text, values } = idsStatement(suggestions, plan)
  const parameters = values.map((value) => value(plan, reader))
  const group =
    by === 'label'
      ? 'l.label_id as id, count(*) from matching m left join suggestion_labels l on l.suggestion_id = m.id'
      : `s.${by}_id as id, count(*) from matching m join suggestions s on s.id = m.id`
  const { rows } = await pool.query<{ matches: number; counts: Counts }>(
    `with matching as materialized (${text})
    select (select count(*) from matching)::int as matches,
      (select coalesce(json_agg(json_build_array(id, count)), '[]') from (select ${group} group by 1) counted) as counts`,
    parameters,
  )
  const { matches = 0, counts = [] } = rows[0] ?? {}
  if (matches > MAX_COUNTED) return null
  // A suggestion has several labels: a filter by labels asks for these groups only.
  return ids ? counts.filter(([id]) => id !== null && ids.includes(id)) : counts
}

const valuesOf = (query: Query, name: string): string[] =>
  [query[name]].flat().flatMap((value) => (value === undefined ? [] : String(value).split(',')))

function includedIds(by: Grouping, query: Query): number[] | undefined {
  if (by !== 'label') return undefined
  const ids = valuesOf(query, by).flatMap((value) => parseId(value.trim()) ?? [])
  return ids.length > 0 ? ids : undefined
}

/** The filters of one group: instead of the values that the list asks for, and besides those that it excludes. */
function groupQuery(by: Grouping, id: number | null, query: Query): Query {
  const excluded = valuesOf(query, by).filter((value) => value.trim().startsWith('-'))
  const { [by]: _, ...others } = query
  if (id !== null) return { ...others, [by]: [id, ...excluded].join(',') }
  return {
    ...others,
    ...(excluded.length > 0 && { [by]: excluded.join(',') }),
    [`${by}_none`]: 'true',
  }
}

export type GroupedNeighbors = Neighbors & {
  group: number | null
  previous_group: number | null
  next_group: number | null
}

/** At the end of a group, the neighbor is in the next one. `group` is the one that the record was opened from. */
export async function findGroupedNeighbors(
  reader: Reader,
  id: number,
  { by, group, query }: { by: Grouping; group: number | null | undefined; query: Query },
  readList: ReadList,
): Promise<GroupedNeighbors> {
  const { groups, is_complete } = await groupSuggestions(reader, by, query, readList)
  const own = group === undefined ? await findGroup(reader, by, id, groups) : group
  const listOf = (of: number | null) => readList(groupQuery(by, of, query))
  const found = await findNeighbors(reader, suggestions, id, listOf(own))
  const at = groups.findIndex((one) => one.id === own)
  const place = { ...found, group: own, previous_group: own, next_group: own }
  if (at < 0) return { ...place, position: null, total_records: null }

  const findIn = async (others: Group[], edge: 'first' | 'last') => {
    for (const other of others) {
      const beyond = await findEdge(reader, suggestions, listOf(other.id), edge)
      if (beyond !== null) return { id: beyond, group: other.id }
    }
    return { id: null, group: own }
  }
  const before =
    found.previous === null
      ? await findIn(groups.slice(0, at).reverse(), 'last')
      : { id: found.previous, group: own }
  const after =
    found.next === null
      ? await findIn(groups.slice(at + 1), 'first')
      : { id: found.next, group: own }
  const sum = (some: Group[]) =>
    some.every(({ count }) => count !== null)
      ? some.reduce((total, { count }) => total + (count ?? 0), 0)
      : null
  const earlier = sum(groups.slice(0, at))
  return {
    ...place,
    previous: before.id,
    previous_group: before.group,
    next: after.id,
    next_group: after.group,
    position: earlier === null || found.position === null ? null : earlier + found.position,
    total_records: is_complete && found.total_records !== null ? sum(groups) : null,
  }
}

/** The first listed group that has the record. */
async function findGroup(
  { pool }: Reader,
  by: Grouping,
  id: number,
  groups: Group[],
): Promise<number | null> {
  const { rows } = await pool.query<{ id: number | null }>(
    by === 'label'
      ? 'select label_id as id from suggestion_labels where suggestion_id = $1'
      : `select ${by}_id as id from suggestions where id = $1`,
    [id],
  )
  const own = rows.map((row) => (row.id === null ? null : Number(row.id)))
  return groups.find((group) => own.includes(group.id))?.id ?? own[0] ?? null
}
