// The page of a suggestion, and what people do there: vote and follow.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type SuggestionData, suggestionPage } from '../../../portal/pages/suggestion.ts'
import { leadingId, suggestionPath } from '../../../portal/paths.ts'
import type { Decision, Suggestion } from '../../../portal/records.ts'
import { parseId, scalarText } from '../../core/values.ts'
import { followSuggestion, unfollowSuggestion } from '../../write/supporters.ts'
import type { EndUserCall } from '../end-users/declaration.ts'
import { isMerged, notShown, requireIdea } from '../end-users/doors.ts'
import { answerIdea, castVote, following, withdrawVote } from '../end-users/ideas.ts'
import { contributionParts } from './contribution-parts.ts'
import { pageRoute, redirectToCanonical } from './page-route.ts'
import { readAnswers, readComments, readForums } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal, returnPath, submit } from './visit.ts'

type Params = { forum?: string; suggestion: string }

/** A part of the discussion, or the thread of one comment. */
function commentsQuery({ query }: FastifyRequest) {
  const { comments, comment } = query as Record<string, unknown>
  return { cursor: scalarText(comments), thread: parseId(scalarText(comment)) }
}

export function suggestionRoutes(app: FastifyInstance, portal: Portal): void {
  const show = pageRoute(portal, async (request, reply) => {
    const { forum: forumSegment, suggestion: segment } = request.params as Params
    const visit = await openVisit(portal, request, reply)
    const { view } = visit
    const call = { ...visit.call, params: { id: leadingId(segment) } }
    const { access, idea } = await requireIdea(call)
    if (isMerged(idea)) return reply.redirect(`/suggestions/${idea.target.id}`, 301)
    const [forums, text, answers, comments] = await Promise.all([
      readForums(call, access),
      answerIdea(call, access, idea),
      readAnswers(call, idea.id),
      readComments(call, idea.id, commentsQuery(request)),
    ])
    const { can, ...suggestion }: Suggestion & { can: { support: Decision; comment: Decision } } =
      JSON.parse(text)
    const forum = forums.find(({ id }) => id === idea.forumId)
    if (!forum) throw notShown('forum', forumSegment ?? '')
    const path = suggestionPath(forum, suggestion)
    const isNamed = forumSegment !== undefined && !/-/.test(forumSegment + segment)
    const elsewhere =
      !(isNamed && leadingId(forumSegment) === String(forum.id)) &&
      redirectToCanonical(request, reply, path)
    if (elsewhere) return elsewhere
    const { records, nextCursor } = comments
    const nextComments = nextCursor && `${path}?comments=${encodeURIComponent(nextCursor)}#comments`
    const data: SuggestionData = {
      forum,
      suggestion,
      can,
      answers,
      comments: records,
      nextComments,
      onlyThread: commentsQuery(request).thread !== undefined,
      ...(await contributionParts(portal, { ...visit, call, request }, { suggestion, can, path })),
      staffTools: '',
    }
    return sendPortalPage(reply, suggestionPage(data, view), view)
  })
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
