// Walks over the pages of a list.
import { EarshotError } from './errors.ts'

type Query = Record<string, unknown>
type Pagination = { page?: number; per_page?: number; total_pages?: number; cursor?: string }

/** Yields the pages from the first one, or from the cursor or page of the query on. */
export async function* walkPages<T>(
  path: string,
  query: Query,
  load: (query: Query) => Promise<T>,
): AsyncGenerator<T, void, undefined> {
  const seen = new Set<string>()
  let next: Query | undefined = query
  while (next) {
    const body: T = await load(next)
    yield body
    const { cursor } = paginationOf(body)
    if (cursor !== undefined && seen.has(cursor)) throw repeatedCursor(path)
    if (cursor !== undefined) seen.add(cursor)
    next = nextQuery(path, next, body)
  }
}

function nextQuery(path: string, query: Query, body: unknown): Query | undefined {
  const { cursor, page = 1, per_page = 1, total_pages } = paginationOf(body)
  const { page: _, ...others } = query
  if (cursor !== undefined) return { ...others, cursor }
  // The last page of a walk by cursors. Other lists have no cursor in page mode, and no total with total=false.
  if (query.cursor !== undefined || query.page_token !== undefined) return undefined
  const hasNext =
    total_pages === undefined ? recordsOf(path, body).length >= per_page : page < total_pages
  return hasNext ? { ...others, page: page + 1 } : undefined
}

const paginationOf = (body: unknown): Pagination =>
  (body as { pagination?: Pagination }).pagination ?? {}

/** The records of a page: the collection that the path ends with, else the first list. */
export function recordsOf(path: string, body: unknown): unknown[] {
  const members = body as Record<string, unknown>
  const named = members[path.slice(path.lastIndexOf('/') + 1)]
  const records = Array.isArray(named) ? named : Object.values(members).find(Array.isArray)
  return records ?? []
}

const repeatedCursor = (path: string) =>
  new EarshotError(`GET ${path}: the server returned the same cursor twice.`, {
    status: 200,
    code: 'repeated_cursor',
    requestId: null,
  })
