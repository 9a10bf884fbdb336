// Lists in a time range. A range of nearly all records is walked in the order of the list, and its total is that of the
// list without the records outside. The records of a short range are found by the index of its column, and counted. The
// planner cannot choose, because it does not know that ids grow with time: it would walk past all newer records.
import type { Bound, Resource } from '../resources/resource.ts'
import type { Condition } from './list-plan.ts'
import { recordRows } from './record-rows.ts'
import { countRecordsSql, type Fill } from './totals.ts'

/** The columns that are counted by day, by table, under the names of these counts. */
const COUNTED: Record<string, Record<string, string>> = {
  suggestions: { created_at: 'created' },
  supporters: { created_at: 'created', updated_at: 'updated' },
}

/** The columns whose lowest time is known for each block of ids. */
const IN_BLOCKS: Record<string, string[]> = {
  suggestions: ['created_at'],
  suggestion_figures: ['updated_at'],
  supporters: ['created_at', 'updated_at'],
}
const BLOCK = 1_000

/** How many blocks more than records of the page are looked into: deleted records leave their times. */
const SPARE_BLOCKS = 30

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

/** The number of records before a time: those of the days up to the nearest midnight, corrected by the few between. */
function countBeforeSql({ table, column }: TimeRange, counts: string, time: string): string {
  const midnight = `date_trunc('day', ${time} + interval '12 hours', 'UTC')`
  const between = (from: string, before: string) =>
    `(select count(*) from ${table} where ${column} >= ${from} and ${column} < ${before})`
  return `((select coalesce(sum(${counts}), 0) from time_counts
      where relation = '${table}' and day < (${midnight} at time zone 'UTC')::date)
    + ${between(midnight, time)} - ${between(time, midnight)})::bigint`
}

function countByDaySql(range: TimeRange, counts: string): string {
  const { resource, from, before } = range
  const countBefore = (time: string) => countBeforeSql(range, counts, time)
  if (from === undefined) return countBefore(before as string)
  if (before === undefined) return `${countRecordsSql(resource)} - ${countBefore(from)}`
  return `case when ${from} < ${before} then ${countBefore(before)} - ${countBefore(from)} else 0 end`
}

/** Whether the days of the bounds have fewer records than the range, and than the rest of the list. */
function isByDaySql({ table, from, before }: TimeRange, counts: string): string {
  const days = [from, before].flatMap((time) =>
    time === undefined ? [] : `(${time} at time zone 'UTC')::date`,
  )
  return `(select coalesce(sum(${counts}), 0) from time_counts where relation = '${table}' and day in (${days}))
    < (select least(inside, outside) from time_range)`
}

/** PostgreSQL evaluates only the subqueries of the chosen case. */
export function countRangeSql(range: TimeRange): string {
  const counts = COUNTED[range.table]?.[range.column]
  return counts === undefined
    ? countSmallerSideSql(range)
    : `case when ${isByDaySql(range, counts)} then ${countByDaySql(range, counts)} else ${countSmallerSideSql(range)} end`
}

function countSmallerSideSql(range: TimeRange): string {
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

/** The first `end` records in the order of ids. One of the parts has rows. */
export function rangePageSql(range: TimeRange, page: RangePage): string {
  const { rows, column } = range
  const { where, beyond, direction, end } = page
  const by = `order by id ${direction} limit ${end}`
  const conditions = [...where, ...beyond].join(' and ')
  const inBlocks = inBlocksSql(range, page)
  const isFound = (cte: string) => `(select count(*) = ${end} from ${cte})`
  const isNone = (ctes: string[]) => ctes.map((cte) => `not ${isFound(cte)}`).join(' and ')
  const ctes = [...(inBlocks ? ['in_blocks'] : []), 'walked']
  return `with ${inBlocks ? `in_blocks as materialized (${inBlocks}),` : ''}
  walked as materialized (
    select id from (
      select id, ${column} from ${rows} ${beyond.length > 0 ? `where ${beyond}` : ''}
      order by id ${direction} limit (
        select case when inside > ${MAX_WALKED} ${inBlocks ? `and ${isNone(['in_blocks'])}` : ''}
          then ${MAX_WALKED} + least(inside, outside) / 10 else 0 end::bigint
        from time_range)
    ) first where ${where.join(' and ')} ${by})
  ${ctes.map((cte) => `select id, id as sort_value from ${cte} where ${isFound(cte)}`).join(' union all ')}
  union all (
    select id, id from ${rows} where ${conditions} and ${isNone(ctes)} and ${IS_LONG} ${by})
  union all (
    select id, id from ${rows} where ${conditions} and ${isNone(ctes)} and not ${IS_LONG}
    -- An expression, so that the records are found by the index of the column.
    order by id + 0 ${direction} limit ${end})`
}

/**
 * The newest records before a time, from the blocks of ids that have such records. Each block that is looked into has one,
 * unless it was deleted, so the number of blocks has a bound.
 */
function inBlocksSql(
  { table, rows, column, from, before, includesNull }: TimeRange,
  { where, beyond, direction, end }: RangePage,
): string | undefined {
  const isKnown = IN_BLOCKS[table]?.includes(column)
  if (!isKnown || from !== undefined || before === undefined || includesNull) return undefined
  if (direction === 'asc') return undefined
  const reached = beyond.map(
    (condition) => `and ${condition.replace(/^id < (.*)$/, `block <= $1 / ${BLOCK}`)}`,
  )
  return `select found.id from (
      select distinct block from time_blocks
      where relation = '${table}' and lowest < ${before} ${reached.join(' ')}
      order by block desc limit ${end} + ${SPARE_BLOCKS}
    ) b cross join lateral (
      select id from ${rows}
      where id >= b.block * ${BLOCK} and id < (b.block + 1) * ${BLOCK} and ${[...where, ...beyond].join(' and ')}
      order by id desc offset 0
    ) found limit ${end}`
}
