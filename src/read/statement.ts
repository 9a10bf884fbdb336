// Builds the one statement of a response from declarations: the page, the included collections and the JSON of each. The
// text depends on the shape of the request only; values are parameters.
import { findResource } from '../resources/index.ts'
import type { Resource, Source, SupporterFigure } from '../resources/resource.ts'
import type { Selections } from './field-selection.ts'
import { type FilteredSupporters, findFilteredSupporters } from './filtered-supporters.ts'
import { type IncludePath, type Includes, planIncludes } from './includes.ts'
import type { Condition, ListPlan, Order } from './list-plan.ts'
import {
  createParameters,
  type Parameters,
  parametersOfPart,
  type Use,
  type Value,
} from './parameters.ts'
import { recordRows } from './record-rows.ts'
import {
  type FilterValue,
  linkColumn,
  linksOnlySql,
  type Rendering,
  recordsSql,
  type Selected,
  selectedLinks,
  valuesSql,
} from './render.ts'
import {
  countMatchesSql,
  endValue,
  findSearch,
  isOrderOfMatches,
  MATCHES,
  matchesInOrderSql,
  matchesSql,
  pageOfMatchesSql,
  type Search,
  type Walk,
} from './search.ts'
import {
  countRangeSql,
  estimateSql,
  findTimeRange,
  rangePageSql,
  type TimeRange,
} from './time-range.ts'
import { countRecordsSql, type Fill, sumCountsSql } from './totals.ts'

export type SqlText<T> = { text: string; values: Value<T>[] }

/** Returns one row with these columns. */
export type RowStatement<T> = SqlText<T> & { columns: string[] }

export type Statement<T> = RowStatement<T> & {
  collections: string[]
  empty: string[]
  /** Of the collections and the empty ones. */
  links: { collection: string; associations: string[] }[]
}

/** Returns one row: the JSON of each collection, the position of the last record, the number of rows read, the total. */
export function listStatement(
  resource: Resource,
  plan: ListPlan,
  { use, values }: Parameters<ListPlan> = createParameters(),
): Statement<ListPlan> {
  const { name } = resource
  const { order, limit } = plan
  const includes = planIncludes(resource, plan.includes)
  const { head, fill, selection } = selectPage(resource, plan, use)
  const { supporters } = selection
  const rendering = {
    resource,
    selections: plan.selections,
    use,
    followedLinks: findFollowedLinks(resource, includes),
    filterValue: filterValues(plan.conditions, use),
    supporters,
  }
  // The page is selected by ids alone, mostly from an index; only its records are read.
  const selected = `
  (select count(*) from page_and_one) as rows_read,
  (select json_build_array(sort_value, id)::text from ${pageCte(name)} order by ${reverseOrderBy(order)} limit 1) as last,
  ${plan.isCounted ? totalSql(selection, fill, use) : 'null'} as total
  ${collectionsSql(rendering, includes, orderBy(order, `${name}.`))}`
  const text = `
with ${head},
${pageCte(name)} as materialized (
  select sort_value, ${valuesSql(rendering)}
  from (select * from page_and_one order by ${orderBy(order)} limit ${limit}) page
  join ${wholeRows(resource)} using (id))
${includedSql(rendering, includes)}
${plan.knownVersion === undefined ? `select ${selected}` : unlessKnown(resource, order, selected, use)}`
  const names = collectionNames(rendering, includes)
  const version = plan.knownVersion === undefined ? [] : ['version']
  const columns = [...version, 'rows_read', 'last', 'total', ...names.collections]
  return { text, values, columns, ...names }
}

/** Several statements as one: the columns of the first are `0 a`, `0 b`, those of the second `1 a` and so on. */
export function joinStatements<T>(
  builds: ((parameters: Parameters<T>) => RowStatement<T>)[],
): RowStatement<T[]> {
  const parameters = createParameters<T[]>()
  const parts = builds.map((build, i) => build(parametersOfPart(parameters, i)))
  const names = parts.flatMap(({ columns }, i) => columns.map((name) => ({ i, name })))
  const columns = names.map(({ i, name }) => `part_${i}."${name}" as "${i} ${name}"`)
  const from = parts.map(({ text }, i) => `(${text}) part_${i}`)
  return {
    text: `select ${columns.join(', ')}\nfrom ${from.join('\ncross join ')}`,
    values: parameters.values,
    columns: names.map(({ i, name }) => `${i} ${name}`),
  }
}

/** `offset 0` keeps the condition below the columns, so that nothing of them is computed where it does not hold. */
const unlessKnown = (
  resource: Resource,
  order: Order,
  columns: string,
  use: Use<ListPlan>,
) => `select page.version, answer.* from (select ${versionSql(resource, order)}) page (version)
left join lateral (
  select ${columns} where page.version is distinct from ${use('text', ({ knownVersion }) => knownVersion)} offset 0) answer on true`

/** Differs after each change of the page: PostgreSQL gives each version of a row the id of its transaction. */
function versionSql(resource: Resource, order: Order): string {
  const tables = [resource.name, resource.figuresTable].filter((table) => table !== null)
  const versions = tables.map((table) => `${table}.xmin`)
  return `(select encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', id, ${versions.join(', ')}), ','
    order by ${orderBy(order)}), ''), 'UTF8')), 'base64') from page_and_one join ${wholeRows(resource)} using (id))`
}

/** Which records a list has. `where` has the SQL of the plan's conditions, with their values as parameters. */
type Selection = {
  resource: Resource
  plan: ListPlan
  where: string[]
  search: Search | undefined
  range: TimeRange | undefined
  supporters: FilteredSupporters | undefined
}

type Conditions = {
  use: Use<ListPlan>
  fill: Fill
  supporters: FilteredSupporters | undefined
}

/** The SQL of all conditions. Those by supporters ask for a supporter who meets all of them. */
function whereSql(
  resource: Resource,
  { conditions }: ListPlan,
  { use, fill, supporters }: Conditions,
  special: (condition: Condition, position: number) => string | undefined,
): string[] {
  return conditions.flatMap((condition, i) => {
    const own =
      special(condition, i) ??
      (condition.alternatives
        ? alternativesSql(resource, condition.alternatives, i, use)
        : `(${fill(condition.sql, i)})`)
    if (supporters?.condition === undefined || !supporters.positions.includes(i)) return [own]
    return i === supporters.positions[0] ? [supporters.condition] : []
  })
}

// Each alternative selects by its own indexes, whatever table they are of.
function alternativesSql(
  resource: Resource,
  alternatives: Condition[][],
  position: number,
  use: Use<ListPlan>,
): string {
  const selections = alternatives.map((conditions, a) => {
    const fill = fillValues(
      resource,
      conditions,
      use,
      (plan) => plan.conditions[position]?.alternatives?.[a],
    )
    const where = conditions.map(
      ({ filter, sql }, i) => `(${fill(searchIndexSql(resource, filter) ?? sql, i)})`,
    )
    const from = selectionFrom(
      resource,
      conditions.map(({ reads }) => reads),
    )
    return `select id from ${from} ${whereClause(where)}`
  })
  return `id in (${selections.join(' union all ')})`
}

/** The condition of a search whose words are in a table of their own, as an array: see MATCHING. */
function searchIndexSql({ filters }: Resource, filter: string): string | undefined {
  const { table, sql, index } = filters[filter] ?? {}
  const { table: from, sql: condition } = index ?? { table, sql }
  return table === undefined
    ? undefined
    : `id = any(array(select id from ${from} where ${condition}))`
}

/** The CTEs up to `page_and_one`: the ids and sort values of the page, and of one record more. */
function selectPage<T extends ListPlan>(resource: Resource, plan: T, use: Use<T>) {
  const search = findSearch(resource, plan, use)
  const fill = fillValues(resource, plan.conditions, use)
  const supporters = findFilteredSupporters(plan.conditions, fill)
  const where = whereSql(resource, plan, { use, fill, supporters }, (_, i) =>
    i === search?.position ? MATCHING : undefined,
  )
  const range = findTimeRange(resource, plan.conditions, fill)
  const selection: Selection = { resource, plan, where, search, range, supporters }
  const matches = search ? matchesSql(search, plan, walkOf(selection, use), use) : ''
  const head = `${matches} ${range ? estimateSql(range) : ''} ${filteredSql(selection)}
page_and_one as materialized (${pageSql(selection, use)})`
  return { head, fill, selection }
}

/** The ids of a list in ascending order, at most `limit`, and how many there are without it. */
export function idsStatement(
  resource: Resource,
  plan: ListPlan,
): SqlText<ListPlan> & { countText: string } {
  const { use, values } = createParameters<ListPlan>()
  const { from, where } = selectIds(resource, plan, use)
  const selected = `from ${from} ${whereClause(where)}`
  return {
    text: `select id ${selected} order by id limit ${plan.limit}`,
    countText: `select count(*) ${selected}`,
    values,
  }
}

/** The tables and conditions of a list, without an order. */
function selectIds<T extends ListPlan>(resource: Resource, plan: T, use: Use<T>) {
  const search = findSearch(resource, plan, use)
  const fill = fillValues(resource, plan.conditions, use)
  const supporters = findFilteredSupporters(plan.conditions, fill)
  const where = whereSql(resource, plan, { use, fill, supporters }, (_, i) =>
    i === search?.position
      ? `id in (select id from ${search.index.table} where ${search.index.condition})`
      : undefined,
  )
  const reads = plan.conditions.map((condition) => condition.reads)
  return { from: selectionFrom(resource, reads), where }
}

/** Returns one row: the first id of the page, the number of rows read, the total. */
export function firstIdStatement(resource: Resource, plan: ListPlan): SqlText<ListPlan> {
  const { use, values } = createParameters<ListPlan>()
  const { head, fill, selection } = selectPage(resource, plan, use)
  const text = `
with ${head}
select
  (select id from page_and_one order by ${orderBy(plan.order)} limit 1) as id,
  (select count(*) from page_and_one)::int as rows_read,
  ${plan.isCounted ? totalSql(selection, fill, use) : 'null'} as total`
  return { text, values }
}

/** Returns a row when the record is in the page: its place there, and the ids beside it. */
export function placeStatement(
  resource: Resource,
  plan: ListPlan & { id: number },
): SqlText<ListPlan & { id: number }> {
  const { use, values } = createParameters<ListPlan & { id: number }>()
  const { head, fill, selection } = selectPage(resource, plan, use)
  const text = `
with ${head}
select place::int, previous, next, ${plan.isCounted ? totalSql(selection, fill, use) : 'null'} as total
from (
  select id, row_number() over in_order as place, lag(id) over in_order as previous, lead(id) over in_order as next
  from page_and_one window in_order as (order by ${orderBy(plan.order)})
) places where id = ${use('bigint', ({ id }) => id)}`
  return { text, values }
}

/** Returns a row when the list has the record. */
export function listedStatement(
  resource: Resource,
  plan: ListPlan & { id: number },
): SqlText<ListPlan & { id: number }> {
  const { use, values } = createParameters<ListPlan & { id: number }>()
  const { from, where } = selectIds(resource, plan, use)
  const text = `select from ${from} ${whereClause([...where, `id = ${use('bigint', ({ id }) => id)}`])}`
  return { text, values }
}

/** Returns the sort value of a record as JSON; no row when there is no such record. */
export function sortValueStatement(
  resource: Resource,
  plan: { order: Order; id: number },
): SqlText<{ order: Order; id: number }> {
  const { use, values } = createParameters<{ order: Order; id: number }>()
  const { by } = plan.order
  const id = use('bigint', (of) => of.id)
  const value =
    'column' in by
      ? by.column
      : 'valueColumn' in by
        ? `(select ${by.valueColumn} from custom_values where collection = '${resource.name}' and record_id = ${id}
            and field_id = ${use('bigint', ({ order }) => ('customFieldId' in order.by ? order.by.customFieldId : null))})`
        : 'null'
  const text = `select json_build_array(${value})::text as value from ${wholeRows(resource)} where id = ${id}`
  return { text, values }
}

/** The conditions on counted rows, with their values. All must have counters. */
export function countedConditions(
  resource: Resource,
  conditions: Condition[],
): { where: string; values: unknown[] } {
  const { use, values } = createParameters<ListPlan>()
  const fill = fillValues(resource, conditions, use)
  const where = conditions.map(({ counted }, i) => `(${fill(counted?.sql ?? '', i)})`)
  const plan = { conditions } as ListPlan
  return { where: whereClause(where), values: values.map((value) => value(plan, { baseUrl: '' })) }
}

/** `subjects`: of records about other records, only those about these collections; null for all. */
export type RecordsPlan = {
  ids: number[]
  includes: string[]
  selections: Selections
  subjects: string[] | null
}

/**
 * Records by id, in the requested order. A single id is a scalar parameter: PostgreSQL considers a generic plan for an
 * array too expensive and would plan each time, which takes longer than reading. Several ids are joined with their
 * places, because looking up the place of each record in the array is quadratic.
 */
export function recordsStatement(
  resource: Resource,
  plan: RecordsPlan,
  { use, values }: Parameters<RecordsPlan> = createParameters(),
): Statement<RecordsPlan> {
  const { name } = resource
  const includes = planIncludes(resource, plan.includes)
  const rendering = {
    resource,
    selections: plan.selections,
    use,
    followedLinks: findFollowedLinks(resource, includes),
    filterValue: () => undefined,
    supporters: undefined,
  }
  const isOne = plan.ids.length === 1
  const isReadable = plan.subjects
    ? `${resource.about} = any(${use('text[]', ({ subjects }) => subjects)})`
    : 'true'
  const rows = isOne
    ? `${wholeRows(resource)} where id = ${use('bigint', ({ ids }) => ids[0])} and ${isReadable}`
    : `unnest(${use('bigint[]', ({ ids }) => [...new Set(ids)])}) with ordinality asked (id, place)
      join ${wholeRows(resource)} using (id) where ${isReadable}`
  const text = `
with ${pageCte(name)} as materialized (
  select ${isOne ? '' : 'place, '}${valuesSql(rendering)} from ${rows})
${includedSql(rendering, includes)}
select true ${collectionsSql(rendering, includes, `${name}.${isOne ? 'id' : 'place'}`)}`
  const names = collectionNames(rendering, includes)
  return { text, values, columns: names.collections, ...names }
}

/** Replaces `?` by the value of a condition. */
function fillValues(
  { filters, about }: Resource,
  conditions: Condition[],
  use: Use<ListPlan>,
  conditionsOf: (plan: ListPlan) => Condition[] | undefined = (plan) => plan.conditions,
): Fill {
  const types = {
    ids: 'bigint[]',
    words: 'text[]',
    time: 'timestamptz',
    search: 'text',
    flag: 'boolean',
    expression: 'jsonb',
    numbers: 'jsonb',
  }
  const values = conditions.map(({ filter }, i) => ({
    // An undeclared filter is a custom field; its values are one JSON parameter, as for an expression.
    type:
      filter === about
        ? types.words
        : types[filters[filter.replace(/^-/, '')]?.takes ?? 'expression'],
    value: (plan: ListPlan) => conditionsOf(plan)?.[i]?.value,
  }))
  return (sql, position) => {
    const { type, value } = values[position] as (typeof values)[number]
    return sql.includes('?') ? sql.replaceAll('?', use(type, value)) : sql
  }
}

function filterValues(conditions: Condition[], use: Use<ListPlan>): FilterValue {
  const asked = new Map(
    conditions.map(({ filter }, i) => [filter, (plan: ListPlan) => plan.conditions[i]?.value]),
  )
  return (filter) => {
    const value = asked.get(filter)
    return value && use('bigint[]', value)
  }
}

/** The tables that hold all columns of the records. A left join: the planner drops it where no figure is requested. */
const wholeRows = (resource: Resource) => {
  const { name, figuresTable } = resource
  return figuresTable === null
    ? recordRows(resource)
    : `(${name} left join ${figuresTable} using (id))`
}

/**
 * The tables that a selection reads. The one of the order comes first: its `id` is the one that a cursor compares, so that
 * the comparison is a range of one index.
 */
function selectionFrom(resource: Resource, reads: Source[], order: Source = 'record'): string {
  const { name, figuresTable } = resource
  if (figuresTable === null || !reads.includes('figures')) return recordRows(resource)
  if (!reads.includes('record')) return figuresTable
  const [first, second] = order === 'figures' ? [figuresTable, name] : [name, figuresTable]
  return `(${first} join ${second} using (id))`
}

/** Which rows of the order the cursor has reached: those without a value, those with zero, or the others. */
export function afterKind(
  { isMostlyZero }: Order,
  after: NonNullable<ListPlan['after']>,
): 'null' | 'zero' | 'value' {
  if (after.value === null) return 'null'
  return isMostlyZero && Number(after.value) === 0 ? 'zero' : 'value'
}

// As an array: the planner overestimates matches and would scan the list instead of using its key.
const MATCHING = `id = any(array(select id from ${MATCHES}))`

// Reads one record more than requested to know whether another page follows. Records with a null sort value come last in
// both directions and are a query of their own, because a row comparison never matches null. So are records with zero
// where the index does not have them.
function pageSql(selection: Selection, use: Use<ListPlan>): string {
  const { plan, search, range } = selection
  const isByMatches = search !== undefined && isOrderOfMatches(plan.order)
  const isById = 'column' in plan.order.by && plan.order.by.column === 'id'
  const parts = isByMatches
    ? [matchesPage(selection, search, use)]
    : range && isById
      ? [rangePage(range, selection, use)]
      : pageParts(selection, use)
  const offset = plan.offset > 0 ? ` offset ${use('bigint', offsetValue)}` : ''
  const limit = `limit ${plan.limit + 1}${offset}`
  // Each part is limited to the end of the page, so each walks its index.
  const reach = () => (offset ? use('bigint', endValue) : `${plan.limit + 1}`)
  const page = parts.length === 1 ? `${parts[0]} ${limit}` : `${joinParts(parts, reach())} ${limit}`
  return search
    ? pageOfMatchesSql(search, plan, { page, orderBy: orderBy(plan.order), limit }, use)
    : page
}

const joinParts = (parts: string[], limit: string | number) =>
  parts.map((part) => `(${part} limit ${limit})`).join(' union all ')

/** The list from the cursor on, in its order and without conditions. */
const walkOf = (selection: Selection, use: Use<ListPlan>): Walk => {
  const { resource, plan, where } = selection
  const whole = { ...selection, plan: { ...plan, conditions: [] }, where: [] }
  return {
    rows: (limit) => joinParts(pageParts(whole, use), limit),
    from: selectionFrom(
      resource,
      plan.conditions.map(({ reads }) => reads),
    ),
    otherConditions: where.filter((condition) => condition !== MATCHING),
  }
}

/** The page in the order of a search's matches. Other conditions are looked up for one match after the other. */
function matchesPage(
  { resource, plan, where }: Selection,
  search: Search,
  use: Use<ListPlan>,
): string {
  const otherConditions = where.filter((condition) => condition !== MATCHING)
  const from = selectionFrom(
    resource,
    plan.conditions.map(({ reads }) => reads),
  )
  return matchesInOrderSql(search, plan, { from, otherConditions }, use)
}

function rangePage(range: TimeRange, { plan, where }: Selection, use: Use<ListPlan>): string {
  const { order, after, offset, limit } = plan
  const isAfter = order.direction === 'asc' ? '>' : '<'
  const beyond = after ? [`id ${isAfter} ${use('bigint', afterId)}`] : []
  const end = offset > 0 ? use('bigint', endValue) : `${limit + 1}`
  return rangePageSql(range, { where, beyond, direction: order.direction, end })
}

function pageParts(selection: Selection, use: Use<ListPlan>): string[] {
  const { order, after } = selection.plan
  const reached = after && afterKind(order, after)
  const parts: ('zero' | 'value' | 'null')[] = ['value']
  if (order.isMostlyZero) parts.splice(order.direction === 'asc' ? 0 : 1, 0, 'zero')
  if (order.nullable) order.hasNullsFirst ? parts.unshift('null') : parts.push('null')
  const ahead = reached === undefined ? parts : parts.slice(parts.indexOf(reached))
  return ahead.map((part) => {
    const isReached = part === reached
    if (part === 'value') return rowsWithValue(selection, isReached, use)
    const isBeyond = order.direction === 'asc' ? '>' : '<'
    const beyond = isReached ? `${isBeyond} ${use('bigint', afterId)}` : undefined
    return part === 'zero'
      ? rowsWithZero(selection, beyond)
      : rowsWithoutValue(selection, beyond, use)
  })
}

/** The figures to sort by, where they are counted for this list. */
function filteredSql({ plan, supporters }: Selection): string {
  const { by } = plan.order
  if (!('figure' in by) || !supporters || supporters.isStored) return ''
  return `${FILTERED} as materialized (${supporters.rows(by.figure)}),`
}

const FILTERED = 'filtered_figures'

/** What is left to ask of rows that have a figure of the filtered supporters. */
const otherConditions = ({ plan, where, supporters }: Selection): string[] => {
  const isJoint = supporters?.condition !== undefined
  if (isJoint) return where.filter((condition) => condition !== supporters?.condition)
  return where.filter((_, i) => plan.conditions[i]?.supporters === undefined)
}

function rowsWithFigure(
  selection: Selection,
  figure: SupporterFigure,
  isReached: boolean,
  use: Use<ListPlan>,
): string {
  const { resource, plan, supporters } = selection
  const { direction } = plan.order
  const rows = supporters?.isStored ? `(${supporters.rows(figure)})` : FILTERED
  const conditions = otherConditions(selection)
  if (isReached)
    conditions.push(
      `(f.value, f.record_id) ${direction === 'asc' ? '>' : '<'} (${use(sqlType(plan.order), afterValue)}, ${use('bigint', afterId)})`,
    )
  return `select id, f.value as sort_value
    from ${rows} f join ${selectionFrom(resource, selectionReads(plan))} on id = f.record_id
    ${whereClause(conditions)} order by f.value ${direction}, f.record_id ${direction}`
}

function rowsWithValue(selection: Selection, isReached: boolean, use: Use<ListPlan>): string {
  const { resource, plan, where } = selection
  const { order } = plan
  if ('figure' in order.by) return rowsWithFigure(selection, order.by.figure, isReached, use)
  const { name } = resource
  const from = selectionFrom(resource, selectionReads(plan), plan.order.reads)
  const isAfter = order.direction === 'asc' ? '>' : '<'
  const place = isReached ? `(${use(sqlType(order), afterValue)}, ${use('bigint', afterId)})` : ''
  if ('column' in order.by) {
    const { column } = order.by
    const conditions = [...where]
    if (order.nullable) conditions.push(`${column} is not null`)
    if (order.isMostlyZero) conditions.push(`${column} <> 0`)
    if (isReached) conditions.push(`(${column}, id) ${isAfter} ${place}`)
    return `select id, ${column} as sort_value from ${from} ${whereClause(conditions)}
      order by ${column} ${order.direction}, id ${order.direction}`
  }
  const { valueColumn } = order.by as { valueColumn: string }
  const conditions = [
    ...where,
    `v.collection = '${name}' and v.field_id = ${use('bigint', fieldId)} and v.${valueColumn} is not null`,
  ]
  if (isReached) conditions.push(`(v.${valueColumn}, v.record_id) ${isAfter} ${place}`)
  return `select id, v.${valueColumn} as sort_value
    from custom_values v join ${from} on id = v.record_id ${whereClause(conditions)}
    order by v.${valueColumn} ${order.direction}, v.record_id ${order.direction}`
}

function rowsWithZero({ resource, plan, where }: Selection, beyond: string | undefined): string {
  const { order } = plan
  const { column } = order.by as { column: string }
  const conditions = [...where, `${column} = 0`]
  if (beyond !== undefined) conditions.push(`id ${beyond}`)
  return `select id, ${column} as sort_value from ${selectionFrom(resource, selectionReads(plan), plan.order.reads)}
    ${whereClause(conditions)} order by id ${order.direction}`
}

function rowsWithoutValue(
  { resource, plan, where }: Selection,
  beyond: string | undefined,
  use: Use<ListPlan>,
): string {
  const { order } = plan
  const { name } = resource
  const from = selectionFrom(resource, selectionReads(plan), plan.order.reads)
  const conditions = beyond === undefined ? where : [...where, `id ${beyond}`]
  if ('column' in order.by) {
    const { column } = order.by
    // Ordering by the null column lets the planner use the index order.
    return `select id, ${column} as sort_value from ${from} ${whereClause([...conditions, `${column} is null`])}
      order by ${column} ${order.direction}, id ${order.direction}`
  }
  // The position is repeated here, or the planner would read all values from the start.
  const none = `not exists (select from custom_values v where v.collection = '${name}'
    and v.record_id = ${name}.id and v.field_id = ${use('bigint', fieldId)}
    ${beyond === undefined ? '' : `and v.record_id ${beyond}`})`
  return `select id, null::${sqlType(order)} as sort_value from ${from} ${whereClause([...conditions, none])}
    order by id ${order.direction}`
}

const selectionReads = ({ order, conditions }: ListPlan): Source[] => [
  order.reads,
  ...conditions.map(({ reads }) => reads),
]

const offsetValue: Value<ListPlan> = ({ offset }) => offset
const afterValue: Value<ListPlan> = ({ after }) => after?.value
const afterId: Value<ListPlan> = ({ after }) => after?.id
const fieldId: Value<ListPlan> = ({ order: { by } }) =>
  'customFieldId' in by ? by.customFieldId : null

function sqlType({ by, kind }: Order): string {
  if ('valueColumn' in by) return by.valueColumn === 'number_value' ? 'double precision' : 'text'
  return { integer: 'bigint', number: 'numeric', time: 'timestamptz' }[kind] ?? 'text'
}

const whereClause = (conditions: string[]) =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''

const orderBy = ({ direction, hasNullsFirst }: Order, of = '') =>
  `${of}sort_value ${direction} nulls ${hasNullsFirst ? 'first' : 'last'}, ${of}id ${direction}`

const reverseOrderBy = ({ direction }: Order) =>
  direction === 'asc'
    ? 'sort_value desc nulls first, id desc'
    : 'sort_value asc nulls first, id asc'

// Without counters the total is counted by an index.
function totalSql(selection: Selection, fill: Fill, use: Use<ListPlan>): string {
  const { resource, plan, where, search, range, supporters } = selection
  if (where.length === 0) return countRecordsSql(resource)
  if ('figure' in plan.order.by && !supporters?.isStored) return countFilteredSql(selection)
  if (search && where.length === 1) return countMatchesSql(search, plan, use)
  if (range) return countRangeSql(range)
  const reads = plan.conditions.map((condition) => condition.reads)
  // A supporter who is in each of several segments is not counted.
  const isCounted = supporters?.condition === undefined
  return (
    (isCounted ? sumCountsSql(plan.conditions, fill) : undefined) ??
    `(select count(*) from ${selectionFrom(resource, reads)} ${whereClause(where)})`
  )
}

function countFilteredSql(selection: Selection): string {
  const { resource, plan } = selection
  const conditions = otherConditions(selection)
  if (conditions.length === 0) return `(select count(*) from ${FILTERED})`
  const reads = plan.conditions.map((condition) => condition.reads)
  return `(select count(*) from ${FILTERED} join ${selectionFrom(resource, reads)} on id = record_id
    ${whereClause(conditions)})`
}

// A CTE must not have the name of its table: other CTEs would read it instead of the table.
const pageCte = (name: string) => `page_of_${name}`
const selfIncludeCte = (association: string) => `included_by_${association}`

function includedSql<T extends Selected>(rendering: Rendering<T>, includes: Includes): string {
  const { resource: primary } = rendering
  const page = pageCte(primary.name)
  const own = includes.self.map(
    (association) => `, ${selfIncludeCte(association)} as materialized (
      select ${valuesSql(rendering)} from ${wholeRows(primary)}
      where id = any(array(select ${linkColumn(association)} from ${page}))
        and id <> all(array(select id from ${page})))`,
  )
  const included = includes.included.map(({ resource, paths, names }) => {
    const ids = paths.flatMap((path) => {
      const ownRows = path.from === primary.name ? includes.self.map(selfIncludeCte) : []
      return [pageCte(path.from), ...ownRows].map((rows) => idsSql(path, rows))
    })
    const rows = includedRendering(rendering, resource)
    return `, ${pageCte(resource.name)} as materialized (
      select ${names.length > 0 ? valuesSql(rows) : linksOnlySql(rows)} from ${wholeRows(resource)}
      where id = any(array(${ids.join(' union all ')})))`
  })
  return [...own, ...included].join('\n')
}

/** The list's filters apply to its own records, not to included ones. */
const includedRendering = <T extends Selected>(
  rendering: Rendering<T>,
  resource: Resource,
): Rendering<T> => ({
  ...rendering,
  resource,
  filterValue: () => undefined,
  supporters: undefined,
})

function idsSql({ association, link }: IncludePath, rows: string): string {
  if (link.through) {
    const { table, owner, target } = link.through
    return `select ${target} from ${table} where ${owner} = any(array(select id from ${rows}))`
  }
  const column = linkColumn(association)
  return link.arity === 'one'
    ? `select ${column} from ${rows}`
    : `select linked::bigint from ${rows}, json_array_elements_text(${column}) linked`
}

function collectionsSql<T extends Selected>(
  rendering: Rendering<T>,
  includes: Includes,
  order: string,
): string {
  const { name } = rendering.resource
  const own = includes.self.map((association) =>
    recordsSql(rendering, selfIncludeCte(association), `${name}.id`),
  )
  const page = recordsSql(rendering, pageCte(name), order)
  const texts = [`, concat_ws(',', ${[page, ...own].join(', ')}) as "${name}"`]
  for (const { resource, names } of includes.included) {
    if (names.length === 0) continue
    const { name: other } = resource
    const rows = includedRendering(rendering, resource)
    texts.push(`, ${recordsSql(rows, pageCte(other), `${other}.id`)} as "${other}"`)
  }
  return texts.join('\n')
}

function collectionNames<T extends Selected>(
  { resource: primary, selections }: Rendering<T>,
  { included: found, empty }: Includes,
) {
  const collections = [primary.name, ...found.flatMap(({ names }) => names)]
  const links = [...collections, ...empty].map((collection) => {
    const resource = findResource(collection)
    return { collection, associations: resource ? selectedLinks(resource, selections) : [] }
  })
  return { collections, empty, links }
}

const findFollowedLinks =
  (primary: Resource, { included, self }: Includes) =>
  (collection: string): string[] => {
    const own = collection === primary.name ? self : []
    const paths = included.flatMap((inclusion) => inclusion.paths)
    return [
      ...own,
      ...paths.filter(({ from }) => from === collection).map(({ association }) => association),
    ]
  }
