// The forums, and the list of each.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ForumQuery, forumPage, ORDERS, type Order } from '../../../portal/pages/forum.ts'
import { homePage } from '../../../portal/pages/home.ts'
import { waitingList } from '../../../portal/parts/staff-tools.ts'
import { suggestionRow } from '../../../portal/parts/suggestion-row.ts'
import { forumPath, leadingId } from '../../../portal/paths.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { notShown, requireForum } from '../end-users/doors.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { readForums, readStatuses, readSuggestions, readWaiting } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { requireStaff } from './staff-calls.ts'
import { mayAct, shownVersion } from './staff-reading.ts'
import { openVisit, type Portal } from './visit.ts'

const PER_PAGE = 25

type Params = { forum: string; order?: string }

export function forumRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    '/',
    pageRoute(portal, async (request, reply) => {
      const { call, access, view } = await openVisit(portal, request, reply)
      const forums = await readForums(call, access)
      const [only, ...others] = forums
      return only && others.length === 0
        ? reply.redirect(forumPath(only))
        : sendPortalPage(reply, homePage(forums, view), view)
    }),
  )
  const list = pageRoute(portal, async (request, reply) => {
    const { forum: segment, order } = request.params as Params
    if (order !== undefined && !isOrder(order)) throw notShown('page', order)
    const { call, access, view } = await openVisit(portal, request, reply)
    const id = requireForum(access, leadingId(segment))
    const forums = await readForums(call, access)
    const forum = forums.find((one) => one.id === id)
    if (!forum) throw notShown('forum', segment)
    const path = order === undefined ? forumPath(forum) : `${forumPath(forum)}/filters/${order}`
    const elsewhere = /-/.test(segment) && redirectToCanonical(request, reply, path)
    if (elsewhere) return elsewhere
    const query = readQuery(request, order ?? 'top')
    const cursor = scalarText((request.query as Record<string, unknown>).cursor)
    const [statuses, suggestions] = await Promise.all([
      readStatuses(call),
      readSuggestions(call, [id], listQuery(query, cursor)),
    ])
    const can = { suggest: access.decide(id, 'suggest'), support: access.decide(id, 'support') }
    const { records, nextCursor } = suggestions
    const waiting = call.caller?.isStaff && cursor === undefined ? await readWaiting(call, id) : []
    const staffList =
      waiting.length === 0
        ? ''
        : waitingList(
            waiting.map((suggestion) => ({
              suggestion,
              row: suggestionRow(suggestion, { forum, decision: 'no', view }),
              version: shownVersion(suggestion),
            })),
            { canAct: mayAct(requireStaff(request)), view },
          )
    const data = {
      forum,
      forums,
      statuses,
      suggestions: records,
      nextCursor,
      query,
      can,
      staffList,
    }
    return sendPortalPage(reply, forumPage(data, view), view)
  })
  app.get('/forums/:forum', list)
  app.get('/forums/:forum/filters/:order', list)
}

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
const listQuery = ({ order, q, statusId, categoryId, own }: ForumQuery, cursor?: string) => ({
  per_page: PER_PAGE,
  ...(q !== '' && { q }),
  ...(statusId !== null && { status: String(statusId) }),
  ...(categoryId !== null && { category: String(categoryId) }),
  ...(own !== null && { [own]: 'true' }),
  ...(cursor === undefined ? { sort: q === '' ? order : 'relevance' } : { cursor }),
})
