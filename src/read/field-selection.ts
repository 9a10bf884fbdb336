// Reading less: `fields=title,links.forum` limits the members of the primary records, `fields.users=name` those of a side-loaded
// collection. `id` is always present.
import { ApiError } from '../core/api-error.ts'
import { formatValue, parseList } from '../core/values.ts'
import type { Queries } from '../db/db.ts'
import { findResource } from '../resources/index.ts'
import { hasOwnCustomFields, type Resource, shownFields } from '../resources/resource.ts'

/** The members of one collection's records. */
export type Selection = {
  resource: Resource
  /** The parameter that named them, for messages. */
  parameter: string
  /** In the order of the declaration, so that every order of the names has the same statement. */
  fields: string[]
  /** Associations in the order of the declaration; null for all. */
  links: string[] | null
  /** Keys with the `cf_` prefix; null for all. */
  customFields: string[] | null
  /** Keys with the `cv_` prefix; null for all. */
  segmentedValues: string[] | null
}

/** By collection. A collection without a selection has all members. */
export type Selections = ReadonlyMap<string, Selection>

export const ALL_FIELDS: Selections = new Map()

const INCLUDED_PREFIX = 'fields.'
const ALL_LINKS = 'links'
const LINK_PREFIX = 'links.'

/** Whether the parameter limits the members of a side-loaded collection. */
export const isIncludedFieldsParameter = (name: string) => name.startsWith(INCLUDED_PREFIX)

/** Custom names are only parsed: `refuseUndefinedNames` looks them up. */
export function parseFields(
  primary: Resource,
  query: Record<string, unknown>,
  includes: string[],
  strict: boolean,
): Selections {
  const selections = new Map<string, Selection>()
  for (const [parameter, input] of Object.entries(query)) {
    const resource = selectedResource(primary, parameter, includes, strict)
    const names = resource ? parseList(input) : []
    if (!resource || names.length === 0) continue
    // Two names of a collection, such as `fields.requests` and `fields.feedback_records`, add up.
    const earlier = selections.get(resource.name)
    const all = [...(earlier ? namesOf(earlier) : []), ...names]
    selections.set(resource.name, selectNames(resource, parameter, all))
  }
  return selections
}

const namesOf = ({ fields, links, customFields, segmentedValues }: Selection): string[] => [
  ...fields,
  ...(links ? links.map((association) => `${LINK_PREFIX}${association}`) : [ALL_LINKS]),
  ...(customFields ?? []),
  ...(segmentedValues ?? []),
]

/** Undefined for a parameter that selects nothing; a collection that is not included is refused in strict mode. */
function selectedResource(
  primary: Resource,
  parameter: string,
  includes: string[],
  strict: boolean,
): Resource | undefined {
  if (parameter === 'fields') return primary
  if (!isIncludedFieldsParameter(parameter)) return undefined
  const resource = findResource(parameter.slice(INCLUDED_PREFIX.length))
  const included = includes.filter((name) => (findResource(name) ?? primary) !== primary)
  if (resource && included.some((name) => findResource(name) === resource)) return resource
  if (!strict) return undefined
  const allowed = ['fields', ...included.map((name) => `${INCLUDED_PREFIX}${name}`)]
  throw new ApiError(
    'malformed',
    `${parameter.slice(0, 100)}: unknown parameter, or its collection is not included. Allowed: ${allowed.join(', ')}.`,
    { [parameter]: 'in' },
  )
}

function selectNames(resource: Resource, parameter: string, names: string[]): Selection {
  const asked = new Set(names)
  const declared = shownFields(resource)
  const associations = Object.keys(resource.links ?? {})
  const linkNames = resource.links
    ? [ALL_LINKS, ...associations.map((association) => `${LINK_PREFIX}${association}`)]
    : []
  const others = [...asked].filter((name) => !declared.includes(name) && !linkNames.includes(name))
  const selection = {
    resource,
    parameter,
    fields: declared.filter((name) => name === 'id' || asked.has(name)),
    links: asked.has(ALL_LINKS)
      ? null
      : associations.filter((association) => asked.has(`${LINK_PREFIX}${association}`)),
    customFields: hasOwnCustomFields(resource) ? others.filter(isCustomField) : [],
    segmentedValues: resource.hasSegmentedValues ? others.filter(isSegmentedValue) : [],
  }
  const known = [...selection.customFields, ...selection.segmentedValues]
  const unknown = others.find((name) => !known.includes(name))
  if (unknown !== undefined) throw unknownField(selection, unknown)
  return selection
}

export const isCustomField = (name: string) => /^cf_\w+$/.test(name)
const isSegmentedValue = (name: string) => /^cv_[\w.]+$/.test(name)

function unknownField({ resource, parameter }: Selection, name: string): ApiError {
  const allowed = [
    ...shownFields(resource),
    ...(resource.links ? [ALL_LINKS] : []),
    ...Object.keys(resource.links ?? {}).map((association) => `${LINK_PREFIX}${association}`),
    ...(hasOwnCustomFields(resource) ? ['or a custom field (cf_…)'] : []),
    ...(resource.hasSegmentedValues ? ['or a segmented value (cv_…)'] : []),
  ]
  return new ApiError(
    'malformed',
    `${parameter}: unknown field ${formatValue(name)}. Allowed: ${allowed.join(', ')}.`,
    { [parameter]: 'in' },
  )
}

/** Refuses names of custom fields and segmented values that do not exist. */
export async function refuseUndefinedNames(pool: Queries, selections: Selections): Promise<void> {
  for (const selection of selections.values()) {
    const { resource, customFields, segmentedValues } = selection
    const names = [...(customFields ?? []), ...(segmentedValues ?? [])]
    if (names.length === 0) continue
    const { rows } = await pool.query<{ name: string }>({
      name: 'undefined_custom_names',
      text: `select name from unnest($1::text[]) with ordinality asked (name, place)
        where name not in (
          select key from custom_fields where object_type = $2
          union all select 'cv_' || key from segmented_values where object_type = $2)
        order by place limit 1`,
      values: [names, resource.name],
    })
    if (rows[0]) throw unknownField(selection, rows[0].name)
  }
}

/** What the text of a statement depends on; custom names are parameters. */
export const selectionsShape = (selections: Selections): unknown[] =>
  [...selections.values()]
    .map(({ resource, fields, links, customFields, segmentedValues }) => [
      resource.name,
      fields,
      links,
      customFields && customFields.length > 0,
      segmentedValues && segmentedValues.length > 0,
    ])
    .sort()
