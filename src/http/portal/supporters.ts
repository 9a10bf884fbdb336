// The page that lists who supports a suggestion.
import type { FastifyInstance } from 'fastify'
import { supportersPage } from '../../../portal/pages/supporters.ts'
import { actionPath, leadingId, withQuery } from '../../../portal/paths.ts'
import type { Supporter } from '../../../portal/records.ts'
import { scalarText } from '../../core/values.ts'
import { ideaSupporters } from '../../resources/end-users/supporters.ts'
import { isMerged, notShown, requireIdea } from '../end-users/doors.ts'
import { answerIdea } from '../end-users/ideas.ts'
import { readPage } from '../end-users/lists.ts'
import { seesSupporters, supportersOf } from '../end-users/supporters.ts'
import { pageRoute } from './page-route.ts'
import { readForums } from './reading.ts'
import { sendPortalPage } from './send.ts'
import { openVisit, type Portal } from './visit.ts'

const PER_PAGE = 50

export function supporterRoutes(app: FastifyInstance, portal: Portal): void {
  app.get(
    '/suggestions/:id/supporters',
    pageRoute(portal, async (request, reply) => {
      const { call, view } = await openVisit(portal, request, reply)
      const { id: segment } = request.params as { id: string }
      const { access, idea } = await requireIdea(call, leadingId(segment))
      // Where nobody sees it, there is no such page.
      if (!seesSupporters(call)) throw notShown('page', segment)
      if (isMerged(idea)) return reply.redirect(actionPath(idea.target.id, 'supporters'), 301)
      const cursor = scalarText((request.query as Record<string, unknown>).cursor)
      const query = { per_page: PER_PAGE, ...(cursor !== undefined && { cursor }) }
      const [text, page, forums] = await Promise.all([
        answerIdea(call, access, idea),
        readPage({ ...call, query }, ideaSupporters, {}, supportersOf(idea.id)),
        readForums(call, access),
      ])
      const forum = forums.find(({ id }) => id === idea.forumId)
      if (!forum) throw notShown('forum', String(idea.forumId))
      const { cursor: following } = page.pagination
      const data = {
        forum,
        suggestion: JSON.parse(text),
        supporters: JSON.parse(page.body) as Supporter[],
        next:
          page.more && following !== undefined
            ? withQuery(actionPath(idea.id, 'supporters'), { cursor: following })
            : null,
        isForTeam: !call.context.settings.portal_supporters,
      }
      return sendPortalPage(reply, supportersPage(data), view)
    }),
  )
}
