// What a caller with scopes may read: the members of their areas. They cannot select, sort or filter by others, nor follow
// links through collections that they may not read.
import { ApiError } from '../core/api-error.ts'
import { type Area, type Areas, isReadable } from '../resources/access.ts'
import { allResources, findResource } from '../resources/index.ts'
import { areaOfField, type Resource } from '../resources/resource.ts'
import { parseCustomFieldName } from './custom-field-filter.ts'
import type { Selection, Selections } from './field-selection.ts'
import { planIncludes } from './includes.ts'
import type { Condition } from './list-plan.ts'
import { findFilteredFigure } from './order.ts'

export function requireArea(areas: Areas, area: Area, what: string): void {
  if (isReadable(areas, area)) return
  throw new ApiError('forbidden', `${what}: outside the scopes of the token. Needed: ${area}:read.`)
}

const areaOf = (collection: string): Area | undefined => findResource(collection)?.access.scope

/** Segmented values are figures of segments, whatever record has them. */
const SEGMENTED_VALUES = 'segmented_values'

/** Refuses fields by name. */
export function requireFields(areas: Areas, selections: Selections): void {
  if (areas === null) return
  for (const { resource, parameter, fields, segmentedValues } of selections.values()) {
    for (const name of fields)
      requireArea(areas, areaOfField(resource, name), `${parameter}: ${name}`)
    if (segmentedValues && segmentedValues.length > 0)
      requireArea(
        areas,
        areaOf(SEGMENTED_VALUES) as Area,
        `${parameter}: ${segmentedValues.join(', ')}`,
      )
  }
}

/** The names of sorts are checked elsewhere. */
export function requireSort(areas: Areas, resource: Resource, sort: string): void {
  if (areas === null) return
  const name = sort.replace(/^-/, '')
  if (resource.sorts.includes(name) || findFilteredFigure(resource, name))
    requireArea(areas, areaOfField(resource, name), `sort: ${name}`)
  for (const type of parseCustomFieldName(resource, name)?.objectTypes ?? [])
    requireArea(areas, areaOf(type) ?? resource.access.scope, `sort: ${name}`)
}

export function requireConditions(areas: Areas, conditions: Condition[]): void {
  if (areas === null) return
  for (const { filter, needs = [] } of conditions)
    for (const area of needs) requireArea(areas, area, filter.replace(/^-/, ''))
}

/** A collection that is reached through another one says what is linked there. */
export function requirePaths(areas: Areas, primary: Resource, includes: string[]): void {
  if (areas === null || includes.length === 0) return
  for (const { resource, names } of planIncludes(primary, includes).included)
    if (names.length === 0)
      requireArea(areas, resource.access.scope, `includes: reached through ${resource.name}`)
}

/** The selections without what the caller may not read, also in collections of which all members are requested. */
export function limitSelections(
  areas: Areas,
  primary: Resource,
  includes: string[],
  selections: Selections,
): Selections {
  if (areas === null) return selections
  const limited = new Map<string, Selection>()
  for (const resource of [primary, ...includes.flatMap((name) => findResource(name) ?? [])]) {
    const selection = limitSelection(areas, resource, selections.get(resource.name))
    if (selection) limited.set(resource.name, selection)
  }
  return limited
}

/** Undefined when the caller may read all members and requests them. */
function limitSelection(
  areas: Areas,
  resource: Resource,
  asked: Selection | undefined,
): Selection | undefined {
  const fields = readableFields(areas, resource)
  const hasValues = isReadable(areas, areaOf(SEGMENTED_VALUES) as Area)
  const isWhole =
    fields.length === Object.keys(resource.fields).length &&
    (hasValues || !resource.hasSegmentedValues)
  if (isWhole) return asked
  return {
    resource,
    parameter: asked?.parameter ?? 'fields',
    fields: asked ? asked.fields.filter((name) => fields.includes(name)) : fields,
    links: asked ? asked.links : null,
    customFields: asked ? asked.customFields : null,
    segmentedValues: hasValues ? (asked ? asked.segmentedValues : null) : [],
  }
}

export const readableFields = (areas: Areas, resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => isReadable(areas, areaOfField(resource, name)))

/** Where records are about records of other collections: which of these the caller may read; null for all. */
export const readableSubjects = (areas: Areas, { about }: Resource): string[] | null =>
  areas === null || about === null
    ? null
    : allResources.flatMap(({ name, access }) => (isReadable(areas, access.scope) ? [name] : []))

/** The same as a condition of a list. */
export function subjectsCondition(areas: Areas, resource: Resource): Condition[] {
  const subjects = readableSubjects(areas, resource)
  return subjects === null
    ? []
    : [
        {
          filter: resource.about as string,
          sql: `${resource.about} = any(?)`,
          reads: 'record',
          value: subjects,
        },
      ]
}
