// The forums, and the list of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ForumQuery, forumPage, ORDERS, type Order } from '../../../portal/pages/forum.ts'
import { homePage } from '../../../portal/pages/home.ts'
import { waitingList } from '../../../portal/parts/staff-tools.ts'
import { suggestionRow } from '../../../portal/parts/suggestion-row.ts'
import { forumPath, leadingId } from '../../../portal/paths.ts'
import type { Forum, Status, Suggestion } from '../../../portal/records.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { createEndUserCall, type EndUserCall } from '../end-users/declaration.ts'
import { notShown, requireForum } from '../end-users/doors.ts'
import { type Outline, readWithOutline } from './outline.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { type PortalList, readSuggestions, readWaiting } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { requireStaff } from './staff-calls.ts'
import { mayAct, shownVersion } from './staff-reading.ts'
import { openView, type Portal, type Visit } from './visit.ts'

const PER_PAGE = 25

type Params = { forum: string; order?: string }

export function forumRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    '/',
    pageRoute(portal, async (request, reply) => {
      const visitor = await openPage(portal, request, reply)
      const { outline, found } = await readWithOutline(
        portal,
        visitor.call,
        async (current, call) => {
          const [only, ...others] = current.forums
          return only && others.length === 0
            ? { list: await readList(current, call, { forum: only, order: 'top' }), search: null }
            : { list: null, search: await readSearch(current, call) }
        },
      )
      const visit = { ...visitor, access: outline.access }
      return found.list
        ? showForum(visit, outline.forums, found.list)
        : showHome(visit, outline.forums, found.search)
    }),
  )
  const list = pageRoute(portal, async (request, reply) => {
    const { forum: segment, order = 'top' } = request.params as Params
    if (!isOrder(order)) throw notShown('page', order)
    const visitor = await openPage(portal, request, reply)
    const { outline, found } = await readWithOutline(
      portal,
      visitor.call,
      async (current, call) => {
        const id = requireForum(current.access, leadingId(segment))
        const forum = current.forums.find((one) => one.id === id)
        if (!forum) throw notShown('forum', segment)
        return readList(current, call, { forum, order })
      },
    )
    const path = forumPath(found.forum)
    const elsewhere =
      segment.includes('-') &&
      redirectToCanonical(request, reply, order === 'top' ? path : `${path}/filters/${order}`)
    return elsewhere || showForum({ ...visitor, access: outline.access }, outline.forums, found)
  })
  app.get('/forums/:forum', list)
  app.get('/forums/:forum/filters/:order', list)
}

async function openPage(portal: Portal, request: FastifyRequest, reply: FastifyReply) {
  const call = createEndUserCall(request, reply, portal.context)
  return { call, view: await openView(portal, call) }
}

type Found = PortalList<Suggestion> & { q: string }

/** Null where nobody searches. */
async function readSearch({ access }: Outline, call: EndUserCall): Promise<Found | null> {
  const { q } = readQuery(call.request, 'top')
  if (q === '') return null
  const found = await readSuggestions(call, access.forumsToSee, {
    q,
    per_page: PER_PAGE,
    ...orderOrCursor('relevance', readCursor(call.request)),
  })
  return { ...found, q }
}

type ForumList = PortalList<Suggestion> & { forum: Forum; statuses: Status[]; query: ForumQuery }

async function readList(
  outline: Outline,
  call: EndUserCall,
  { forum, order }: { forum: Forum; order: Order },
): Promise<ForumList> {
  const query = readQuery(call.request, order)
  const [statuses, found] = await Promise.all([
    outline.readStatuses(),
    readSuggestions(call, [forum.id], listQuery(query, readCursor(call.request))),
  ])
  return { ...found, forum, statuses, query }
}

function showHome(
  { call, access, view }: Visit,
  forums: Forum[],
  found: Found | null,
): Promise<FastifyReply> {
  const search = found && {
    q: found.q,
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
  forums: Forum[],
  { forum, statuses, query, records, nextCursor }: ForumList,
): Promise<FastifyReply> {
  const { id } = forum
  const can = { suggest: access.decide(id, 'suggest'), support: access.decide(id, 'support') }
  const staffList =
    call.caller?.isStaff && readCursor(call.request) === undefined
      ? await listWaiting({ call, view }, forum)
      : ''
  const data = { forum, forums, statuses, suggestions: records, nextCursor, query, can, staffList }
  return sendPortalPage(call.reply, forumPage(data, view), view)
}

/** What the team has to approve in the forum. */
async function listWaiting({ call, view }: Pick<Visit, 'call' | 'view'>, forum: Forum) {
  const waiting = await readWaiting(call, forum.id)
  const entries = waiting.map((suggestion) => ({
    suggestion,
    row: suggestionRow(suggestion, { forum, decision: 'no', view }),
    version: shownVersion(suggestion),
  }))
  return waitingList(entries, { canAct: mayAct(requireStaff(call.request)), view })
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
