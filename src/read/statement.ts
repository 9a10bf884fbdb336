// The one statement behind every answer, made from declarations: the page, each included collection found from
// those before it, and the JSON of each. Only values travel with a request; the text depends on its shape alone.
import type { Resource } from '../resources/resource.ts'
import { type IncludePath, type Includes, planIncludes } from './includes.ts'
import type { Condition } from './list-request.ts'
import { createParameters, type Use, type Value } from './parameters.ts'
import { type FilterValue, linkedIdSql, recordsSql } from './render.ts'

/** What the order is by: a column, or the values of a custom field. */
export type Order = {
  direction: 'asc' | 'desc'
  kind: string
  nullable: boolean
  by: { column: string } | { customFieldId: number; valueColumn: 'number_value' | 'string_value' }
}

export type ListPlan = {
  order: Order
  limit: number
  offset: number
  after: { value: string | number | null; id: number } | undefined
  conditions: Condition[]
  includes: string[]
  /** Whether the records are to be counted; a cursor carries the count of its first page. */
  isCounted: boolean
}

export type Statement<T> = {
  text: string
  values: Value<T>[]
  collections: string[]
  empty: string[]
}

/** One row: the JSON of each collection, where the page ends, how many there are with one of the next, and the total. */
export function listStatement(resource: Resource, wanted: ListPlan): Statement<ListPlan> {
  const { use, values } = createParameters<ListPlan>()
  const { name } = resource
  const { order, limit } = wanted
  const includes = planIncludes(resource, wanted.includes)
  const where = wanted.conditions.map((condition, i) => conditionSql(resource, condition, i, use))
  const filterValue = filterValues(wanted.conditions, use)
  const text = `
with page_and_one as materialized (${pageSql(resource, wanted, where, use)}),
${found(name)} as materialized (select * from page_and_one order by ${inOrder(order)} limit ${limit})
${includedSql(resource, includes, filterValue)}
select
  (select count(*) from page_and_one) as met,
  (select json_build_array(sort_value, id)::text from ${found(name)} order by ${inReverse(order)} limit 1) as last,
  ${wanted.isCounted ? totalSql(resource, where) : 'null'} as total
  ${collectionsSql(resource, includes, inOrder(order, `${name}.`), filterValue, use)}`
  return { text, values, ...collectionNames(resource, includes) }
}

export type RecordsPlan = { ids: number[]; includes: string[] }

/**
 * The records with these ids, in the order asked. One alone is asked for as one: a plan for a list of unknown length
 * looks dearer than one for the list at hand, so PostgreSQL would plan anew each time, which takes longer than reading.
 */
export function recordsStatement(
  resource: Resource,
  names: string[],
  isOne: boolean,
): Statement<RecordsPlan> {
  const { use, values } = createParameters<RecordsPlan>()
  const { name } = resource
  const includes = planIncludes(resource, names)
  const asked = isOne ? use('bigint', ({ ids }) => ids[0]) : use('bigint[]', ({ ids }) => ids)
  const unfiltered = () => undefined
  const order = isOne ? `${name}.id` : `array_position(${asked}, ${name}.id)`
  const text = `
with ${found(name)} as materialized (select * from ${name} where id = ${isOne ? asked : `any(${asked})`})
${includedSql(resource, includes, unfiltered)}
select true ${collectionsSql(resource, includes, order, unfiltered, use)}`
  return { text, values, ...collectionNames(resource, includes) }
}

function conditionSql(
  resource: Resource,
  { filter, sql }: Condition,
  i: number,
  use: Use<ListPlan>,
): string {
  if (!sql.includes('?')) return `(${sql})`
  // What is not declared is a custom field, whose values travel as those of an expression do.
  const { takes } = resource.filters[filter.replace(/^-/, '')] ?? { takes: 'expression' }
  const type = {
    ids: 'bigint[]',
    words: 'text[]',
    time: 'timestamptz',
    search: 'text',
    flag: 'boolean',
    expression: 'jsonb',
  }[takes]
  return `(${sql.replaceAll(
    '?',
    use(type, ({ conditions }) => conditions[i]?.value),
  )})`
}

function filterValues(conditions: Condition[], use: Use<ListPlan>): FilterValue {
  const asked = new Map(
    conditions.map(({ filter }, i) => [filter, (wanted: ListPlan) => wanted.conditions[i]?.value]),
  )
  return (filter) => {
    const value = asked.get(filter)
    return value && use('bigint[]', value)
  }
}

// One record more than asked tells whether another page follows. Records whose sort value is null come last, in
// both directions; they are a part of their own, because no comparison of rows leads from a value to null.
function pageSql(
  resource: Resource,
  wanted: ListPlan,
  where: string[],
  use: Use<ListPlan>,
): string {
  const parts: string[] = []
  if (wanted.after?.value !== null) parts.push(rowsWithValue(resource, wanted, where, use))
  if (wanted.order.nullable) parts.push(rowsWithoutValue(resource, wanted, where, use))
  const offset = wanted.offset > 0 ? ` offset ${use('bigint', offsetOf)}` : ''
  const limit = `limit ${wanted.limit + 1}${offset}`
  if (parts.length === 1) return `${parts[0]} ${limit}`
  // Each part goes no further than the page reaches, so that each walks its index.
  const reach = offset ? `limit ${use('bigint', reachOf)}` : `limit ${wanted.limit + 1}`
  return `${parts.map((part) => `(${part} ${reach})`).join(' union all ')} ${limit}`
}

function rowsWithValue(
  resource: Resource,
  wanted: ListPlan,
  where: string[],
  use: Use<ListPlan>,
): string {
  const { order, after } = wanted
  const { name } = resource
  const isAfter = order.direction === 'asc' ? '>' : '<'
  const place = after ? `(${use(sqlType(order), afterValue)}, ${use('bigint', afterId)})` : ''
  if ('column' in order.by) {
    const { column } = order.by
    const conditions = [...where]
    if (order.nullable) conditions.push(`${column} is not null`)
    if (after) conditions.push(`(${column}, id) ${isAfter} ${place}`)
    return `select *, ${column} as sort_value from ${name} ${all(conditions)}
      order by ${column} ${order.direction}, id ${order.direction}`
  }
  const { valueColumn } = order.by
  const conditions = [
    ...where,
    `v.collection = '${name}' and v.field_id = ${use('bigint', fieldId)} and v.${valueColumn} is not null`,
  ]
  if (after) conditions.push(`(v.${valueColumn}, v.record_id) ${isAfter} ${place}`)
  return `select ${name}.*, v.${valueColumn} as sort_value
    from custom_values v join ${name} on ${name}.id = v.record_id ${all(conditions)}
    order by v.${valueColumn} ${order.direction}, v.record_id ${order.direction}`
}

function rowsWithoutValue(
  resource: Resource,
  wanted: ListPlan,
  where: string[],
  use: Use<ListPlan>,
): string {
  const { order, after } = wanted
  const { name } = resource
  const isAfter = order.direction === 'asc' ? '>' : '<'
  const beyond = after?.value === null ? `${isAfter} ${use('bigint', afterId)}` : undefined
  const conditions = beyond === undefined ? where : [...where, `id ${beyond}`]
  if ('column' in order.by) {
    const { column } = order.by
    // Ordered by the column too, though it is null: only so does the planner see that the index has the order.
    return `select *, ${column} as sort_value from ${name} ${all([...conditions, `${column} is null`])}
      order by ${column} ${order.direction}, id ${order.direction}`
  }
  // The place is said of the values as well, or the planner would read them from the start.
  const none = `not exists (select from custom_values v where v.collection = '${name}'
    and v.record_id = ${name}.id and v.field_id = ${use('bigint', fieldId)}
    ${beyond === undefined ? '' : `and v.record_id ${beyond}`})`
  return `select *, null::${sqlType(order)} as sort_value from ${name} ${all([...conditions, none])}
    order by id ${order.direction}`
}

const offsetOf: Value<ListPlan> = ({ offset }) => offset
const reachOf: Value<ListPlan> = ({ offset, limit }) => offset + limit + 1
const afterValue: Value<ListPlan> = ({ after }) => after?.value
const afterId: Value<ListPlan> = ({ after }) => after?.id
const fieldId: Value<ListPlan> = ({ order: { by } }) =>
  'customFieldId' in by ? by.customFieldId : null

function sqlType({ by, kind }: Order): string {
  if ('valueColumn' in by) return by.valueColumn === 'number_value' ? 'double precision' : 'text'
  return { integer: 'bigint', number: 'numeric', time: 'timestamptz' }[kind] ?? 'text'
}

const all = (conditions: string[]) =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''

const inOrder = ({ direction }: Order, of = '') =>
  `${of}sort_value ${direction} nulls last, ${of}id ${direction}`

const inReverse = ({ direction }: Order) =>
  direction === 'asc'
    ? 'sort_value desc nulls first, id desc'
    : 'sort_value asc nulls first, id asc'

// A list without conditions takes its total from the counters; a filtered one counts by an index.
const totalSql = ({ name }: Resource, where: string[]) =>
  where.length === 0
    ? `(select coalesce(sum(count), 0) from record_counts where collection = '${name}')::bigint`
    : `(select count(*) from ${name} ${all(where)})`

// A CTE must not bear its table's name: the ones before it would read it instead of the table.
const found = (name: string) => `found_${name}`
const foundBy = (association: string) => `found_by_${association}`

function includedSql(primary: Resource, includes: Includes, filterValue: FilterValue): string {
  const own = includes.self.map(
    (association) => `, ${foundBy(association)} as materialized (
      select * from ${primary.name} where id = any(array(select ${association}_id from ${found(primary.name)}))
        and id <> all(array(select id from ${found(primary.name)})))`,
  )
  const included = includes.found.map(({ resource, ways }) => {
    const ids = ways.flatMap((way) => {
      if (way.from !== primary.name) return idsSql(way, found(way.from), () => undefined)
      // The list's filters are about its own records, not about those that it leads to.
      const more = includes.self.map((association) =>
        idsSql(way, foundBy(association), filterValue),
      )
      return [idsSql(way, found(way.from), filterValue), ...more]
    })
    return `, ${found(resource.name)} as materialized (
      select * from ${resource.name} where id = any(array(${ids.join(' union all ')})))`
  })
  return [...own, ...included].join('\n')
}

function idsSql(
  { from, association, link }: IncludePath,
  rows: string,
  filterValue: FilterValue,
): string {
  if (link.through) {
    const { table, owner, target } = link.through
    return `select ${target} from ${table} where ${owner} = any(array(select id from ${rows}))`
  }
  const sql = linkedIdSql(association, link, filterValue)
  return link.arity === 'one'
    ? `select ${sql} from ${rows} as ${from}`
    : `select linked::bigint from ${rows} as ${from}, json_array_elements_text(${sql}) linked`
}

function collectionsSql<T>(
  primary: Resource,
  includes: Includes,
  order: string,
  filterValue: FilterValue,
  use: Use<T>,
): string {
  const byId = ({ name }: Resource) => `${name}.id`
  const own = includes.self.map((association) =>
    recordsSql(primary, foundBy(association), byId(primary), filterValue, use),
  )
  const page = recordsSql(primary, found(primary.name), order, filterValue, use)
  const texts = [`, concat_ws(',', ${[page, ...own].join(', ')}) as "${primary.name}"`]
  for (const { resource, names } of includes.found) {
    if (names.length === 0) continue
    const records = recordsSql(resource, found(resource.name), byId(resource), () => undefined, use)
    texts.push(`, ${records} as "${resource.name}"`)
  }
  return texts.join('\n')
}

const collectionNames = (primary: Resource, { found, empty }: Includes) => ({
  collections: [primary.name, ...found.flatMap(({ names }) => names)],
  empty,
})
