// The records before and after a record in a list, for people who go through a list record by record.
import { Type } from 'typebox'
import { ApiError } from '../../core/api-error.ts'
import { parseId } from '../../core/values.ts'
import { type ListRequest, parseListRequest, type Query } from '../../read/list-request.ts'
import { findNeighbors, MAX_POSITION, MAX_RANKED_POSITION } from '../../read/neighbors.ts'
import { findGroupedNeighbors, groupings, parseGrouping } from '../../read/suggestion-groups.ts'
import { external_accounts } from '../../resources/external_accounts.ts'
import { features } from '../../resources/features.ts'
import { feedback_records } from '../../resources/feedback_records.ts'
import type { Resource } from '../../resources/resource.ts'
import { suggestions } from '../../resources/suggestions.ts'
import { users } from '../../resources/users.ts'
import { declareOperation, type Operation } from '../operation-declaration.ts'
import { limitToPermitted } from '../resource-routes.ts'
import { flag, integer, object, orNull } from '../responses/answer-schemas.ts'
import { parsePathId } from '../stages/call.ts'

const NO_GROUP = 'none'

const Neighbors = object({
  neighbors: object({
    previous: orNull(integer),
    next: orNull(integer),
    position: orNull(integer),
    is_listed: flag,
    total_records: orNull(integer),
  }),
})

const { neighbors: place } = Neighbors.properties
const GroupedNeighbors = object({
  ...place.properties,
  group: Type.Optional(orNull(integer)),
  previous_group: Type.Optional(orNull(integer)),
  next_group: Type.Optional(orNull(integer)),
})

const GroupParameters = {
  group_by: {
    description:
      'The list in groups, in the order of `GET /suggestions/groups`: at the end of a group, the neighbor is in another one.',
    schema: { type: 'string', enum: groupings },
  },
  group: {
    description: `The group that the record is looked at in: an id, or \`${NO_GROUP}\`. Default: the first one that has it.`,
    schema: { type: 'string' },
  },
}

const neighborsOperation = (resource: Resource): Operation =>
  declareOperation({
    method: 'GET',
    path: `/${resource.name}/:id/neighbors`,
    summary: `Find the ${resource.name.replaceAll('_', ' ')} before and after one of them in a list`,
    description:
      'Takes the filters, `sort` and `total` of the list. A record that the list does not have any more is between those that ' +
      `would be beside it. \`position\` is null after ${MAX_POSITION} records; in an order by relevance or by filtered supporters ` +
      `only the first ${MAX_RANKED_POSITION} have neighbors.`,
    ofList: resource,
    ...(resource === suggestions && { query: GroupParameters }),
    tag: resource.name,
    answer: resource === suggestions ? object({ neighbors: GroupedNeighbors }) : Neighbors,
    async handle({ request, params, query, isStrict, context: { reader } }) {
      const id = parsePathId(resource, params)
      const readList = (of: Query): ListRequest => {
        const list = parseListRequest(resource, of, isStrict)
        limitToPermitted(request, resource, list)
        return list
      }
      if (resource !== suggestions || query.group_by === undefined)
        return { neighbors: await findNeighbors(reader, resource, id, readList(query)) }
      const { group_by, group, ...list } = query
      const grouped = {
        by: parseGrouping('group_by', group_by),
        group: parseGroup(group),
        query: list,
      }
      return { neighbors: await findGroupedNeighbors(reader, id, grouped, readList) }
    },
  })

/** Undefined for the group that has the record. */
function parseGroup(input: unknown): number | null | undefined {
  if (input === undefined || input === '') return undefined
  if (input === NO_GROUP) return null
  const id = parseId(input)
  if (id !== undefined) return id
  throw new ApiError(
    'malformed',
    `group: ${JSON.stringify(String(input).slice(0, 100))} is neither an id nor ${NO_GROUP}.`,
    { group: 'in' },
  )
}

export const neighborOperations = (): Operation[] =>
  [suggestions, users, external_accounts, features, feedback_records].map(neighborsOperation)
