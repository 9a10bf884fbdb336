// The SQL that renders records as JSON, from the fields and links of a declaration.
import { type Field, hasOwnCustomFields, type Link, type Resource } from '../resources/resource.ts'
import type { Selections } from './field-selection.ts'
import { baseUrlValue, type Use } from './parameters.ts'

/** The placeholder of a filter's value; undefined when the list is not filtered by it. */
export type FilterValue = (filter: string) => string | undefined

/** What rendering needs of a plan: the requested members of each collection. */
export type Selected = { selections: Selections }

/** The comma-separated JSON texts of the rows of `from`; null when there are none. */
export function recordsSql<T extends Selected>(
  resource: Resource,
  from: string,
  order: string,
  selections: Selections,
  filterValue: FilterValue,
  use: Use<T>,
): string {
  const { name, fields, links } = resource
  const selected = selections.get(name)?.fields ?? Object.keys(fields)
  const columns = selected.map(
    (field) => `${fieldSql(field, fields[field] as Field, filterValue, use)} as "${field}"`,
  )
  if (links) columns.push(`${linksSql(resource, filterValue)} as links`)
  const record = `select ${columns.join(', ')}`
  const custom = customMembers(resource, selections, use)
  const rows = custom
    ? recordsWithCustomMembers(name, custom, record, from, order)
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

/** Each is SQL that returns a JSON object, or null. */
type CustomMembers = {
  /** The defined custom fields, each null. */
  fields: string
  /** The record's own values of them. */
  ownFields: string
  /** The defined segmented values, each 0. */
  values: string
  /** The record's own figures. */
  ownValues: string
}

/** Undefined when records have no custom members, or none is selected. */
function customMembers<T extends Selected>(
  resource: Resource,
  selections: Selections,
  use: Use<T>,
): CustomMembers | undefined {
  const { name, hasSegmentedValues } = resource
  if (!hasOwnCustomFields(resource)) return undefined
  const selection = selections.get(name)
  const hasFields = selection === undefined || selection.customFields.length > 0
  const hasValues =
    hasSegmentedValues && (selection === undefined || selection.segmentedValues.length > 0)
  if (!hasFields && !hasValues) return undefined
  const among = (key: string, names: 'customFields' | 'segmentedValues') =>
    selection && `${key} = any(${use('text[]', (plan) => plan.selections.get(name)?.[names])})`
  const and = (condition: string | undefined) => (condition ? ` and ${condition}` : '')
  const isField = hasFields ? among('key', 'customFields') : undefined
  const isValue = hasValues ? among(`'cv_' || v.key`, 'segmentedValues') : undefined
  const none = 'null::jsonb'
  return {
    fields: hasFields
      ? `(select jsonb_object_agg(key, null) from custom_fields where object_type = '${name}'${and(isField)})`
      : none,
    ownFields: isField
      ? `(select jsonb_object_agg(key, value) from jsonb_each(own.custom_fields) where ${isField})`
      : 'own.custom_fields',
    values: hasValues
      ? `(select jsonb_object_agg('cv_' || v.key, 0) from segmented_values v where v.object_type = '${name}'${and(isValue)})`
      : none,
    ownValues: hasValues ? figuresSql(name, and(isValue)) : none,
  }
}

// Appends the custom fields (null without a value) and the segmented values (0 without supporters). Concatenates text,
// because merging jsonb would double the cost and lose the order of the members.
function recordsWithCustomMembers(
  name: string,
  { fields, ownFields, values, ownValues }: CustomMembers,
  record: string,
  from: string,
  order: string,
): string {
  return `select case when ${fields} is null and ${values} is null then record
      else left(record, -1) || ',' || substr((
        coalesce(${fields} || coalesce(${ownFields}, '{}'), '{}')
        || coalesce(${values} || coalesce(${ownValues}, '{}'), '{}')
      )::text, 2) end as record
    from (
      select row_to_json(r)::text as record, ${name}.id, ${name}.custom_fields
      from ${from} as ${name} cross join lateral (${record}) r order by ${order}
    ) own`
}

const figuresSql = (name: string, and: string) => `(
  select jsonb_object_agg('cv_' || v.key, case v.column_type
    when 'users_count' then f.users_count when 'accounts_count' then f.accounts_count else f.revenue end)
  from segment_figures f join segmented_values v on v.segment_id = f.segment_id and v.object_type = '${name}'${and}
  where f.collection = '${name}' and f.record_id = own.id)`
