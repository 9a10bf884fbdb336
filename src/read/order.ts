// The order of a list, by the name that the client sends in `sort`.
import { ApiError } from '../core/api-error.ts'
import type { Queries } from '../db/db.ts'
import { type Field, type Resource, sortColumn } from '../resources/resource.ts'
import { findIndexedField, parseCustomFieldName } from './custom-field-filter.ts'
import type { Order } from './list-plan.ts'
import { findRankedSearch } from './search.ts'

/** The order of a search's matches by rank. It has no cursors: a rank is not unique, and it changes with the search. */
export const RELEVANCE = 'relevance'

/** The names that a list can be sorted by, without custom fields. */
const sortNames = (resource: Resource): string[] => [
  ...resource.sorts,
  ...filteredFigures(resource),
  ...(findRankedSearch(resource) ? [RELEVANCE] : []),
]

/** The members that are figures of the filtered supporters. A list filtered by supporters can be sorted by them. */
export const filteredFigures = ({ fields }: Resource): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.ofFilteredSupporters !== undefined)

/** The member of this kind that a sort names. */
export const findFilteredFigure = (resource: Resource, sort: string): Field | undefined => {
  const name = sort.replace(/^-/, '')
  return filteredFigures(resource).includes(name) ? resource.fields[name] : undefined
}

/** The types of custom fields are in the database. */
export async function resolveOrder(
  pool: Queries,
  resource: Resource,
  sort: string,
): Promise<Order> {
  if (sort === RELEVANCE && findRankedSearch(resource)) {
    const by = { relevance: true } as const
    return {
      direction: 'desc',
      kind: 'number',
      nullable: false,
      isMostlyZero: false,
      reads: 'id',
      by,
    }
  }
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const name = sort.replace(/^-/, '')
  if (resource.sorts.includes(name)) {
    const { kind, nullable, isFigure, isMostlyZero = false } = resource.fields[name] as Field
    const column = sortColumn(resource, name)
    const reads = isFigure ? 'figures' : column === 'id' ? 'id' : 'record'
    return { direction, kind, nullable, isMostlyZero, reads, by: { column } }
  }
  const filtered = findFilteredFigure(resource, name)
  if (filtered?.ofFilteredSupporters) {
    const { kind, ofFilteredSupporters } = filtered
    const by = { figure: ofFilteredSupporters }
    return { direction, kind, nullable: false, isMostlyZero: false, reads: 'id', by }
  }
  const customField = parseCustomFieldName(resource, name)
  const field = customField && (await findIndexedField(pool, customField))
  if (!field) throw unknownSort(resource, sort)
  const isText = field.field_type === 'string'
  return {
    direction,
    kind: isText ? 'text' : 'number',
    nullable: true,
    isMostlyZero: false,
    reads: 'record',
    by: { customFieldId: field.id, valueColumn: isText ? 'string_value' : 'number_value' },
  }
}

function unknownSort(resource: Resource, name: string): ApiError {
  const custom = resource.customFields.length > 0 ? ' or a sortable custom field (cf_…)' : ''
  const allowed = sortNames(resource).join(', ')
  return new ApiError(
    'malformed',
    `sort: unknown field ${JSON.stringify(name.slice(0, 200))}. Allowed: ${allowed}${custom}, each with an optional leading "-".`,
    { sort: 'in' },
  )
}
