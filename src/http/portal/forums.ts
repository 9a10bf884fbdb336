// The forums, and the list of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ForumQuery, forumPage, ORDERS, type Order } from '../../../portal/pages/forum.ts'
import { homePage } from '../../../portal/pages/home.ts'
import { forumPath, leadingId } from '../../../portal/paths.ts'
import type { Forum } from '../../../portal/records.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { notShown, requireForum } from '../end-users/doors.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { readForums, readStatuses, readSuggestions } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal, type Visit } from './visit.ts'

const PER_PAGE = 25

type Params = { forum: string; order?: string }

export function forumRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    '/',
    pageRoute(portal, async (request, reply) => {
      const visit = await openVisit(portal, request, reply)
      const forums = await readForums(visit.call, visit.access)
      const [only, ...others] = forums
      return only && others.length === 0
        ? showForum(visit, { forum: only, forums, order: 'top' })
        : showHome(visit, forums)
    }),
  )
  const list = pageRoute(portal, async (request, reply) => {
    const { forum: segment, order = 'top' } = request.params as Params
    if (!isOrder(order)) throw notShown('page', order)
    const visit = await openVisit(portal, request, reply)
    const id = requireForum(visit.access, leadingId(segment))
    const forums = await readForums(visit.call, visit.access)
    const forum = forums.find((one) => one.id === id)
    if (!forum) throw notShown('forum', segment)
    const path = forumPath(forum)
    const elsewhere =
      segment.includes('-') &&
      redirectToCanonical(request, reply, order === 'top' ? path : `${path}/filters/${order}`)
    return elsewhere || showForum(visit, { forum, forums, order })
  })
  app.get('/forums/:forum', list)
  app.get('/forums/:forum/filters/:order', list)
}

async function showHome({ call, access, view }: Visit, forums: Forum[]): Promise<FastifyReply> {
  const { q } = readQuery(call.request, 'top')
  const found =
    q === ''
      ? null
      : await readSuggestions(call, access.forumsToSee, {
          q,
          per_page: PER_PAGE,
          ...orderOrCursor('relevance', readCursor(call.request)),
        })
  const search = found && {
    q,
    nextCursor: found.nextCursor,
    suggestions: found.records.map((suggestion) => ({
      suggestion,
      decision: access.decide(suggestion.forum_id, 'support'),
    })),
  }
  return sendPortalPage(call.reply, homePage({ forums, search }, view), view)
}

async function showForum(
  { call, access, view }: Visit,
  { forum, forums, order }: { forum: Forum; forums: Forum[]; order: Order },
): Promise<FastifyReply> {
  const { id } = forum
  const query = readQuery(call.request, order)
  const [statuses, { records, nextCursor }] = await Promise.all([
    readStatuses(call),
    readSuggestions(call, [id], listQuery(query, readCursor(call.request))),
  ])
  const can = { suggest: access.decide(id, 'suggest'), support: access.decide(id, 'support') }
  const data = { forum, forums, statuses, suggestions: records, nextCursor, query, can }
  return sendPortalPage(call.reply, forumPage(data, view), view)
}

const readCursor = ({ query }: FastifyRequest) =>
  scalarText((query as Record<string, unknown>).cursor)

/** A cursor has its order. */
const orderOrCursor = (sort: string, cursor: string | undefined) =>
  cursor === undefined ? { sort } : { cursor }

const isOrder = (text: string): text is Order => ORDERS.some((order) => order === text)

const MAX_QUERY = 200

/** What nobody could have chosen is ignored: people follow links that somebody else wrote. */
function readQuery({ query, state }: FastifyRequest, order: Order): ForumQuery {
  const asked = query as Record<string, unknown>
  const own = scalarText(asked.own)
  return {
    order,
    q: (scalarText(asked.q) ?? '').trim().slice(0, MAX_QUERY),
    statusId: parseId(scalarText(asked.status_id)) ?? null,
    categoryId: parseId(scalarText(asked.category_id)) ?? null,
    own: state.endUser && (own === 'mine' || own === 'voted') ? own : null,
  }
}

/** The parameters of the end-user API. */
const listQuery = (
  { order, q, statusId, categoryId, own }: ForumQuery,
  cursor: string | undefined,
) => ({
  per_page: PER_PAGE,
  ...(q !== '' && { q }),
  ...(statusId !== null && { status: String(statusId) }),
  ...(categoryId !== null && { category: String(categoryId) }),
  ...(own !== null && { [own]: 'true' }),
  ...orderOrCursor(q === '' ? order : 'relevance', cursor),
})
