// The page of a suggestion, and what people do there: vote and follow.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type SuggestionData, suggestionPage } from '../../../portal/pages/suggestion.ts'
import { answersIn } from '../../../portal/parts/custom-fields.ts'
import { commentTools, staffTools } from '../../../portal/parts/staff-tools.ts'
import { leadingId, suggestionPath, withQuery } from '../../../portal/paths.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { html } from '../../texts/html.ts'
import { followSuggestion, unfollowSuggestion } from '../../write/supporters.ts'
import { createEndUserCall, type EndUserCall } from '../end-users/declaration.ts'
import { isMerged, notShown, requireShown } from '../end-users/doors.ts'
import { castVote, decisionsAbout, following, withdrawVote } from '../end-users/ideas.ts'
import { contributionParts } from './contribution-parts.ts'
import { orGone } from './gone.ts'
import { readWithOutline } from './outline.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { type CommentsQuery, readDiscussion } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { requireStaff } from './staff-calls.ts'
import { commentToolsOf, readStaffTools } from './staff-reading.ts'
import { openView, type Portal, returnPath, submit } from './visit.ts'

type Params = { forum?: string; suggestion: string }

/** A part of the discussion, or the thread of one comment. */
function commentsQuery({ query }: FastifyRequest): CommentsQuery {
  const { comments, comment, order } = query as Record<string, unknown>
  const thread = parseId(scalarText(comment))
  const isNewest = order === 'newest' && thread === undefined
  return { cursor: scalarText(comments), thread, order: isNewest ? 'newest' : 'threads' }
}

export function suggestionRoutes(app: FastifyInstance, portal: Portal): void {
  const page = orGone(portal, async (request, reply) => {
    const { forum: forumSegment, suggestion: segment } = request.params as Params
    const call = createEndUserCall(request, reply, portal.context)
    const staff = call.caller?.isStaff ? requireStaff(request) : undefined
    const id = parseId(leadingId(segment))
    if (id === undefined) throw notShown('idea', segment)
    const view = await openView(portal, call)
    const { outline, found } = await readWithOutline(portal, call, async ({ access }, reading) => {
      const about = { id, forums: access.forumsToSee }
      const discussion = await readDiscussion(reading, about, commentsQuery(request))
      // The team also sees what waits, what is spam and what is deleted.
      if (!staff) requireShown({ ...call, params: {} }, access, discussion?.place, segment)
      if (!discussion) throw notShown('idea', segment)
      return discussion
    })
    const { access, forums } = outline
    const { place, suggestion, answers, comments, support } = found
    if (isMerged(place)) return reply.redirect(`/suggestions/${place.target.id}`, 301)
    const can = decisionsAbout(access, place)
    const forum = forums.find((one) => one.id === place.forumId)
    if (!forum) throw notShown('forum', forumSegment ?? '')
    const path = suggestionPath(forum, suggestion)
    const isNamed = forumSegment !== undefined && !/-/.test(forumSegment + segment)
    const elsewhere =
      !(isNamed && leadingId(forumSegment) === String(forum.id)) &&
      redirectToCanonical(request, reply, path)
    if (elsewhere) return elsewhere
    const { records, nextCursor } = comments
    const { order, thread, cursor } = commentsQuery(request)
    const next = { order: order === 'newest' ? order : null, comments: nextCursor }
    const nextComments = nextCursor && `${withQuery(path, next)}#comments`
    const visit = { call, access, view, request }
    const tools = staff
      ? await readStaffTools(call, staff, { id, isOwn: suggestion.is_mine, forums })
      : null
    // The team also sees the answers that are not public.
    if (tools) suggestion.custom_fields = answersIn(forum.custom_fields, tools.answers)
    const shown = { suggestion, can, path, support }
    const parts = await contributionParts(portal, visit, shown)
    const data: SuggestionData = {
      forum,
      suggestion,
      can,
      answers,
      comments: records,
      nextComments,
      order,
      isContinued: cursor !== undefined,
      onlyThread: thread !== undefined,
      ...parts,
      commentActions: (comment) =>
        staff
          ? html`${parts.commentActions(comment)}${commentTools(comment, commentToolsOf(staff, comment), view)}`
          : parts.commentActions(comment),
      staffTools: tools ? staffTools(tools, view) : '',
    }
    return sendPortalPage(reply, suggestionPage(data, view), view)
  })
  const show = pageRoute(portal, page)
  app.get('/forums/:forum/suggestions/:suggestion', show)
  app.get('/suggestions/:suggestion', show)

  const action = (name: string, run: (call: EndUserCall) => Promise<unknown>) =>
    app.post(
      `/suggestions/:id/${name}`,
      pageRoute(portal, async (request, reply) => {
        const { id } = request.params as { id: string }
        await submit(portal, request, reply, run)
        return reply.redirect(returnPath(request, `/suggestions/${leadingId(id)}`), 303)
      }),
    )
  action('vote', castVote)
  action('unvote', withdrawVote)
  action('follow', following(followSuggestion))
  action('unfollow', following(unfollowSuggestion))
}
