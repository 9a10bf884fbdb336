// Lists in a time range. A range of nearly all records is walked in the order of the list, and its total is that of the
// list without the records outside. The records of a short range are found by the index of its column, and counted. The
// planner cannot choose, because it does not know that ids grow with time: it would walk past all newer records.
import type { Bound, Resource } from '../resources/resource.ts'
import type { Condition } from './list-plan.ts'
import { recordRows } from './record-rows.ts'
import { countRecordsSql, type Fill } from './totals.ts'

/** How many records are looked through for the page before the shorter way is taken, and a tenth of that way. */
const MAX_WALKED = 1_500

/** Conditions that are all bounds of one column. */
export type TimeRange = {
  resource: Resource
  table: string
  /** The records in it. */
  rows: string
  column: string
  /** SQL of the bounds. */
  from: string | undefined
  before: string | undefined
  isNullable: boolean
  includesNull: boolean
}

export function findTimeRange(
  resource: Resource,
  conditions: Condition[],
  fill: Fill,
): TimeRange | undefined {
  const bounds = conditions.flatMap(({ bound }) => bound ?? [])
  if (bounds.length === 0 || bounds.length < conditions.length) return undefined
  const { column, nulls } = bounds[0] as Bound
  if (bounds.some((bound) => bound.column !== column)) return undefined
  const valuesOn = (side: Bound['side']) =>
    conditions.flatMap(({ bound }, i) => (bound?.side === side ? fill('?', i) : []))
  const [lower, upper] = [valuesOn('from'), valuesOn('before')]
  const { name, figuresTable } = resource
  const isOfFigures = conditions[0]?.reads === 'figures'
  return {
    resource,
    table: isOfFigures ? (figuresTable as string) : name,
    rows: isOfFigures ? (figuresTable as string) : recordRows(resource),
    column,
    from: lower.length > 0 ? `greatest(${lower})` : undefined,
    before: upper.length > 0 ? `least(${upper})` : undefined,
    isNullable: nulls !== 'never',
    includesNull: bounds.every((bound) => bound.nulls === 'included'),
  }
}

/** The CTE with the estimated number of records in the range and outside of it. */
export const estimateSql = ({ table, column, from, before, includesNull }: TimeRange) => `
time_range as materialized (
  select * from estimate_range('${table}', '${column}', ${from ?? 'null'}, ${before ?? 'null'}, ${includesNull})),`

const IS_LONG = '(select inside > outside from time_range)'

/** PostgreSQL evaluates only the subqueries of the chosen case. */
export function countRangeSql(range: TimeRange): string {
  const { resource, rows, column, from, before, isNullable, includesNull } = range
  const count = (condition: string) => `(select count(*) from ${rows} where ${condition})`
  const later = from === undefined ? [] : [`${column} >= ${from}`]
  const earlier = before === undefined ? [] : [`${column} < ${before}`]
  const nulls = isNullable ? [count(`${column} is null`)] : []
  const inside = [count([...later, ...earlier].join(' and ')), ...(includesNull ? nulls : [])]
  const outside = [
    ...(from === undefined ? [] : [count(`${column} < ${from}`)]),
    ...(before === undefined ? [] : [count(`${column} >= ${before}`)]),
    ...(includesNull ? [] : nulls),
  ]
  // Outside an inverted range, some records would be counted twice.
  const isOrdered = from && before ? `${from} < ${before} and` : ''
  return `case when ${isOrdered} ${IS_LONG} then ${countRecordsSql(resource)} - ${outside.join(' - ')}
    else ${inside.join(' + ')} end`
}

type RangePage = { where: string[]; beyond: string[]; direction: 'asc' | 'desc'; end: string }

/** The first `end` records in the order of ids. One of the three parts has rows. */
export function rangePageSql(
  { rows, column }: TimeRange,
  { where, beyond, direction, end }: RangePage,
): string {
  const by = `order by id ${direction} limit ${end}`
  const conditions = [...where, ...beyond].join(' and ')
  const isFound = `(select count(*) from walked) = ${end}`
  return `with walked as materialized (
    select id from (
      select id, ${column} from ${rows} ${beyond.length > 0 ? `where ${beyond}` : ''}
      order by id ${direction} limit (
        select case when inside > ${MAX_WALKED} then ${MAX_WALKED} + least(inside, outside) / 10 else 0 end::bigint
        from time_range)
    ) first where ${where.join(' and ')} ${by})
  select id, id as sort_value from walked where ${isFound}
  union all (
    select id, id from ${rows} where ${conditions} and not ${isFound} and ${IS_LONG} ${by})
  union all (
    select id, id from ${rows} where ${conditions} and not ${isFound} and not ${IS_LONG}
    -- An expression, so that the records are found by the index of the column.
    order by id + 0 ${direction} limit ${end})`
}
