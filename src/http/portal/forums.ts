// The forums, and the list of each.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ForumQuery, forumPage, ORDERS, type Order } from '../../../portal/pages/forum.ts'
import { homePage } from '../../../portal/pages/home.ts'
import { waitingList } from '../../../portal/parts/staff-tools.ts'
import { suggestionRow } from '../../../portal/parts/suggestion-row.ts'
import { forumPath, leadingId } from '../../../portal/paths.ts'
import type { Forum, ListedSuggestion, Status } from '../../../portal/records.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { searchableText } from '../../read/search.ts'
import { createEndUserCall, type EndUserCall } from '../end-users/declaration.ts'
import { notShown, requireForum } from '../end-users/doors.ts'
import { type Outline, readWithOutline, watchPage } from './outline.ts'
import { findKeptPage, type KeptPage, keepPage } from './page-cache.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { MAX_PAGES, readSuggestions, readWaiting, type SuggestionList } from './reading.ts'
import { renderPortalPage, sendPortalPage, sendRendered } from './send.ts'
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
      const kept = findKeptPage(portal.pages, visitor)
      const { outline, found } = await readWithOutline(
        portal,
        visitor.call,
        async (current, call) => {
          const [only, ...others] = current.forums
          return only && others.length === 0
            ? {
                list: await readList(current, call, { forum: only, order: 'top', kept }),
                search: null,
                trending: [],
              }
            : {
                list: null,
                search: await readSearch(current, call),
                trending: await readTrending(current, call),
              }
        },
      )
      return found.list
        ? showForum(portal, visitor, outline, { ...found.list, kept, isHome: true })
        : showHome({ ...visitor, access: outline.access }, outline.forums, found)
    }),
  )
  const list = pageRoute(portal, async (request, reply) => {
    const { forum: segment, order = 'top' } = request.params as Params
    if (!isOrder(order)) throw notShown('page', order)
    const visitor = await openPage(portal, request, reply)
    const kept = findKeptPage(portal.pages, visitor)
    const { outline, found } = await readWithOutline(
      portal,
      visitor.call,
      async (current, call) => {
        const id = requireForum(current.access, leadingId(segment))
        const forum = current.forums.find((one) => one.id === id)
        if (!forum) throw notShown('forum', segment)
        return readList(current, call, { forum, order, kept })
      },
    )
    const path = forumPath(found.forum)
    const elsewhere =
      segment.includes('-') &&
      redirectToCanonical(request, reply, order === 'top' ? path : `${path}/filters/${order}`)
    return elsewhere || showForum(portal, visitor, outline, { ...found, kept, isHome: false })
  })
  app.get('/forums/:forum', list)
  app.get('/forums/:forum/filters/:order', list)
}

async function openPage(portal: Portal, request: FastifyRequest, reply: FastifyReply) {
  const call = createEndUserCall(request, reply, portal.context)
  return { call, view: await openView(portal, call) }
}

type Found = SuggestionList & { q: string }

/** Null where nobody searches. */
async function readSearch({ access }: Outline, call: EndUserCall): Promise<Found | null> {
  const { q } = readQuery(call.request, 'top')
  if (q === '') return null
  const found = await readSuggestions(call, access.forumsToSee, {
    q,
    per_page: PER_PAGE,
    ...placeIn('relevance', call.request),
  })
  return { ...found, q }
}

const MAX_TRENDING = 6

/** On the home page, so that people can vote there. Ones that are closed are read too: they are seldom among the first. */
async function readTrending(
  { access, forums }: Outline,
  call: EndUserCall,
): Promise<ListedSuggestion[]> {
  if (forums.length === 0 || readQuery(call.request, 'hot').q !== '') return []
  const query = { per_page: 3 * MAX_TRENDING, sort: 'hot' }
  const { records } = await readSuggestions(call, access.forumsToSee, query)
  return records.filter(({ closed_at }) => closed_at === null).slice(0, MAX_TRENDING)
}

type ForumList = SuggestionList & {
  forum: Forum
  statuses: Status[]
  query: ForumQuery
  /** Of the list; null where it was not read. */
  version: string | null
  isUnchanged: boolean
}

type Wanted = { forum: Forum; order: Order; kept: KeptPage | undefined }

async function readList(
  outline: Outline,
  call: EndUserCall,
  { forum, order, kept }: Wanted,
): Promise<ForumList> {
  const query = readQuery(call.request, order)
  let version: string | null = null
  const watched = watchPage(call, {
    known: kept && kept.outlineVersion === outline.version ? kept.listVersion : null,
    isCommon: isPlain(query) && outline.isLarge(forum.id),
    take: (read) => {
      version = read
    },
  })
  const [statuses, found] = await Promise.all([
    outline.readStatuses(),
    // Words of a search seldom come again.
    readSuggestions(query.q === '' ? watched : call, [forum.id], listQuery(query, call.request)),
  ])
  return { ...found, forum, statuses, query, version }
}

const isPlain = ({ q, statusId, categoryId, own }: ForumQuery) =>
  q === '' && statusId === null && categoryId === null && own === null

function showHome(
  { call, access, view }: Visit,
  forums: Forum[],
  { search: found, trending }: { search: Found | null; trending: ListedSuggestion[] },
): Promise<FastifyReply> {
  const withDecision = (suggestion: ListedSuggestion) => ({
    suggestion,
    decision: access.decide(suggestion.forum_id, 'support'),
  })
  const search = found && {
    q: found.q,
    next: found.next,
    suggestions: found.records.map(withDecision),
  }
  const data = { forums, search, trending: trending.map(withDecision) }
  return sendPortalPage(call.reply, homePage(data, view), view)
}

async function showForum(
  portal: Portal,
  visitor: Pick<Visit, 'call' | 'view'>,
  { access, forums, version: outlineVersion }: Outline,
  found: ForumList & { kept: KeptPage | undefined; isHome: boolean },
): Promise<FastifyReply> {
  const { call, view } = visitor
  const { forum, statuses, query, records, next, version, isUnchanged, kept, isHome } = found
  if (kept && isUnchanged) return sendRendered(call.reply, kept)
  const { id } = forum
  const can = { suggest: access.decide(id, 'suggest'), support: access.decide(id, 'support') }
  const staffList =
    call.caller?.isStaff && isFirstPage(call.request)
      ? await listWaiting({ call, view }, forum)
      : ''
  const list = { forum, statuses, suggestions: records, next, query }
  const data = { ...list, forums, can, staffList, isHome }
  const page = renderPortalPage(call.reply, forumPage(data, view), view)
  if (page.isPublic && version !== null && outlineVersion !== null)
    keepPage(portal.pages, visitor, { ...page, outlineVersion, listVersion: version })
  return sendRendered(call.reply, page)
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

/** Of the best matches, which have no cursor. */
const readPageNumber = ({ query }: FastifyRequest) =>
  Math.min(
    Math.max(parseId(scalarText((query as Record<string, unknown>).page)) ?? 1, 1),
    MAX_PAGES,
  )

/** Where the list begins. A cursor has its order. */
function placeIn(sort: string, request: FastifyRequest): Record<string, string> {
  const cursor = readCursor(request)
  if (cursor !== undefined) return { cursor }
  return sort === 'relevance' ? { sort, page: String(readPageNumber(request)) } : { sort }
}

const isFirstPage = (request: FastifyRequest) =>
  readCursor(request) === undefined && readPageNumber(request) === 1

const isOrder = (text: string): text is Order => ORDERS.some((order) => order === text)

/** What nobody could have chosen is ignored: people follow links that somebody else wrote. */
function readQuery({ query, state }: FastifyRequest, order: Order): ForumQuery {
  const asked = query as Record<string, unknown>
  const own = scalarText(asked.own)
  return {
    order,
    q: searchableText(scalarText(asked.q) ?? ''),
    statusId: parseId(scalarText(asked.status_id)) ?? null,
    categoryId: parseId(scalarText(asked.category_id)) ?? null,
    own: state.endUser && (own === 'mine' || own === 'voted') ? own : null,
  }
}

/** The parameters of the end-user API. */
const listQuery = (
  { order, q, statusId, categoryId, own }: ForumQuery,
  request: FastifyRequest,
) => ({
  per_page: PER_PAGE,
  ...(q !== '' && { q }),
  ...(statusId !== null && { status: String(statusId) }),
  ...(categoryId !== null && { category: String(categoryId) }),
  ...(own !== null && { [own]: 'true' }),
  ...placeIn(q !== '' && order === 'top' ? 'relevance' : order, request),
})
