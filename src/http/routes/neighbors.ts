// The records before and after a record in a list, for people who go through a list record by record.
import { type ListRequest, parseListRequest } from '../../read/list-request.ts'
import { findNeighbors, MAX_POSITION, MAX_RANKED_POSITION } from '../../read/neighbors.ts'
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

const Neighbors = object({
  neighbors: object({
    previous: orNull(integer),
    next: orNull(integer),
    position: orNull(integer),
    is_listed: flag,
    total_records: orNull(integer),
  }),
})

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
    tag: resource.name,
    answer: Neighbors,
    async handle({ request, params, query, isStrict, context: { reader } }) {
      const id = parsePathId(resource, params)
      const list: ListRequest = parseListRequest(resource, query, isStrict)
      limitToPermitted(request, resource, list)
      return { neighbors: await findNeighbors(reader, resource, id, list) }
    },
  })

export const neighborOperations = (): Operation[] =>
  [suggestions, users, external_accounts, features, feedback_records].map(neighborsOperation)
