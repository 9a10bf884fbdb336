// The SQL that renders records as JSON, from the fields and links of a declaration.
import {
  type Field,
  hasOwnCustomFields,
  type Link,
  type Resource,
  shownFields,
} from '../resources/resource.ts'
import type { Selections } from './field-selection.ts'
import { signatureSql } from './file-signature.ts'
import type { FilteredSupporters } from './filtered-supporters.ts'
import { baseUrlValue, callerValue, type Use } from './parameters.ts'

/** The placeholder of a filter's value; undefined when the list is not filtered by it. */
export type FilterValue = (filter: string) => string | undefined

/** What rendering needs of a plan: the requested members of each collection. */
export type Selected = { selections: Selections }

/** How the records of a collection are rendered. */
export type Rendering<T extends Selected> = {
  resource: Resource
  selections: Selections
  filterValue: FilterValue
  /** The links of a collection that lead to included records. */
  followedLinks: (collection: string) => string[]
  /** Whose figures the records have besides those of all supporters. */
  supporters: FilteredSupporters | undefined
  use: Use<T>
}

/** The column of `valuesSql` that holds the id, or the JSON array of ids, of a link. */
export const linkColumn = (association: string) => `"links.${association}"`

/** What a response needs of each row: the requested fields, and the links, shown or followed, that are not in a table of their own. */
export function valuesSql<T extends Selected>(rendering: Rendering<T>): string {
  const { resource, selections, followedLinks } = rendering
  const { name, fields } = resource
  const values = selectedFields(resource, selections).map(
    (field) => `${fieldSql(field, fields[field] as Field, rendering)} as "${field}"`,
  )
  const custom = hasCustomMembers(rendering) ? [`custom_fields as ${CUSTOM_FIELDS}`] : []
  const links = [...selectedLinks(resource, selections), ...followedLinks(name)]
  return [...values, ...linksOfRow(rendering, links), ...custom].join(', ')
}

/** What the includes need of each row. */
export const linksOnlySql = <T extends Selected>(rendering: Rendering<T>) =>
  ['id', ...linksOfRow(rendering, rendering.followedLinks(rendering.resource.name))].join(', ')

const linksOfRow = <T extends Selected>(
  { resource, filterValue }: Rendering<T>,
  associations: string[],
) =>
  Object.entries(resource.links ?? {})
    .filter(([association, { through }]) => !through && associations.includes(association))
    .map(
      ([association, link]) =>
        `${linkedIdSql(association, link, filterValue)} as ${linkColumn(association)}`,
    )

// Not `custom_fields`, which is the name of a link.
const CUSTOM_FIELDS = '"custom fields"'

const selectedFields = (resource: Resource, selections: Selections) =>
  selections.get(resource.name)?.fields ?? shownFields(resource)

export const selectedLinks = ({ name, links }: Resource, selections: Selections) =>
  selections.get(name)?.links ?? Object.keys(links ?? {})

/** The comma-separated JSON texts of the rows of `from`, which has the columns of `valuesSql`; null when there are none. */
export function recordsSql<T extends Selected>(
  rendering: Rendering<T>,
  from: string,
  order: string,
): string {
  const { resource, selections } = rendering
  const { name } = resource
  const members = selectedFields(resource, selections).map((field) => `${name}."${field}"`)
  const links = selectedLinks(resource, selections)
  if (links.length > 0) members.push('links')
  else if (resource.links && !selections.get(name)?.links) members.push(`'{}'::json as links`)
  const linked = links.length > 0 ? `cross join lateral (${linksSql(resource, links)}) links` : ''
  const rows = `from ${from} as ${name} ${linked}
    cross join lateral (select ${members.join(', ')}) r order by ${order}`
  const custom = customMembers(rendering)
  const records = custom
    ? recordsWithCustomMembers(name, custom, rows)
    : `select row_to_json(r)::text as record ${rows}`
  return `(select string_agg(record, ',') from (${records}) records)`
}

/** The id of a to-one link. */
const linkedIdSql = (
  association: string,
  { sql, whenFilteredBy }: Link,
  filterValue: FilterValue,
) => resolveFilterValue(sql ?? `${association}_id`, whenFilteredBy, filterValue) ?? 'null::bigint'

function fieldSql<T extends Selected>(name: string, field: Field, rendering: Rendering<T>): string {
  const { resource, filterValue, supporters, use } = rendering
  const { ofFilteredSupporters } = field
  if (ofFilteredSupporters && supporters)
    return supporters.figureOf(ofFilteredSupporters, `${resource.name}.id`)
  if (field.rows) return rowsSql(field, rendering)
  if (field.path !== undefined) return addressSql(field.path, field.isPublic, use)
  const sql = resolveFilterValue(field.sql ?? name, field.whenFilteredBy, filterValue)
  if (sql === null) return 'null'
  if (field.isOfCaller) return sql.replaceAll('?', use('bigint', callerValue))
  // No fraction of a second: two live clients fail on it. Read connections use UTC, which saves a conversion.
  const format = field.isPrecise ? 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' : 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
  return field.kind === 'time' ? `to_char(${sql}, '${format}')` : sql
}

function rowsSql<T extends Selected>({ rows, items }: Field, rendering: Rendering<T>): string {
  const { table, where } = rows as NonNullable<Field['rows']>
  const members = Object.entries(items as Record<string, Field>).map(
    ([name, member]) => `'${name}', ${fieldSql(name, member, rendering)}`,
  )
  return `(select coalesce(json_agg(json_build_object(${members.join(', ')}) order by ${table}.id), '[]')
    from ${table} where ${where})`
}

function addressSql<T>(path: string, isPublic: string | undefined, use: Use<T>): string {
  const parts = path.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 1 ? part : part && `'${part}'`))
  const signature = isPublic === undefined ? [] : [signatureSql(isPublic, use)]
  const all = [use('text', baseUrlValue), ...parts.filter((part) => part !== ''), ...signature]
  return all.join(' || ')
}

function linksSql({ name, links }: Resource, associations: string[]): string {
  const ids = associations.map((association) => {
    const link = links?.[association] as Link
    const sql = link.through ? linkedIdsSql(name, link) : linkColumn(association)
    return `${sql} as "${association}"`
  })
  return `select ${ids.join(', ')}`
}

// A subquery for each row: joining one aggregate for the whole page runs a little faster, but planning it takes longer than
// it saves, and statements with filters are planned each time.
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

/** Which custom members the records have. */
function selectedCustomMembers<T extends Selected>({ resource, selections }: Rendering<T>) {
  const selection = selections.get(resource.name)
  const has = (names: string[] | null = null) =>
    hasOwnCustomFields(resource) && (names === null || names.length > 0)
  return {
    hasFields: has(selection?.customFields),
    hasValues: resource.hasSegmentedValues && has(selection?.segmentedValues),
  }
}

function hasCustomMembers<T extends Selected>(rendering: Rendering<T>): boolean {
  const { hasFields, hasValues } = selectedCustomMembers(rendering)
  return hasFields || hasValues
}

/** Undefined when records have no custom members, or none is selected. */
function customMembers<T extends Selected>(rendering: Rendering<T>): CustomMembers | undefined {
  const { resource, selections, use } = rendering
  const { name } = resource
  const selection = selections.get(name)
  const { hasFields, hasValues } = selectedCustomMembers(rendering)
  if (!hasFields && !hasValues) return undefined
  const among = (key: string, names: 'customFields' | 'segmentedValues') =>
    selection?.[names]
      ? `${key} = any(${use('text[]', (plan) => plan.selections.get(name)?.[names])})`
      : undefined
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
  rows: string,
): string {
  return `select case when ${fields} is null and ${values} is null then record
      else left(record, -1) || ',' || substr((
        coalesce(${fields} || coalesce(${ownFields}, '{}'), '{}')
        || coalesce(${values} || coalesce(${ownValues}, '{}'), '{}')
      )::text, 2) end as record
    from (
      select row_to_json(r)::text as record, ${name}.id, ${name}.${CUSTOM_FIELDS} as custom_fields ${rows}
    ) own`
}

const figuresSql = (name: string, and: string) => `(
  select jsonb_object_agg('cv_' || v.key, case v.column_type
    when 'users_count' then f.users_count when 'accounts_count' then f.accounts_count else f.revenue end)
  from segment_figures f join segmented_values v on v.segment_id = f.segment_id and v.object_type = '${name}'${and}
  where f.collection = '${name}' and f.record_id = own.id)`
