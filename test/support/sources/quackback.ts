// Quackback: the part of its REST API that completes an export.
import { type Body, type Reply, type SourceServer, startSource } from './server.ts'

export const QUACKBACK_KEY = 'qb_secret-of-the-workspace'

/** By post: the post that it was merged into, and its activities, the latest first. */
export type QuackbackPost = { id: string; canonicalPostId: string | null; activities: Body[] }

const MAX_PAGE = 100
const ROUTE = /^\/api\/v1\/posts(?:\/([^/]+))?(\/activity)?$/

/** Lists have no merged posts. `perPage` makes pages small. */
export const startQuackback = (posts: QuackbackPost[], perPage = MAX_PAGE): Promise<SourceServer> =>
  startSource(({ path, query, headers }): Reply | undefined => {
    if (headers.authorization !== `Bearer ${QUACKBACK_KEY}`)
      return {
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="Quackback API"' },
        body: { error: { code: 'UNAUTHORIZED', message: 'Authentication required' } },
      }
    const [matched, id, isActivity] = ROUTE.exec(path) ?? []
    if (matched === undefined) return undefined
    if (id === undefined) return { body: listOf(posts, query, perPage) }
    const post = posts.find((one) => one.id === id)
    if (!post)
      return { status: 404, body: { error: { code: 'NOT_FOUND', message: 'Post not found' } } }
    const { activities, ...shown } = post
    return { body: { data: isActivity ? activities : { ...shown, mergedPosts: [] } } }
  })

function listOf(posts: QuackbackPost[], query: URLSearchParams, perPage: number): Body {
  const visible = posts.filter(({ canonicalPostId }) => canonicalPostId === null)
  const { offset } = JSON.parse(
    Buffer.from(query.get('cursor') ?? 'eyJvZmZzZXQiOjB9', 'base64url').toString(),
  )
  const limit = Math.min(Number(query.get('limit') ?? 20), perPage, MAX_PAGE)
  const end = offset + limit
  const hasMore = end < visible.length
  const cursor = hasMore ? Buffer.from(JSON.stringify({ offset: end })).toString('base64url') : null
  return {
    data: visible.slice(offset, end).map(({ id, canonicalPostId }) => ({ id, canonicalPostId })),
    meta: { pagination: { cursor, hasMore, total: visible.length } },
  }
}
