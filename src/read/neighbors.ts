// The records before and after a record in a list, without reading the list. They are found from the record's place in the
// order, so they are known also when the record has left the list, for example because its status was changed.
import { notFound } from '../core/api-error.ts'
import type { Resource } from '../resources/resource.ts'
import { compileCondition, type Reader } from './answer.ts'
import { cursorPosition } from './cursor.ts'
import type { ListPlan, Order } from './list-plan.ts'
import type { ListRequest } from './list-request.ts'
import { resolveOrder } from './order.ts'
import { requireConditions, requireSort, subjectsCondition } from './readable.ts'
import {
  firstIdStatement,
  listedStatement,
  placeStatement,
  type SqlText,
  sortValueStatement,
} from './statement.ts'

/** Further back in a list, records are not counted: the position is null. */
export const MAX_POSITION = 10_000
/** By relevance or counted figures there is no place to continue from: the best matches are ranked, and others have no neighbors. */
export const MAX_RANKED_POSITION = 1_000

export type Neighbors = {
  previous: number | null
  next: number | null
  /** From 1; null when the list does not have the record, or only after `MAX_POSITION` others. */
  position: number | null
  is_listed: boolean
  total_records: number | null
}

export async function findNeighbors(
  reader: Reader,
  resource: Resource,
  id: number,
  request: ListRequest,
): Promise<Neighbors> {
  const { plan, run, findFirst } = await prepareSearch(reader, resource, request)
  const { order } = plan
  const own = { order, id }
  const value = await run<typeof own, { value: string }>(sortValueStatement(resource, own), own)
  if (!value) throw notFound(resource, id)
  if (isRanked(order)) return findByRank()

  const [sortValue] = JSON.parse(value.value)
  const cursor = { collection: resource.name, sort: request.sort, total: null, seen: 0 }
  const after = cursorPosition({ ...cursor, value: sortValue, id }, order.kind, order.nullable)
  const [next, before, listed] = await Promise.all([
    findFirst({ ...plan, after }),
    findFirst({
      ...plan,
      order: reverse(order),
      after,
      limit: MAX_POSITION - 1,
      isCounted: false,
    }),
    run(listedStatement(resource, { ...plan, id }), { ...plan, id }),
  ])
  const isListed = listed !== undefined
  return {
    previous: before.id,
    next: next.id,
    position: isListed && before.rows_read < MAX_POSITION ? before.rows_read + 1 : null,
    is_listed: isListed,
    total_records: next.total === null ? null : Number(next.total),
  }

  async function findByRank(): Promise<Neighbors> {
    const ranked = { ...plan, id, limit: MAX_RANKED_POSITION }
    type Place = {
      place: number
      previous: number | null
      next: number | null
      total: number | null
    }
    const found = await run<typeof ranked, Place>(placeStatement(resource, ranked), ranked)
    if (!found)
      return { previous: null, next: null, position: null, is_listed: false, total_records: null }
    const { place, previous, next, total } = found
    return {
      previous,
      next,
      position: place,
      is_listed: true,
      total_records: total === null ? null : Number(total),
    }
  }
}

/** The first or the last record of a list. By relevance or counted figures the last one is not known. */
export async function findEdge(
  reader: Reader,
  resource: Resource,
  request: ListRequest,
  edge: 'first' | 'last',
): Promise<number | null> {
  const { plan, findFirst } = await prepareSearch(reader, resource, request)
  const { order } = plan
  if (edge === 'first') return (await findFirst({ ...plan, isCounted: false })).id
  if (isRanked(order)) return null
  return (await findFirst({ ...plan, order: reverse(order), isCounted: false })).id
}

const isRanked = ({ by }: Order) => 'relevance' in by || 'figure' in by

type FirstId = { id: number | null; rows_read: number; total: number | null }

/** The list as a plan that reads no rows, and what runs statements for it. */
async function prepareSearch(reader: Reader, resource: Resource, request: ListRequest) {
  const { pool, areas } = reader
  requireSort(areas, resource, request.sort)
  requireConditions(areas, request.conditions)
  const order = await resolveOrder(pool, resource, request.sort)
  const conditions = await Promise.all(
    [...request.conditions, ...subjectsCondition(areas, resource)].map((condition) =>
      compileCondition(pool, resource, condition),
    ),
  )
  const plan: ListPlan = {
    order,
    limit: 0,
    offset: 0,
    after: undefined,
    conditions,
    includes: [],
    selections: request.selections,
    isCounted: request.hasTotal,
  }
  const run = async <T, R>({ text, values }: SqlText<T>, of: T): Promise<R | undefined> => {
    const parameters = values.map((value) => value(of, reader))
    return (await pool.query<R & object>(text, parameters)).rows[0]
  }
  const findFirst = async (at: ListPlan) =>
    (await run<ListPlan, FirstId>(firstIdStatement(resource, at), at)) as FirstId
  return { plan, run, findFirst }
}

const reverse = (order: Order): Order => ({
  ...order,
  direction: order.direction === 'asc' ? 'desc' : 'asc',
  ...(order.nullable && { hasNullsFirst: true }),
})
