// The SQL that renders records as JSON, from the fields and links of a declaration.
import { type Field, hasOwnCustomFields, type Link, type Resource } from '../resources/resource.ts'
import { baseUrlValue, type Use } from './parameters.ts'

/** The placeholder of a filter's value; undefined when the list is not filtered by it. */
export type FilterValue = (filter: string) => string | undefined

/** The comma-separated JSON texts of the rows of `from`; null when there are none. */
export function recordsSql<T>(
  resource: Resource,
  from: string,
  order: string,
  filterValue: FilterValue,
  use: Use<T>,
): string {
  const { name, fields, links } = resource
  const columns = Object.entries(fields).map(
    ([field, declared]) => `${fieldSql(field, declared, filterValue, use)} as "${field}"`,
  )
  if (links) columns.push(`${linksSql(resource, filterValue)} as links`)
  const record = `select ${columns.join(', ')}`
  const rows = hasOwnCustomFields(resource)
    ? recordsWithCustomFields(resource, record, from, order)
    : `select row_to_json(r)::text as record from (${record} from ${from} as ${name} order by ${order}) r`
  return `(select string_agg(record, ',') from (${rows}) records)`
}

/** The id of a to-one link. */
export const linkedIdSql = (
  association: string,
  { sql, whenFilteredBy }: Link,
  filterValue: FilterValue,
) => resolveFilterValue(sql ?? `${association}_id`, whenFilteredBy, filterValue) ?? 'null::bigint'

function fieldSql<T>(name: string, field: Field, filterValue: FilterValue, use: Use<T>): string {
  if (field.path !== undefined) return addressSql(field.path, use)
  const sql = resolveFilterValue(field.sql ?? name, field.whenFilteredBy, filterValue)
  if (sql === null) return 'null'
  // No fraction of a second: two live clients fail on it. Read connections use UTC, which saves a conversion.
  const format = field.isPrecise ? 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' : 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
  return field.kind === 'time' ? `to_char(${sql}, '${format}')` : sql
}

function addressSql<T>(path: string, use: Use<T>): string {
  const parts = path.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 ? part : part && `'${part}'`))
  return [use('text', baseUrlValue), ...parts.filter((part) => part !== '')].join(' || ')
}

function linksSql({ name, links }: Resource, filterValue: FilterValue): string {
  const ids = Object.entries(links ?? {}).map(([association, link]) => {
    const sql = link.through
      ? linkedIdsSql(name, link)
      : linkedIdSql(association, link, filterValue)
    return `${sql} as "${association}"`
  })
  return ids.length > 0 ? `(select ids from (select ${ids.join(', ')}) ids)` : `'{}'::json`
}

function linkedIdsSql(owner: string, { through, nullable }: Link): string {
  const { table, owner: column, target } = through as NonNullable<Link['through']>
  return `(select coalesce(json_agg(linked.${target} order by linked.${target}), ${nullable ? 'null' : `'[]'`})
    from ${table} linked where linked.${column} = ${owner}.id)`
}

/** Null when the list is not filtered by the field's filter. */
function resolveFilterValue(
  sql: string,
  filter: string | undefined,
  filterValue: FilterValue,
): string | null {
  if (filter === undefined) return sql
  const value = filterValue(filter)
  return value === undefined ? null : sql.replaceAll('?', value)
}

// Appends every defined custom field (null without a value) and every segmented value (0 without supporters). Concatenates
// text, because merging jsonb would double the cost and lose the order of the members.
function recordsWithCustomFields(
  { name, hasSegmentedValues }: Resource,
  record: string,
  from: string,
  order: string,
): string {
  const fields = `(select jsonb_object_agg(key, null) from custom_fields where object_type = '${name}')`
  const values = hasSegmentedValues
    ? `(select jsonb_object_agg('cv_' || key, 0) from segmented_values where object_type = '${name}')`
    : 'null::jsonb'
  const figures = hasSegmentedValues ? figuresSql(name) : 'null::jsonb'
  return `select case when ${fields} is null and ${values} is null then record
      else left(record, -1) || ',' || substr((
        coalesce(${fields} || custom_fields, '{}')
        || coalesce(${values} || coalesce(${figures}, '{}'), '{}')
      )::text, 2) end as record
    from (
      select row_to_json(r)::text as record, ${name}.id, ${name}.custom_fields
      from ${from} as ${name} cross join lateral (${record}) r order by ${order}
    ) own`
}

const figuresSql = (name: string) => `(
  select jsonb_object_agg('cv_' || v.key, case v.column_type
    when 'users_count' then f.users_count when 'accounts_count' then f.accounts_count else f.revenue end)
  from segment_figures f join segmented_values v on v.segment_id = f.segment_id and v.object_type = '${name}'
  where f.collection = '${name}' and f.record_id = own.id)`
